import type { AddedLanguage, OfferedLanguage } from '../../../contract/added-languages';
import type { LanguageTexts } from '../../storage/config/language-texts';
import { type LanguageDocument, readDocument } from './document';
import { publishedFile } from './published';
import { baseBundle, type ConsoleWords } from './word-table';

/** The languages that administrators have added, as the console asks for them. Made again with each file and each build of the console. */
export class KeptLanguages {
  #madeOf: { readonly texts: LanguageTexts; readonly table: unknown } | null = null;
  #documents: readonly LanguageDocument[] = [];
  #files = new Map<string, string | null>();
  #offered: OfferedLanguage[] | null = null;

  readonly words: ConsoleWords;
  readonly #read: () => LanguageTexts;

  constructor(words: ConsoleWords, read: () => LanguageTexts) {
    this.words = words;
    this.#read = read;
  }

  /** In the order of their codes. */
  all(): readonly LanguageDocument[] {
    const [texts, table] = [this.#read(), this.words.table()];
    if (this.#madeOf?.texts !== texts || this.#madeOf.table !== table) {
      const documents = Object.keys(texts)
        .sort()
        .map(code => readDocument(texts[code] ?? ''));
      this.#documents = documents.filter(document => typeof document !== 'string');
      this.#files = new Map();
      this.#offered = null;
      this.#madeOf = { texts, table };
    }
    return this.#documents;
  }

  /** The published words of a bundle; null where there is no such language or bundle. */
  file(code: string, bundle: string): string | null {
    const document = this.all().find(({ codice }) => codice === code);
    if (!document) return null;
    const name = `${code}/${bundle}`;
    const made = this.#files.get(name) ?? publishedFile(this.words, document, bundle);
    if (made !== null) this.#files.set(name, made);
    return made;
  }

  /** What the login offers: nothing where the words cannot be published. */
  offered(): readonly OfferedLanguage[] {
    const documents = this.all();
    this.#offered ??= documents
      .filter(({ codice }) => this.file(codice, baseBundle) !== null)
      .map(document => ({ ...factsOf(document), modulo: this.#pageTexts(document) }));
    return this.#offered;
  }

  /** The texts of the page itself, in the order of their keys, as the build writes them into the page (`scripts/build/first-paint.ts`). */
  #pageTexts({ codice }: LanguageDocument): string[] {
    const keys = this.words.table()?.parts[baseBundle] ?? {};
    const texts = this.file(codice, baseBundle)?.split('|').slice(2) ?? [];
    return Object.keys(keys)
      .filter(key => key.startsWith('first.'))
      .sort()
      .map(key => {
        const place = keys[key] ?? '';
        return place.startsWith('=') ? place.slice(1) : (texts[Number(place.split(' ')[1])] ?? '');
      });
  }
}

export const factsOf = ({
  codice,
  nome,
  formati,
  ripiego,
  primo_giorno,
}: LanguageDocument): AddedLanguage => ({
  codice,
  nome,
  formati,
  ripiego,
  primo_giorno,
});
