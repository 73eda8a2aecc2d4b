import { expect, test, vi } from 'vitest';
import { languageFiles } from '../../../scripts/build/language-files';

// A page that was just loaded: it has no words yet, whatever other files of tests have read.
vi.resetModules();
const { currentLanguage, loadPart, setLanguage, setWordSource, t } = await import(
  '../../../src/console/i18n/translate'
);

const { files, keys } = languageFiles();
const parsed = (text: string | undefined) => JSON.parse(text ?? 'null');

/** The files of the languages, each of which comes when the test lets it come. */
function heldFiles() {
  const waiting = new Map<string, () => void>();
  setWordSource({
    file: name =>
      new Promise(resolve => {
        waiting.set(name, () => resolve(parsed(files.get(name))));
      }),
    keys: async name => parsed(keys.get(name)),
  });
  const turn = () => new Promise(done => setTimeout(done));
  return async (...names: readonly string[]) => {
    for (const name of names) {
      await expect.poll(() => waiting.has(name)).toBe(true);
      waiting.get(name)?.();
      waiting.delete(name);
      await turn();
    }
  };
}

test('the words of a screen that is opened while the language changes are there, in the new language', async () => {
  const come = heldFiles();
  const italian = setLanguage('it');
  await come('it');
  await italian;
  // The screen's words come before those of the new language are complete.
  const [german, part] = [setLanguage('de'), loadPart('inverters')];
  await come('it/inverters', 'de', 'de', 'de/inverters');
  await Promise.all([german, part]);
  expect([currentLanguage(), t('inverters.column.state')]).toEqual(['de', 'Zustand']);
  // And after them.
  const [spanish, other] = [setLanguage('es'), loadPart('strings')];
  await come('es', 'es/inverters', 'de/strings', 'es/strings');
  await Promise.all([spanish, other]);
  expect([currentLanguage(), t('strings.column.current')]).toEqual(['es', 'Corriente']);
});
