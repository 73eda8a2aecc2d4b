import { expect, test } from 'vitest';
import { languageFiles } from '../../../scripts/build/language-files';
import { pack, unpack } from '../../../src/console/i18n/packed';
import { languageCodes } from '../../../src/contract/languages';

const italian = {
  menu: { home: 'Inizio', rest: 'Altro' },
  days_one: 'un giorno',
  days_other: '{{count}} giorni',
};
const french = {
  days_one: 'un jour',
  days_many: '{{count}} de jours',
  days_other: '{{count}} jours',
  menu: { home: 'Accueil', rest: 'Autre' },
};
const mark = (text: string) => String(text.length);
const { keys, texts: packed } = pack(
  new Map([
    ['it', italian],
    ['fr', french],
  ]),
  mark,
);

test('words come back as they were, whatever the order of keys and the plural forms of a language', () => {
  expect(unpack(keys, packed.get('it'))).toEqual(italian);
  expect(unpack(keys, packed.get('fr'))).toEqual(french);
});

test('files of two releases, or damaged ones, are refused instead of making wrong words', () => {
  const { of, texts } = Object(packed.get('it'));
  for (const wrong of [
    { of: 'other', texts },
    { of, texts: texts.slice(1) },
    { of, texts: [...texts, 'more'] },
    { of, texts: texts.map(() => 7) },
    '<!doctype html>',
    null,
  ]) {
    expect(() => unpack(keys, wrong)).toThrow('language');
  }
  expect(() => unpack({ of }, { of, texts })).toThrow('language');
});

test('every published bundle can be read in every language', () => {
  const published = languageFiles();
  expect([...published.keys.keys()]).toContain('home');
  for (const [bundle, own] of published.keys) {
    for (const language of languageCodes) {
      const words = unpack(JSON.parse(own), JSON.parse(published.files.get(`${language}/${bundle}`) ?? ''));
      expect(Object.keys(words).length).toBeGreaterThan(0);
    }
  }
});
