import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proofs, testFiles, withTable } from '../../scripts/security-table';

const root = new URL('../../', import.meta.url).pathname;
const document = readFileSync(join(root, '.github/SECURITY.md'), 'utf8');

const numbers = new Set(proofs.map(({ number }) => number));
/** How many attacks of each kind there are; of G, what was found from outside. */
const suite = Object.entries({ A: 19, B: 10, C: 17, D: 9, E: 13, F: 5, G: 16 }).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}${String(index + 1).padStart(2, '0')}`),
);

test('every attack of the suite has a test that bears its number', () => {
  expect(suite.filter(number => !numbers.has(number))).toEqual([]);
});

test('the table of attacks is that of the tests: npx tsx scripts/security-table.ts writes it', () => {
  expect(document).toBe(withTable(document));
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
