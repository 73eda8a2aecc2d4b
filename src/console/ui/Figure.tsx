import './figure.css';
import { Indicator, type Scale } from './Indicator';

export interface FigureFacts {
  readonly label: string;
  /** The number as it is shown, or a dash. */
  readonly value: string;
  readonly unit: string;
  /** Null keeps the room of the indicator, so that figures in a row stay level. */
  readonly scale: Scale | null;
  /** One line of comparison. */
  readonly note: string;
}

interface Props extends FigureFacts {
  readonly isLarge?: boolean;
}

/** A headline figure: a number in its context. */
export function Figure({ label, value, unit, scale, note, isLarge = false }: Props) {
  return (
    <div className={isLarge ? 'fig xl' : 'fig'}>
      <span>{label}</span>
      <b>
        {value} <span className="u">{unit}</span>
      </b>
      {scale ? <Indicator {...scale} /> : <span className="mai np" style={{ visibility: 'hidden' }} />}
      <small>{note || '\u00a0'}</small>
    </div>
  );
}
