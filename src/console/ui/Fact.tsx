import './figure.css';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  /** The word or number as shown, with its sign where it has one. */
  readonly value: ReactNode;
  readonly unit?: string;
  /** One line of text that puts the value in context. */
  readonly note: string;
}

/** A headline value that is a word, or a number without a scale. */
export function Fact({ label, value, unit, note }: Props) {
  return (
    <div className="fig" translate="no">
      <span>{label}</span>
      <b>
        {value} {unit && <span className="u">{unit}</span>}
      </b>
      <small>{note || '\u00a0'}</small>
    </div>
  );
}
