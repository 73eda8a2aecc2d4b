import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const document = readFileSync(join(root, '.github/SECURITY.md'), 'utf8');
const testFiles = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter(name => /\.test\.tsx?$/.test(name))
  .map(name => [`tests/${name}`, readFileSync(join(root, 'tests', name), 'utf8')] as const);

/** Numbers in the names of tests: `test('C03, C04: SQL and …'`, also of tests that are made of a table. */
const numbers = new Set(
  testFiles.flatMap(([, text]) =>
    [...text.matchAll(/^\s*(?:(?:test|describe)\b.*|\]\))?\(?\s*['`]((?:[A-FL]\d\d(?:, )?)+): /gm)].flatMap(
      ([, found = '']) => found.split(', '),
    ),
  ),
);
const suite = Object.entries({ A: 19, B: 10, C: 17, D: 9, E: 13, F: 5 }).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}${String(index + 1).padStart(2, '0')}`),
);

test('every attack of the suite has a test that bears its number, and a place in SECURITY.md', () => {
  expect(suite.filter(number => !numbers.has(number))).toEqual([]);
  expect(suite.filter(number => !document.includes(`\`${number}\``))).toEqual([]);
});

test('every test that SECURITY.md cites is there', () => {
  const cited = [...document.matchAll(/`([A-Z]\d\d)`/g)].map(([, number = '']) => number);
  expect(cited.filter(number => !numbers.has(number))).toEqual([]);
  const named = [...document.matchAll(/`(tests\/[\w./-]+)`: "([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(8);
  for (const [, file, name = ''] of named) {
    const text = testFiles.find(([path]) => path === file)?.[1] ?? '';
    expect(text.replaceAll('’', "'"), `${file}: ${name}`).toContain(name);
  }
});
