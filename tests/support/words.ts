import { buildEngine } from '../../src/console/i18n/engine';
import { installEngine, loadPart, setLanguage, setWordSource } from '../../src/console/i18n/translate';
import type { Part } from '../../src/console/i18n/words';
import { publishedWords } from './published-words';

const { files, keys } = publishedWords;
const parsed = (text: string | undefined) => JSON.parse(text ?? 'null');

/** Sets the language to Italian, with the texts of the language files. */
export async function speakItalian(parts: readonly Part[]): Promise<void> {
  setWordSource({ file: async name => parsed(files.get(name)), keys: async name => parsed(keys.get(name)) });
  installEngine(buildEngine);
  await setLanguage('it');
  await Promise.all(parts.map(loadPart));
}
