import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alarmGroups } from '../../../../src/contract/alarm-codes';
import { Priority } from '../../../../src/contract/alarms';
import type { Occurrence } from '../../../../src/datalogger/alarms/model';
import { type AlarmStore, openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import { type AlarmFilter, sumOf } from '../../../../src/datalogger/storage/alarms/list';
import { exampleOccurrence, raised, raisedChange } from './alarms-support';

const t0 = 1_781_000_000;
const everything: AlarmFilter = {
  view: 'current',
  from: null,
  to: null,
  priorities: Priority.options,
  groups: alarmGroups,
  device: null,
  words: [],
  cause: null,
};

let folder: string;
let store: AlarmStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alarms-'));
  store = openAlarms(join(folder, 'alarms.db'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function reopen(): void {
  store.close();
  store = openAlarms(join(folder, 'alarms.db'));
}

const add = (change: Partial<Occurrence>) => store.write([raisedChange(change)]);
const idsOf = (filter: Partial<AlarmFilter>, limit = 100) =>
  store.list({ ...everything, ...filter }, null, limit).occurrences.map(({ id }) => id);

test('an occurrence comes back as it was written, with its steps in order', () => {
  const occurrence = exampleOccurrence({
    state: 'accantonato',
    value: 38.25,
    threshold: 100,
    times: 4,
    isPresent: false,
    end: t0 + 90,
    acknowledged: { by: 'operatore', at: t0 + 30, note: 'visto' },
    shelf: { by: 'admin', at: t0 + 60, until: t0 + 3660, reason: 'pulizia' },
    isSuppressed: true,
    isOutOfService: true,
    cause: 4,
    isChattering: true,
    version: 5,
  });
  const seen = {
    t: t0 + 30,
    from: 'attivo',
    to: 'riconosciuto',
    by: 'operatore',
    note: 'visto',
    value: null,
  } as const;
  add({});
  store.write([{ occurrence, steps: [seen], spans: [occurrence.span] }]);
  reopen();
  expect(store.find(1)).toEqual(occurrence);
  expect(store.story(1)).toEqual([raised(t0), seen]);
  expect(store.open()).toEqual([occurrence]);
  expect(store.find(2)).toBeNull();
});

test('all changes of a write are there or none', () => {
  const broken = { ...raised(t0), t: Number.NaN };
  expect(() => store.write([raisedChange(), { ...raisedChange({ id: 2 }), steps: [broken] }])).toThrow();
  expect(store.open()).toEqual([]);
  expect(store.lastId()).toBe(0);
  expect(store.revision).toBe(0);
});

test('an id is never given twice, whatever was forgotten meanwhile', () => {
  add({ id: 41, state: 'chiuso' });
  store.trim(t0, { seconds: 0, occurrences: 0 });
  expect(store.find(41)).toBeNull();
  reopen();
  expect(store.lastId()).toBe(41);
});

describe('lists', () => {
  beforeEach(() => {
    const inverter = (device: number) => ({ group: 'inverter' as const, device, name: `INV 0${device}` });
    add({ id: 1, subject: inverter(1), priority: 3, begin: t0 });
    add({ id: 2, subject: inverter(2), priority: 1, begin: t0 + 10, state: 'riconosciuto' });
    add({ id: 3, subject: inverter(1), priority: 2, begin: t0 + 20, state: 'rientrato', isPresent: false });
    add({
      id: 4,
      code: 'SPI01',
      subject: { group: 'spi', device: 1, name: 'SPI Ätna' },
      priority: 2,
      begin: t0 + 30,
    });
    add({ id: 5, subject: inverter(3), priority: 1, begin: t0 + 40, state: 'accantonato' });
    add({ id: 6, subject: inverter(2), priority: 1, begin: t0 + 50, state: 'chiuso', isPresent: false });
    add({
      id: 7,
      code: 'CCI02',
      subject: { group: 'cci', device: 1, name: 'CCI' },
      priority: 5,
      begin: t0 + 60,
    });
  });

  test('what waits for somebody comes first, then the gravest, then the newest; what was put aside last', () => {
    expect(idsOf({})).toEqual([4, 3, 1, 2, 7, 5]);
    expect(idsOf({ view: 'unacknowledged' })).toEqual([4, 3, 1]);
    expect(idsOf({ view: 'aside' })).toEqual([5]);
    expect(idsOf({ view: 'history' })).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('every condition narrows, and several do together', () => {
    expect(idsOf({ view: 'history', from: t0 + 10, to: t0 + 30 })).toEqual([4, 3, 2]);
    expect(idsOf({ view: 'history', priorities: [1] })).toEqual([6, 5, 2]);
    expect(idsOf({ groups: ['spi', 'cci'] })).toEqual([4, 7]);
    expect(idsOf({ groups: ['inverter'], device: 1, priorities: [3] })).toEqual([1]);
    expect(idsOf({ words: ['ätna', 'spi01'] })).toEqual([4]);
    expect(idsOf({ words: ['%'] })).toEqual([]);
  });

  test('counts say what every other choice would find', () => {
    const cells = store.counts(everything);
    const count = (change: Partial<AlarmFilter>) => sumOf(cells, { ...everything, ...change });
    expect(count({})).toBe(6);
    expect(count({ view: 'history' })).toBe(7);
    expect(count({ view: 'unacknowledged', groups: ['inverter'] })).toBe(2);
    expect(count({ view: 'history', priorities: [1] })).toBe(3);
    const early = store.counts({ ...everything, to: t0 + 10 });
    expect(sumOf(early, { ...everything, view: 'history' })).toBe(2);
  });

  test('counts follow what is over since', () => {
    const count = () => sumOf(store.counts(everything), { ...everything, view: 'history', priorities: [1] });
    expect(count()).toBe(3);
    add({ id: 8, priority: 1, state: 'chiuso', isPresent: false });
    expect(count()).toBe(4);
  });

  test('earlier occurrences are of the same alarm on the same device', () => {
    add({ id: 8, subject: { group: 'inverter', device: 1, name: 'INV 01' } });
    const earlier = store.earlier(
      exampleOccurrence({ id: 8, subject: { group: 'inverter', device: 1, name: 'INV 01' } }),
    );
    expect(earlier.map(({ id }) => id)).toEqual([3, 1]);
  });
});

test.each(['current', 'history'] as const)('pages of %s show each row once while others arrive', view => {
  for (let id = 1; id <= 50; id++)
    add({ id, priority: id % 2 === 0 ? 1 : 3, begin: t0 + Math.floor(id / 3) });
  const shown: number[] = [];
  let arriving = 51;
  for (let after = null, isFirst = true; isFirst || after; isFirst = false) {
    const { occurrences, next } = store.list({ ...everything, view }, after, 7);
    shown.push(...occurrences.map(({ id }) => id));
    add({ id: arriving++, priority: 1, begin: t0 + 1000 });
    after = next;
  }
  expect(shown.length).toBe(new Set(shown).size);
  expect(shown.filter(id => id <= 50).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  );
});

describe('retention', () => {
  beforeEach(() => {
    for (let id = 1; id <= 10; id++) add({ id, state: id === 1 ? 'attivo' : 'chiuso', begin: t0 + id * 100 });
  });

  test('gives up what is over and older than it says, with its steps', () => {
    store.trim(t0 + 1000, { seconds: 500, occurrences: 100 });
    expect(idsOf({ view: 'history' })).toEqual([10, 9, 8, 7, 6, 5, 1]);
    expect(store.story(2)).toEqual([]);
    expect(store.story(5)).toHaveLength(1);
  });

  test('gives up the oldest of too many, never what is not over', () => {
    store.trim(t0 + 1000, { seconds: 1e9, occurrences: 4 });
    expect(idsOf({ view: 'history' })).toEqual([10, 9, 8, 1]);
    expect(sumOf(store.counts(everything), { ...everything, view: 'history' })).toBe(4);
  });
});

test('what has lasted for months is found in any part of its time, and what was over before is not', () => {
  const day = 86_400;
  add({ id: 1, begin: t0 - 200 * day });
  add({ id: 2, begin: t0 - 100 * day, state: 'chiuso', end: t0 + day });
  add({ id: 3, begin: t0 - 100 * day, state: 'chiuso', end: t0 - day });
  add({ id: 4, begin: t0 - day, state: 'chiuso', end: t0 + 2 * day });
  const span = { from: t0, to: t0 + 30 * day, until: t0 + 30 * day };
  expect(store.times(['INV01'], span)).toMatchObject([
    { id: 1, begin: t0 - 200 * day, end: null },
    { id: 2, begin: t0 - 100 * day, end: t0 + day },
    { id: 4, begin: t0 - day, end: t0 + 2 * day },
  ]);
  expect(store.sums(span)).toMatchObject([{ code: 'INV01', occurrences: 3, seconds: 33 * day }]);
});

test('trends leave out events and what was before, the most frequent first', () => {
  add({ id: 1, begin: t0 - 1 });
  add({ id: 2, begin: t0, times: 3 });
  add({ id: 3, begin: t0 + 5, times: 2, priority: 3 });
  add({ id: 4, begin: t0 + 6, times: 4, code: 'INV05' });
  add({ id: 5, begin: t0 + 7, times: 9, code: 'CCI02', priority: 5 });
  expect(store.begins(alarmGroups, t0)).toEqual([
    [t0, 2],
    [t0 + 5, 3],
    [t0 + 6, 2],
  ]);
  const { subject } = exampleOccurrence();
  expect(store.frequent(alarmGroups, t0)).toEqual([
    { code: 'INV01', subject, priority: 3, times: 5 },
    { code: 'INV05', subject, priority: 2, times: 4 },
  ]);
  expect(store.frequent(['cci'], t0)).toEqual([]);
});

test('changed rules survive', () => {
  store.rules.put({ code: 'INV07', changed: { soglia: 80 }, version: 2 });
  store.rules.put({ code: 'INV07', changed: { soglia: 90, abilitato: false }, version: 3 });
  reopen();
  expect(store.rules.all()).toEqual([
    { code: 'INV07', changed: { soglia: 90, abilitato: false }, version: 3 },
  ]);
});
