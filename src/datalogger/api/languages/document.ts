import * as v from 'valibot';
import { isLanguage, type Language, languageCodes } from '../../../contract/languages';

const longestName = 40;

/** A language as one file (JSON): what it is, and its words by part and key, as they are in `src/console/i18n/languages`. */
const Document = v.strictObject({
  formato: v.literal('meridiana-lingua'),
  versione: v.literal(1),
  /** BCP 47: language, and script or region where they tell two languages apart. */
  codice: v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/)),
  /** The name of the language, in the language itself. */
  nome: v.pipe(v.string(), v.trim(), v.regex(new RegExp(`^[\\p{L}\\p{M} ()’'-]{1,${longestName}}$`, 'u'))),
  /** BCP 47 tag, by which numbers and dates are written. */
  formati: v.pipe(v.string(), v.check(isUsable)),
  /** The language of the texts that are missing. */
  ripiego: v.optional(v.picklist(languageCodes), 'en'),
  /** The first day of a month in a date, where it is an ordinal number. */
  primo_giorno: v.optional(v.pipe(v.string(), v.regex(/^[\p{L}\d.]{1,6}$/u)), '1'),
  parole: v.record(v.string(), v.record(v.string(), v.unknown())),
});

export interface LanguageDocument {
  readonly codice: string;
  readonly nome: string;
  readonly formati: string;
  readonly ripiego: Language;
  readonly primo_giorno: string;
  /** The texts that are not blank, by part and full key, `menu.home`; anything else than a text as it is. */
  readonly parole: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** Whether every browser writes numbers of this tag with the digits 0 to 9 and a comma or point, which fields of the console can read. */
function isUsable(tag: string): boolean {
  try {
    if (Intl.getCanonicalLocales(tag)[0] !== tag || Intl.NumberFormat.supportedLocalesOf(tag).length === 0)
      return false;
    return /^0[.,]5$/.test(new Intl.NumberFormat(tag).format(0.5));
  } catch {
    return false;
  }
}

/** The document of a text; else the name of the field that is wrong, empty where it is no JSON at all. */
export function readDocument(text: string): LanguageDocument | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return '';
  }
  const parsed = v.safeParse(Document, raw);
  if (!parsed.success) return String(parsed.issues[0].path?.[0]?.key ?? 'formato');
  const { codice, parole } = parsed.output;
  if (isLanguage(codice) || Intl.PluralRules.supportedLocalesOf(codice).length === 0) return 'codice';
  return {
    ...parsed.output,
    parole: new Map(Object.entries(parole).map(([part, words]) => [part, flatWords(words)])),
  };
}

/** Keys have four parts at most; what is deeper is no text. */
const deepest = 8;

/** A translator may leave texts blank, which are missing then. */
function flatWords(words: object, prefix = '', depth = 1): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(words).flatMap(([name, value]): (readonly [string, unknown])[] => {
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isGroup && depth < deepest) return [...flatWords(value, `${prefix}${name}.`, depth + 1)];
      return typeof value === 'string' && value.trim() === '' ? [] : [[prefix + name, value]];
    }),
  );
}
