import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { accepted, complaint, limitFor, readBudgets } from '../../scripts/size/budgets';
import { Build } from '../../scripts/size/figures';
import { growth } from '../../scripts/size/growth';

const work = mkdtempSync(join(tmpdir(), 'meridiana-size-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('a limit leaves 5 % of room, and is never above the most', () => {
  expect(limitFor(10_000, 24_000)).toBe(10_500);
  expect(limitFor(56_000, 58_000)).toBe(58_000);
});

test('every limit leaves room for a change of 100 bytes, and none is above the most', () => {
  for (const [name, { accepted: was, limit, most }] of Object.entries(readBudgets())) {
    expect(limit - was, name).toBeGreaterThan(100);
    expect(limit, name).toBeLessThanOrEqual(most);
  }
});

test('accepts the present figures and refuses one above the most', () => {
  const budgets = { page: { accepted: 8000, limit: 8400, most: 9500 } };
  expect(accepted(budgets, new Map([['page', 8500]]))).toEqual({
    page: { accepted: 8500, limit: 9000, most: 9500 },
  });
  expect(() => accepted(budgets, new Map([['page', 9501]]))).toThrow('9500 is the most it may be');
});

test('a complaint names the file of the limit, what the figure was, what it is, and the way out', () => {
  const text = complaint('page', 9100, { accepted: 8500, limit: 9000, most: 9500 });
  for (const part of ['scripts/budgets.json', '"page"', '8500', '9100', '9000', '600', '--accept'])
    expect(text).toContain(part);
  expect(complaint('page', 9600, { accepted: 8500, limit: 9000, most: 9500 })).not.toContain('--accept');
});

/** A console with the files that the figures need. */
function buildOf(name: string, shell: string): Build {
  const folder = join(work, name);
  const files: Record<string, string> = {
    'index.html': '<script type="module" src="/assets/start-12345678.js"></script>',
    'assets/start-12345678.js': 'start()',
    'assets/home-12345678.js': shell,
    'assets/home-12345678.css': 'a{}',
    'assets/screens-12345678.css': 'b{}',
    'assets/analysis-12345678.css': 'c{}',
    'assets/i18n/it.json': '"a"',
    'assets/i18n/it/home.json': '"b"',
  };
  const chunks = ['dashboard', 'measures', 'analysis', 'configuration-bus', ...screens];
  for (const chunk of chunks) files[`assets/${chunk}-12345678.js`] = 'import{a}from"./start-12345678.js";a()';
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content));
  }
  return new Build(folder);
}
const screens = Object.keys(readBudgets())
  .filter(name => name.startsWith('screen '))
  .map(name => name.slice('screen '.length));

test('the figures are those that have a limit', () => {
  const names = buildOf('one', 'shell()')
    .figures()
    .map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(readBudgets()).sort());
});

test('names what has grown between two builds, the largest first', () => {
  const [before, now] = [buildOf('before', 'shell()'), buildOf('now', 'shell();more()')];
  expect(growth(before, now, 'first number')).toEqual(['      +7  home.js']);
  expect(growth(before, now, 'page')).toEqual([]);
});
