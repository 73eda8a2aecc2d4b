import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { languageCodes } from './languages';

/*
 * Languages that administrators add on the device: a file (JSON) of words with the keys of the program. What it lacks is said in another
 * language. `src/console/i18n/README.md` describes the file.
 */

/** How many languages are kept beside those of the program, and bytes of the file of one. */
export const mostLanguages = 3;
export const largestLanguage = 300_000;
/** How many faults, and how many warnings, are listed. */
export const listedFaults = 50;

const Lingua = v.picklist(languageCodes);
const Code = v.pipe(v.string(), v.regex(/^[\w-]{2,12}$/));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const AddedLanguage = v.strictObject({
  /** BCP 47. */
  codice: Code,
  /** The name of the language, in the language itself. */
  nome: v.string(),
  /** BCP 47 tag, by which numbers and dates are written. */
  formati: v.string(),
  /** The language of the texts that are missing, and of what the datalogger writes: e-mails, reports as PDF, hints. */
  ripiego: Lingua,
  primo_giorno: v.string(),
});
export type AddedLanguage = v.InferOutput<typeof AddedLanguage>;

/** A language as the login offers it, with the texts that the page shows before the files of the language are loaded. */
export const OfferedLanguage = v.strictObject({ ...AddedLanguage.entries, modulo: v.array(v.string()) });
export type OfferedLanguage = v.InferOutput<typeof OfferedLanguage>;

/** With how many of the texts it has: of the console, and of what the datalogger writes. */
export const LanguageSummary = v.strictObject({
  ...AddedLanguage.entries,
  tradotti: Count,
  totale: Count,
  tradotti_datalogger: Count,
  totale_datalogger: Count,
});
export type LanguageSummary = v.InferOutput<typeof LanguageSummary>;

/** Where something is wrong, as a part and a key of the file (empty where it is the whole), and why, in words. */
const Finding = v.strictObject({ parte: v.string(), chiave: v.string(), motivo: v.string() });
export type LanguageFinding = v.InferOutput<typeof Finding>;

export const LanguageCheck = v.strictObject({
  /** Null where the file is not taken. */
  lingua: v.nullable(LanguageSummary),
  /** What prevents that, and what does not. */
  errori: v.array(Finding),
  avvisi: v.array(Finding),
});
export type LanguageCheck = v.InferOutput<typeof LanguageCheck>;

const largestBody = 700_000;
const Text = v.pipe(v.string(), v.maxLength(largestBody));

export const addedLanguageEndpoints = {
  'GET lingue': { may: 'admin', reply: v.strictObject({ lingue: v.array(LanguageSummary) }) },
  /** The file. Of a language of the program its texts, as a file to translate; 404 where this datalogger serves no console. */
  'GET lingue/:codice': { may: 'admin', reply: v.string() },
  /** The published words of a bundle, as a file of the console: its login has them before anybody is known. */
  'GET lingue/:codice/:parte': { may: 'anyone', reply: v.string(), cache: 'etag' },
  /** What would be refused of a file, and what it has; nothing is kept. */
  'POST lingue/esame': {
    may: 'admin',
    /** `lingua` is that of the reasons. */
    body: v.strictObject({ testo: Text, lingua: v.optional(Lingua, 'en') }),
    reply: LanguageCheck,
    mostBytes: largestBody,
  },
  /** Keeps a file in place of the one with its code. 422 with the first fault in `da`, 409 `conflict` where there is no room. */
  'POST lingue': {
    may: 'admin',
    body: v.strictObject({ testo: Text }),
    reply: LanguageSummary,
    mostBytes: largestBody,
    asksPassword: true,
  },
  /** Who has chosen it gets the language of its missing texts. 404 for one of the program. */
  'DELETE lingue/:codice': { may: 'admin', asksPassword: true },
} as const satisfies Record<string, Endpoint>;
