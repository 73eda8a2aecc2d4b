import './figure.css';
import type { HelpKey } from '../i18n/words';
import { Explained } from './Explained';
import { Indicator, type Scale } from './Indicator';

export interface FigureFacts {
  readonly label: string;
  /** The sentence that explains it: optional. */
  readonly help: HelpKey;
  /** The number as shown, or a dash. */
  readonly value: string;
  readonly unit: string;
  /** Null leaves the space of the indicator empty, so that figures in a row stay aligned. */
  readonly scale: Scale | null;
  /** One line of text that puts the value in context. */
  readonly note: string;
}

interface Props extends FigureFacts {
  readonly isLarge?: boolean;
}

/** A headline number with its unit, indicator and context. */
export function Figure({ label, help, value, unit, scale, note, isLarge = false }: Props) {
  return (
    <div className={isLarge ? 'fig xl' : 'fig'} translate="no">
      <span>
        <Explained by={help}>{label}</Explained>
      </span>
      <b>
        {value} <span className="u">{unit}</span>
      </b>
      {scale ? <Indicator {...scale} /> : <span className="mai np" style={{ visibility: 'hidden' }} />}
      <small>{note || '\u00a0'}</small>
    </div>
  );
}
