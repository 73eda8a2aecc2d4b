import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../src/console/i18n/choose-language';
import { languageCodes } from '../../../src/contract/languages';

const folder = `${process.cwd()}/src/console/i18n/languages`;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
);
const sources = files.filter(name => /^it(\.json|\/)/.test(name));

type Words = Record<string, string>;

function wordsOf(name: string): Words {
  const flatten = (node: object, prefix: string): Words =>
    Object.assign(
      {},
      ...Object.entries(node).map(([key, value]) =>
        typeof value === 'string' ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
      ),
    );
  return flatten(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')), '');
}

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
/** The words alone: two gaps and one word may well be alike in two languages. */
const withoutGaps = (text = '') => text.replace(/\{\{\w+\}\}/g, '');
const gapsOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort();
const others = languageCodes
  .slice(1)
  .flatMap(language => sources.map(source => [language, source, source.replace(/^it/, language)] as const));

test('nothing but the contract lists the languages', () => {
  // A released migration never changes.
  const exceptions = ['contract/languages.ts', 'datalogger/storage/config/config-database.ts'];
  const source = `${process.cwd()}/src`;
  const lists = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name) && !exceptions.includes(name))
    .filter(name =>
      /['"`/](de|es|fr)\b['"`/.]|\b(de|es|fr):|Record<Language\b/.test(
        readFileSync(join(source, name), 'utf8'),
      ),
    );
  expect(lists).toEqual([]);
});

test('there are files for each language, and for no other', () => {
  expect(files.sort()).toEqual(
    languageCodes.flatMap(name => sources.map(source => source.replace(/^it/, name))).sort(),
  );
});

test.each(others)(
  '%s has every text of %s, with the same gaps and the plural forms it needs',
  (language, source, own) => {
    const italian = wordsOf(source);
    const words = wordsOf(own);
    expect([...new Set(Object.keys(words).map(stem))].sort()).toEqual(
      [...new Set(Object.keys(italian).map(stem))].sort(),
    );
    for (const [key, text] of Object.entries(words)) {
      expect(text.trim(), key).not.toBe('');
      const model = italian[key] ?? italian[`${stem(key)}_other`];
      // A singular may spell its number out.
      if (!key.endsWith('_one')) expect(gapsOf(text), key).toEqual(gapsOf(model));
    }
    const plurals = [
      ...new Set(
        Object.keys(italian)
          .filter(key => stem(key) !== key)
          .map(stem),
      ),
    ];
    const categories = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter(name => name !== 'many');
    for (const plural of plurals)
      for (const category of categories) expect(words, plural).toHaveProperty([`${plural}_${category}`]);
  },
);

test.each(others)('%s is a translation of %s, not a copy', (_, source, own) => {
  const italian = wordsOf(source);
  const words = wordsOf(own);
  const long = Object.keys(words).filter(key => withoutGaps(words[key]).length > 24);
  expect(long.filter(key => words[key] === italian[key])).toEqual([]);
});

test('the language is the stored one, else the browser’s, else Italian, and never a name from outside', () => {
  expect(chooseLanguage(languageCodes, 'de', ['fr-FR'])).toBe('de');
  expect(chooseLanguage(languageCodes, '../../api/account', ['fr-CH', 'en'])).toBe('fr');
  expect(chooseLanguage(languageCodes, null, ['qaa', 'es-MX'])).toBe('es');
  expect(chooseLanguage(languageCodes, null, ['qaa'])).toBe('it');
});
