import {
  type LanguageFinding,
  type LanguageSummary,
  largestLanguage,
  mostLanguages,
} from '../../../contract/added-languages';
import { isLanguage, type Language } from '../../../contract/languages';
import type { Recorder } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { fingerprintOf } from '../../storage/config/profile-texts';
import { ownText } from '../../storage/config/setting-records';
import { type Caller, type Handlers, notFound, ProblemError } from '../http/handler';
import { countedIn, findingsIn } from '../languages/check';
import { type LanguageDocument, readDocument } from '../languages/document';
import { factsOf, type KeptLanguages } from '../languages/kept-languages';
import { findingIn, sentenceOf } from '../languages/reasons';
import { templateOf } from '../languages/template';
import { type Configured, requireBackupRoom } from '../support/backup-room';

type LanguageKeys = Extract<keyof Handlers, `${string} lingue${string}`>;

interface Deps {
  readonly config: Configured & Pick<ConfigDatabase, 'atomically'>;
  readonly languages: KeptLanguages;
  readonly record: Recorder;
}

/** Languages that administrators add: what there is, its published words, and files that are checked, kept and removed. */
export function languageHandlers(deps: Deps): Pick<Handlers, LanguageKeys> {
  const { languages } = deps;
  const { words } = languages;
  const summaryOf = (document: LanguageDocument): LanguageSummary => ({
    ...factsOf(document),
    ...countedIn(words, document),
  });
  return {
    'GET lingue': () => ({ lingue: languages.all().map(summaryOf) }),
    'GET lingue/:codice': ({ params: { codice } }) => {
      const kept = ownText(deps.config.languages.read().value, codice);
      const file = kept === undefined ? isLanguage(codice) && templateOf(words, codice) : JSON.parse(kept);
      if (!file) throw notFound();
      return `${JSON.stringify(file, null, 2)}\n`;
    },
    'GET lingue/:codice/:parte': ({ params: { codice, parte } }) => {
      const file = languages.file(codice, parte);
      if (file === null) throw notFound();
      return JSON.stringify(file);
    },
    'POST lingue/esame': ({ body: { testo, lingua } }) => {
      const { document, faults, warnings } = examined(deps, testo, lingua);
      const isWhole = document !== null && faults.length === 0;
      return { lingua: isWhole ? summaryOf(document) : null, errori: faults, avvisi: warnings };
    },
    'POST lingue': ({ body: { testo }, caller }) => summaryOf(keep(deps, testo, caller)),
    'DELETE lingue/:codice': ({ params, caller }) => {
      remove(deps, params.codice, caller);
    },
  };
}

interface Examined {
  readonly document: LanguageDocument | null;
  readonly faults: LanguageFinding[];
  readonly warnings: LanguageFinding[];
}

/** What is wrong with a file; the reasons in a language. */
function examined({ languages }: Deps, text: string, language: Language): Examined {
  const refused = (chiave: string, reason: 'file' | 'field' | 'size'): Examined => ({
    document: null,
    faults: [{ parte: '', chiave, motivo: sentenceOf(reason, language) }],
    warnings: [],
  });
  if (Buffer.byteLength(text) > largestLanguage) return refused('', 'size');
  const document = readDocument(text);
  if (typeof document === 'string') return refused(document, document === '' ? 'file' : 'field');
  const { faults, warnings } = findingsIn(languages.words, document);
  const said = findingIn(language);
  return { document, faults: faults.map(said), warnings: warnings.map(said) };
}

const objectOf = (code: string) => `lingue/${code}`;

function keep(deps: Deps, text: string, caller: Caller): LanguageDocument {
  const { config, record } = deps;
  const { document, faults } = examined(deps, text, 'en');
  const [fault] = faults;
  if (!document || fault) {
    const where = [fault?.parte, fault?.chiave].filter(Boolean).join(' ');
    throw new ProblemError(422, 'invalid', `${where}: ${fault?.motivo}`, { campo: 'testo', da: where });
  }
  const { codice, nome } = document;
  return config.atomically(() => {
    const texts = config.languages.read().value;
    const before = ownText(texts, codice);
    if (before === undefined && Object.keys(texts).length >= mostLanguages)
      throw new ProblemError(409, 'conflict', `At most ${mostLanguages} languages are kept.`);
    const stored = JSON.stringify(JSON.parse(text));
    config.languages.write({ ...texts, [codice]: stored }, null);
    requireBackupRoom(config);
    const said = (each: string) => `${nome} (${fingerprintOf(each)})`;
    const changes = { lingua: [before === undefined ? null : said(before), said(stored)] } as const;
    record(caller, before === undefined ? 'config.create' : 'config.change', objectOf(codice), { changes });
    return document;
  });
}

function remove({ config, record }: Deps, code: string, caller: Caller): void {
  config.atomically(() => {
    const texts = config.languages.read().value;
    const text = ownText(texts, code);
    if (text === undefined) throw notFound();
    const { [code]: _, ...rest } = texts;
    config.languages.write(rest, null);
    record(caller, 'config.delete', objectOf(code), { changes: { lingua: [fingerprintOf(text), null] } });
  });
}
