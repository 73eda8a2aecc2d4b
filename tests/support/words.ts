import { languageFiles } from '../../scripts/build/language-files';
import { buildEngine } from '../../src/console/i18n/engine';
import { installEngine, loadPart, setLanguage, setLanguageLoader } from '../../src/console/i18n/translate';
import type { Part } from '../../src/console/i18n/words';

const files = languageFiles();

/** The console speaks Italian, from the language files as they are. */
export async function speakItalian(parts: readonly Part[]): Promise<void> {
  setLanguageLoader(async name => JSON.parse(files.get(name) ?? 'null'));
  installEngine(buildEngine);
  await setLanguage('it');
  await Promise.all(parts.map(loadPart));
}
