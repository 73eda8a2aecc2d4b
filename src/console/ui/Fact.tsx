import './figure.css';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** The word or number as it is shown, with its sign where it has one. */
  readonly value: ReactNode;
  readonly unit?: string;
  /** One line of comparison. */
  readonly note: string;
}

/** A headline that is a word, or a number without a scale. */
export function Fact({ label, value, unit, note }: Props) {
  return (
    <div className="fig">
      <span>{label}</span>
      <b>
        {value} {unit && <span className="u">{unit}</span>}
      </b>
      <small>{note || '\u00a0'}</small>
    </div>
  );
}
