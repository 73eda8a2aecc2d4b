import type { Published } from '../../scripts/build/language-files';
import { languageFiles } from '../../scripts/build/language-files';
import type { ConsoleWords } from '../../src/datalogger/api/languages/word-table';

let published: Published | null = null;
const read = () => {
  published ??= languageFiles();
  return published;
};

/** The texts of a console that was not built: every key has its name. Read at the first use. */
export const wordsOfSources: ConsoleWords = {
  table: () => read().table,
  file(language, bundle) {
    const text = read().files.get(bundle === 'base' ? language : `${language}/${bundle}`);
    return text === undefined ? null : JSON.parse(text);
  },
};
