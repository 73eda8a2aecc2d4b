import { listedFaults } from '../../../contract/added-languages';
import type { Language } from '../../../contract/languages';
import type { LanguageDocument } from './document';
import { faultIn, type TextFault } from './fault-in';
import { formOf, formsOf, stemOf } from './plural';
import { modelFor, placeOf, type Texts, textsOf } from './published';
import type { ConsoleWords, WordTable } from './word-table';

/** A text of a document, and what is wrong with it. */
export interface Finding {
  readonly part: string;
  /** Empty where the part is unknown. */
  readonly key: string;
  readonly reason: TextFault | 'part' | 'key' | 'plural' | 'long';
}

/** What is found in the texts of a document. */
export interface Findings {
  /** What is refused. */
  readonly faults: readonly Finding[];
  /** What may not have room. */
  readonly warnings: readonly Finding[];
}

/** How many texts there are and how many of them the document has: those of the console, and those that the datalogger says itself. */
export interface Counted {
  readonly tradotti: number;
  readonly totale: number;
  readonly tradotti_datalogger: number;
  readonly totale_datalogger: number;
}

/** Checks every text of a document as the tests of the build check a language; nothing without a table. */
export function findingsIn(words: ConsoleWords, document: LanguageDocument): Findings {
  const table = words.table();
  if (!table) return { faults: [], warnings: [] };
  const models = new Models(words, table, document.ripiego);
  const faults: Finding[] = [];
  const warnings: Finding[] = [];
  for (const [part, texts] of document.parole) {
    if (!Object.hasOwn(table.parts, part)) {
      faults.push({ part, key: '', reason: 'part' });
      continue;
    }
    for (const [key, text] of texts) {
      const model = models.of(part, key);
      const reason =
        model === null ? 'key' : (faultIn(text, key, model) ?? missingForm(document, texts, key));
      if (reason !== null) faults.push({ part, key, reason });
      else if (isLong(String(text), model ?? '')) warnings.push({ part, key, reason: 'long' });
    }
  }
  return { faults: faults.slice(0, listedFaults), warnings: warnings.slice(0, listedFaults) };
}

/** The texts that those of a document stand for. */
class Models {
  readonly #bundles = new Map<string, Texts | null>();
  readonly #words: ConsoleWords;
  readonly #table: WordTable;
  readonly #language: Language;

  constructor(words: ConsoleWords, table: WordTable, language: Language) {
    this.#words = words;
    this.#table = table;
    this.#language = language;
  }

  /** Null for an unknown key. */
  of(part: string, key: string): string | null {
    const place = placeOf(this.#table, part, key);
    if (place === null || /^[=~]/.test(place)) return place?.slice(1) ?? null;
    const [bundle = '', at] = place.split(' ');
    if (!this.#bundles.has(bundle)) this.#bundles.set(bundle, textsOf(this.#words, this.#language, bundle));
    return modelFor(this.#bundles.get(bundle)?.at[Number(at)] ?? '', key);
  }
}

/** A plural needs every form of the language. The one for millions is never used. */
function missingForm({ codice }: LanguageDocument, texts: ReadonlyMap<string, unknown>, key: string) {
  const form = formOf(key);
  if (form === null) return null;
  const needed = formsOf(codice).filter(each => each !== 'many' || form === 'many' || isManyUsual(codice));
  const isWhole = needed.includes(form) && needed.every(each => texts.has(`${stemOf(key)}_${each}`));
  return isWhole ? null : 'plural';
}

/** Whether small numbers have the form "many", as in Polish; in Italian or Portuguese only a million has. */
const isManyUsual = (code: string) => {
  const rules = new Intl.PluralRules(code);
  return Array.from({ length: 100 }, (_, number) => rules.select(number)).includes('many');
};

/** More than the room that the longest of the five languages takes. */
const isLong = (text: string, model: string) => text.length > 12 + 1.7 * model.length;

/** Counts the texts of which the document has a form that can be shown. */
export function countedIn(words: ConsoleWords, document: LanguageDocument): Counted {
  const table = words.table();
  const counts = { tradotti: 0, totale: 0, tradotti_datalogger: 0, totale_datalogger: 0 };
  for (const [part, keys] of Object.entries(table?.parts ?? {})) {
    const given = new Set([...(document.parole.get(part)?.keys() ?? [])].map(stemOf));
    const isOwn = Object.values(keys).some(place => place.startsWith('~'));
    const asked = Object.keys(keys).filter(key => !keys[key]?.startsWith('='));
    for (const stem of new Set(asked.map(stemOf))) {
      const [total, done] = isOwn
        ? (['totale_datalogger', 'tradotti_datalogger'] as const)
        : (['totale', 'tradotti'] as const);
      counts[total]++;
      if (given.has(stem)) counts[done]++;
    }
  }
  return counts;
}
