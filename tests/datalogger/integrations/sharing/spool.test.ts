import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpool } from '../../../../src/datalogger/integrations/sharing/spool';
import { type TestClock, testClock } from '../../../support/clock';

let folder: string;
let clock: TestClock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  clock = testClock('2026-06-10T12:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSpool(folder, clock.now);
const bytes = Buffer.alloc(100);

/** All that waits, in the order it would be sent. */
function names(spool = open()): string[] {
  const found: string[] = [];
  for (let first = spool.oldest(); first; first = spool.oldest()) {
    found.push(first.name);
    spool.remove(first.name);
  }
  return found;
}

test('what came first leaves first, also after a restart and when the clock was set back', () => {
  const spool = open();
  spool.add('b.csv', bytes);
  spool.add('a.csv', bytes);
  clock.set(Date.parse('2020-01-01T00:00:00Z'));
  spool.add('c.csv', bytes);
  expect(open().state()).toEqual({ files: 3, bytes: 300 });
  expect(names()).toEqual(['b.csv', 'a.csv', 'c.csv']);
});

test('what a power cut left half written goes, and other files stay', () => {
  open().add('a.csv', bytes);
  writeFileSync(join(folder, '00001781092800001-b.csv.tmp'), 'half');
  writeFileSync(join(folder, 'readme'), 'not mine');
  expect(names()).toEqual(['a.csv']);
  expect(readdirSync(folder)).toEqual(['readme']);
});

test('the oldest goes beyond the age or the size that is kept', () => {
  const spool = open();
  for (const name of ['a', 'b', 'c', 'd']) {
    spool.add(`${name}.csv`, bytes);
    clock.advance(86_400_000);
  }
  expect(spool.trim(3 * 86_400_000, 1000).map(({ name }) => name)).toEqual(['a.csv']);
  expect(spool.trim(30 * 86_400_000, 250).map(({ name }) => name)).toEqual(['b.csv']);
  expect(names(spool)).toEqual(['c.csv', 'd.csv']);
});
