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
const files = pack(
  'plant',
  new Map([
    ['it', italian],
    ['fr', french],
  ]),
  mark,
);

test('words come back as they were, whatever the order of keys and the plural forms of a language', () => {
  const keys = files.get('keys/plant');
  expect(unpack(keys, files.get('it/plant'))).toEqual(italian);
  expect(unpack(keys, files.get('fr/plant'))).toEqual(french);
});

test('files of two releases, or damaged ones, are refused instead of making wrong words', () => {
  const keys = files.get('keys/plant');
  const { of, texts } = Object(files.get('it/plant'));
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
  const bundles = [...published.keys()].filter(name => name.startsWith('keys/')).map(name => name.slice(5));
  expect(bundles).toContain('shell');
  for (const bundle of bundles) {
    const keys = JSON.parse(published.get(`keys/${bundle}`) ?? '');
    for (const language of languageCodes) {
      const words = unpack(keys, JSON.parse(published.get(`${language}/${bundle}`) ?? ''));
      expect(Object.keys(words).length).toBeGreaterThan(0);
    }
  }
});
