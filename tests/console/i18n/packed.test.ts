import { expect, test } from 'vitest';
import { languageFiles, refuseMissing } from '../../../scripts/build/language-files';
import { flat, pack, stemOf } from '../../../scripts/build/pack-words';
import { readKeyUse, withNumbers } from '../../../scripts/build/word-keys';
import { unpack } from '../../../src/console/i18n/packed';
import { languageCodes } from '../../../src/contract/languages';

const italian = {
  menu: { home: 'Inizio', unit: 'kW', deep: { rest: 'Altro' } },
  head: 'Inizio',
  days_one: 'un giorno',
  days_other: '{{count}} giorni',
};
const french = {
  head: 'Accueil',
  days_one: 'un jour',
  days_many: '{{count}} de jours',
  days_other: '{{count}} jours',
  menu: { deep: { rest: 'Autre' }, home: 'Accueil', unit: 'kW' },
};
const languages = new Map<string, typeof italian>([
  ['it', italian],
  ['fr', french],
]);
const markOf = (text: string) => String(text.length);
const named = pack(languages, { letter: 'a', isNumbered: () => false, known: new Map(), markOf });
const numbered = pack(languages, { letter: 'a', isNumbered: () => true, known: new Map(), markOf });

test('words come back as they were, whatever the order of keys and the plural forms of a language', () => {
  expect(unpack(named.keys, named.texts.get('it'))).toEqual(italian);
  expect(unpack(named.keys, named.texts.get('fr'))).toEqual(french);
});

test('names the language and the first file whose texts are missing', () => {
  const names = ['it.json', 'it/alarms.json', 'it/shell.json', 'pt/alarms.json'];
  expect(() => refuseMissing(names, ['it', 'pt'])).toThrow(
    'texts of "pt" are missing: src/console/i18n/languages/pt.json and 1 more files',
  );
  expect(() => refuseMissing(names, ['it'])).not.toThrow();
});

test('numbered words come back under their numbers, equal ones once, and those of every language beside the keys', () => {
  const words = unpack(numbered.keys, numbered.texts.get('fr'));
  const of = (key: string) => words[numbered.numberOf.get(key) ?? ''];
  expect([of('head'), of('menu.unit'), of('menu.deep.rest')]).toEqual(['Accueil', 'kW', 'Autre']);
  expect(words[`${numbered.numberOf.get('days')}_many`]).toBe('{{count}} de jours');
  expect(numbered.numberOf.get('head')).toBe(numbered.numberOf.get('menu.home'));
  expect(JSON.stringify([...numbered.texts])).not.toContain('kW');

  const later = pack(new Map([['it', { again: 'Inizio' }]]), {
    letter: 'b',
    isNumbered: () => true,
    known: pack(new Map([['it', italian]]), { letter: 'a', isNumbered: () => true, known: new Map(), markOf })
      .known,
    markOf,
  });
  expect(later.numberOf.get('again')).toMatch(/^\d+a$/);
  expect(unpack(later.keys, later.texts.get('it'))).toEqual({});
});

test('files of two releases, or damaged ones, are refused instead of making wrong words', () => {
  for (const { keys, texts: files } of [named, numbered]) {
    const texts = files.get('it') ?? '';
    for (const wrong of [
      `x${texts}`,
      texts.replace(/\|[^|]*$/, ''),
      `${texts}|more`,
      texts.split('|'),
      texts.split('|')[0],
      '<!doctype html>',
      null,
    ]) {
      expect(() => unpack(keys, wrong)).toThrow('language');
    }
    expect(() => unpack(null, texts)).toThrow('language');
  }
  expect(() =>
    pack(new Map([['it', { a: 'one|two' }]]), {
      letter: 'a',
      isNumbered: () => true,
      known: new Map(),
      markOf,
    }),
  ).toThrow('one|two');
});

const fileOf = (bundle: string, language: string) => (bundle === 'base' ? language : `${language}/${bundle}`);

test('every text of every language is published, once, under the name or the number that the code uses', () => {
  const use = readKeyUse();
  const published = languageFiles(use);
  const source = languageFiles();
  const wordsIn = ({ keys, files }: typeof published, language: string) =>
    new Map(
      [...keys].flatMap(([bundle, own]) => [
        ...flat(unpack(JSON.parse(own), JSON.parse(files.get(fileOf(bundle, language)) ?? ''))),
      ]),
    );
  for (const language of languageCodes) {
    const words = wordsIn(published, language);
    for (const [key, text] of wordsIn(source, language)) {
      const stem = stemOf(key);
      const number = published.numberOf.get(stem);
      expect(words.get(number === undefined ? key : number + key.slice(stem.length)), key).toBe(text);
      // The code composes this key, so it must find it by its name.
      if (use.isComposed(stem)) expect(number, stem).toBeUndefined();
    }
  }
  const bytes = ({ files }: typeof published) => [...files.values()].join('').length;
  expect(bytes(published)).toBeLessThan(bytes(source));
});

test('the code gets the numbers of the keys that it names, and keeps those that it composes', () => {
  const code = `const a = t('menu.home'), b = t(\`menu.\${a}\`), c = <p title="menu.unit">menu.home</p>;`;
  expect(
    withNumbers(
      'a.tsx',
      code,
      new Map([
        ['menu.home', '0a'],
        ['menu.unit', '1a'],
      ]),
    ),
  ).toBe(`const a = t('0a'), b = t(\`menu.\${a}\`), c = <p title='1a'>menu.home</p>;`);
});
