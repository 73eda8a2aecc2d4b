import { readFileSync } from 'node:fs';
import { buildEngine } from '../../src/console/i18n/engine';
import { installEngine, loadPart, setLanguage, setLanguageLoader } from '../../src/console/i18n/translate';
import type { Part } from '../../src/console/i18n/words';

const languages = `${process.cwd()}/src/console/i18n/languages`;

/** The console speaks Italian, from the language files as they are. */
export async function speakItalian(parts: readonly Part[]): Promise<void> {
  setLanguageLoader(async name => JSON.parse(readFileSync(`${languages}/${name}.json`, 'utf8')));
  installEngine(buildEngine);
  await setLanguage('it');
  await Promise.all(parts.map(loadPart));
}
