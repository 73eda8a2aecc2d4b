import { expect, test } from 'vitest';
import { languageFiles } from '../../../scripts/build/language-files';
import { buildEngine } from '../../../src/console/i18n/engine';
import type { Dictionary } from '../../../src/console/i18n/packed';
import { unpack } from '../../../src/console/i18n/packed';
import {
  installEngine,
  loadPart,
  setLanguage,
  setWordSource,
  textWith,
} from '../../../src/console/i18n/translate';
import { languageCodes } from '../../../src/contract/languages';

const { files, keys } = languageFiles();
const parsed = (text: string | undefined) => JSON.parse(text ?? 'null');

const isText = (value: string | Dictionary): value is string => typeof value === 'string';
const keysOf = (words: Dictionary, prefix = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    isText(value)
      ? [prefix + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keysOf(value, `${prefix}${key}.`),
  );

/** Values of every gap that a text has, and a number that chooses its plural form. */
const valuesOf = (count: number) => ({
  count,
  ...Object.fromEntries([...gaps].filter(gap => gap !== 'count').map(gap => [gap, `<${gap}>`])),
});
const gaps = new Set(
  [...[...files.values(), ...keys.values()].join().matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? ''),
);

test.each(languageCodes)(
  'in %s i18next says word for word what was said before it was there',
  async language => {
    const bundles = [...keys.keys()];
    setWordSource({
      file: async name => parsed(files.get(name)),
      keys: async name => parsed(keys.get(name)),
    });
    await setLanguage(language);
    for (const bundle of bundles) await loadPart(bundle as Parameters<typeof loadPart>[0]);
    const fileOf = (name: string) => files.get(name === 'base' ? language : `${language}/${name}`);
    const words = Object.assign(
      {},
      ...bundles.map(name => unpack(parsed(keys.get(name)), parsed(fileOf(name)))),
    );
    const engine = buildEngine(language, words);
    const names = [...new Set(keysOf(words))];
    expect(names.length).toBeGreaterThan(1_500);
    const before = names.flatMap(name =>
      [0, 1, 2, 21].map(count => textWith(valuesOf(count), ...name.split('.'))),
    );
    installEngine(buildEngine);
    const after = names.flatMap(name => [0, 1, 2, 21].map(count => engine(name, valuesOf(count)) || null));
    expect(after).toEqual(before);
  },
);
