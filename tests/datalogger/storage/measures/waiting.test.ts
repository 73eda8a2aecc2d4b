import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyFrame } from '../../../../src/datalogger/storage/measures/frame';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';

let folder: string;
let store: Measures;
let disk: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waiting-'));
  store = openMeasures(join(folder, 'measures.db'));
  disk = new Database(join(folder, 'measures.db'));
});
afterEach(() => {
  disk.close();
  store.close();
  rmSync(folder, { recursive: true });
});

const slot = (t: number, covered = 0) => {
  const frame = emptyFrame('impianto', t, [1]);
  frame.values[0] = covered;
  return frame;
};
const put = (...starts: readonly number[]) => {
  for (const t of starts) store.put('minute', 'impianto', slot(t));
};
const seen = () => store.frames('minute', 'impianto', 0, 2 ** 40).map(({ t }) => t);
const onDisk = () => disk.prepare<[], number>('SELECT t FROM impianto_minute ORDER BY t').pluck().all();

test('every reader sees a slot that waits, in order with those on the disk', () => {
  store.transaction(() => put(60, 180));
  store.gather(() => put(120, 240));
  expect(onDisk()).toEqual([60, 180]);
  expect(seen()).toEqual([60, 120, 180, 240]);
  expect(store.newest('minute', 'impianto')).toBe(240);
  expect(store.newestBefore('minute', 'impianto', 240)?.t).toBe(180);
  expect(store.newestBefore('minute', 'impianto', 180)?.t).toBe(120);
  expect(store.oldestSince('minute', 'impianto', 61)?.t).toBe(120);
  expect(store.startOfNewest('minute', 'impianto', 3)).toBe(120);
  store.flush();
  expect(onDisk()).toEqual([60, 120, 180, 240]);
  expect(seen()).toEqual([60, 120, 180, 240]);
});

test('a slot that is on the disk is replaced there, so that it exists once', () => {
  store.transaction(() => put(60));
  store.gather(() => store.put('minute', 'impianto', slot(60, 42)));
  expect(store.frames('minute', 'impianto', 0, 120).map(({ values }) => values[0])).toEqual([42]);
  store.gather(() => store.put('minute', 'impianto', slot(120, 1)));
  store.gather(() => store.put('minute', 'impianto', slot(120, 2)));
  store.flush();
  expect(store.frames('minute', 'impianto', 0, 180).map(({ values }) => values[0])).toEqual([42, 2]);
});

test('removes what waits and what is on the disk', () => {
  store.transaction(() => put(60, 120));
  store.gather(() => put(180, 240));
  store.remove('minute', 'impianto', 120, 240);
  expect(seen()).toEqual([60, 240]);
});

test('a transaction first writes what waited, a failed one leaves it waiting', () => {
  store.gather(() => put(60));
  const fail = () =>
    store.transaction(() => {
      put(120);
      throw new Error('refused');
    });
  expect(fail).toThrow('refused');
  expect([onDisk(), seen()]).toEqual([[], [60]]);
  store.transaction(() => put(120));
  expect(onDisk()).toEqual([60, 120]);
});

test('while the disk refuses, slots of the newest day wait', () => {
  disk.exec(
    "CREATE TRIGGER full BEFORE INSERT ON impianto_minute BEGIN SELECT RAISE(FAIL, 'disk full'); END",
  );
  store.gather(() => put(60, 120, 86_460));
  expect(() => store.flush()).toThrow('disk full');
  expect(seen()).toEqual([60, 120, 86_460]);
  store.gather(() => put(86_520));
  expect(() => store.flush()).toThrow('disk full');
  expect(seen()).toEqual([120, 86_460, 86_520]);
  disk.exec('DROP TRIGGER full');
  store.flush();
  expect(onDisk()).toEqual([120, 86_460, 86_520]);
});

test('stands that wait take the place of older ones', () => {
  store.setStand('impianto.1', { t: 60, value: 1 });
  store.setStand('inverter.2', { t: 60, value: 2 });
  store.flush();
  store.setStand('impianto.1', { t: 120, value: 3 });
  const expected = [
    { counter: 'impianto.1', t: 120, value: 3 },
    { counter: 'inverter.2', t: 60, value: 2 },
  ];
  expect(store.stands()).toEqual(expected);
  store.flush();
  expect(store.stands()).toEqual(expected);
  store.forgetStands();
  expect(store.stands()).toEqual([]);
});
