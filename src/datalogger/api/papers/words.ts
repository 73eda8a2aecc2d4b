import { type Language, languages } from '../../../contract/languages';
import { numberText } from '../../core/texts';
import { wordOf } from '../../integrations/mail/words';
import type { PaperColumn } from './paper';

/** What a number is that is not there. */
export const missing = '—';
/** Between a number and its unit, where no line ends. */
const space = '\u00a0';

/** Writes texts, numbers and times in a language, times in the plant's zone. */
export class Writer {
  readonly language: Language;
  readonly #zone: string;

  constructor(language: Language, zone: string) {
    this.language = language;
    this.#zone = zone;
  }

  word(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    return wordOf(this.language, key, values);
  }

  number(value: number | null | undefined, decimals: number): string {
    return value === null || value === undefined ? missing : numberText(value, decimals, this.language);
  }

  quantity(value: number | null | undefined, decimals: number, unit: string): string {
    const text = this.number(value, decimals);
    return text === missing || unit === '' ? text : `${text}${space}${unit}`;
  }

  /** `epochS` in seconds. */
  time(
    epochS: number,
    format: Intl.DateTimeFormatOptions = { dateStyle: 'short', timeStyle: 'short' },
  ): string {
    const { locale } = languages[this.language];
    return new Intl.DateTimeFormat(locale, { ...format, timeZone: this.#zone }).format(epochS * 1000);
  }

  /** Seconds as hours and minutes: `26:05`. */
  duration(seconds: number): string {
    const minutes = Math.round(seconds / 60);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
  }

  /** A column of numbers; `sum` of them in the last row where they add up. */
  numbers(
    title: string,
    [unit, decimals]: readonly [unit: string, decimals: number, ...unknown[]],
    values: readonly (number | null)[],
    sum: number | null = null,
  ): PaperColumn {
    return {
      title: unit === '' ? title : `${title} [${unit}]`,
      isNumber: true,
      cells: values.map(value => this.number(value, decimals)),
      ...(sum !== null && { total: this.number(sum, decimals) }),
    };
  }

  texts(title: string, cells: readonly string[], total?: string): PaperColumn {
    return { title, isNumber: false, cells, ...(total !== undefined && { total }) };
  }
}
