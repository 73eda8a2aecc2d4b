import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { combine, emptyFrame, type Frame } from '../../../../src/datalogger/storage/measures/frame';
import {
  defaultRetention,
  fieldIndex,
  fieldsOf,
  type KeptGroup,
  tiers,
} from '../../../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import {
  dayFrames,
  nextDay,
  quarterFrames,
  rollUp,
} from '../../../../src/datalogger/storage/measures/rollup';

const zone = 'Europe/Rome';
const width = fieldsOf('inverter').length;
const eday = fieldIndex('inverter', 'eday');
const pac = fieldIndex('inverter', 'pac');
const eff = fieldIndex('inverter', 'eff');

let store: Measures;
beforeEach(() => {
  store = openMeasures(':memory:');
});
afterEach(() => store.close());

/** A minute of one inverter: Wh, stored power, seconds that were sampled. */
interface Minute {
  readonly t: number;
  readonly wh: number;
  readonly power: number;
  readonly seconds: number;
}

function frameOf({ t, wh, power, seconds }: Minute): Frame {
  const frame = emptyFrame('inverter', t, [7]);
  frame.values[0] = seconds;
  frame.values[eday] = wh;
  frame.values[pac] = power;
  frame.values[pac + 1] = power;
  frame.values[eff] = 97 * seconds;
  frame.values[eff + 1] = 100 * seconds;
  return frame;
}

function write(minutes: readonly Minute[]): void {
  store.transaction(() => {
    for (const minute of minutes) store.put('minute', 'inverter', frameOf(minute));
  });
}

function close(until: number): void {
  store.transaction(() => rollUp(store, zone, until, { minuteDays: 14, quarterDays: 760 }));
}

const read = (frame: Frame | undefined, field: number) => frame?.values[field] ?? Number.NaN;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('roll-up from minutes to quarters to days to years', () => {
  const days = fc.record({
    // The days on which the clocks change are as likely as all others together.
    day: fc.oneof(
      fc.constantFrom([2026, 3, 29], [2026, 10, 25], [2028, 2, 29], [2026, 12, 31]),
      fc.tuple(
        fc.integer({ min: 2020, max: 2035 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
      ),
    ),
    seed: fc.array(
      fc.record({
        wh: fc.nat(20_000),
        power: fc.integer({ min: -20, max: 100_000 }),
        seconds: fc.constantFrom(5, 30, 60),
        isGap: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  });

  test('loses no energy on a thousand days, of 23, 24 or 25 hours, with or without gaps', () => {
    fc.assert(
      fc.property(days, ({ day: [year = 0, month = 0, day = 0], seed }) => {
        const from = startOfDay(zone, year, month, day);
        const to = startOfDay(zone, year, month, day + 1);
        const minutes: Minute[] = [];
        for (let t = from, index = 0; t < to; t += 60, index++) {
          const minute = seed[index % seed.length];
          if (minute && !minute.isGap) minutes.push({ t, ...minute });
        }
        const expected = sum(minutes.map(({ wh }) => wh));
        write(minutes);
        const before = dayFrames(store, 'inverter', zone, from, to)[0];
        close(to);
        close(to);
        const quarters = store.frames('quarter', 'inverter', from, to);
        const [closed, ...others] = store.frames('day', 'inverter', 0, to + 1);
        expect(others).toEqual([]);
        if (minutes.length > 0) {
          const covered = sum(minutes.map(({ seconds }) => seconds));
          const weighted = sum(minutes.map(({ power, seconds }) => power * seconds)) / covered;
          expect(read(before, eday)).toBe(expected);
          expect(sum(quarters.map(frame => read(frame, eday)))).toBe(expected);
          expect(read(closed, eday)).toBe(expected);
          expect(read(closed, 0)).toBe(covered);
          expect(Math.abs(read(closed, pac) - weighted)).toBeLessThanOrEqual(1.5);
          expect(read(closed, pac + 1)).toBe(Math.max(...minutes.map(({ power }) => power)));
          expect(read(closed, eff) / read(closed, eff + 1)).toBe(0.97);
        }
        for (const tier of ['minute', 'quarter', 'day'] as const) store.remove(tier, 'inverter', 0, to + 1);
      }),
      { numRuns: 1000 },
    );
  });

  test('a month is the sum of its days, and months of the year', () => {
    const from = startOfDay(zone, 2026, 3, 1);
    const minutes: Minute[] = [];
    for (let t = from; t < startOfDay(zone, 2026, 4, 1); t += 3600) {
      minutes.push({ t, wh: t % 977, power: 1, seconds: 60 });
    }
    write(minutes);
    close(startOfDay(zone, 2026, 4, 1));
    const stored = store.frames('day', 'inverter', from, startOfDay(zone, 2026, 4, 1));
    expect(stored).toHaveLength(31);
    expect(read(combine('inverter', from, stored), eday)).toBe(sum(minutes.map(({ wh }) => wh)));
  });
});

test('a slot without minutes stays a gap, and the one that is filling is read from its minutes', () => {
  const from = startOfDay(zone, 2026, 6, 21);
  write([0, 1, 45, 46].map(minute => ({ t: from + minute * 60, wh: 10, power: 5, seconds: 60 })));
  close(from + 47 * 60);
  expect(quarterFrames(store, 'inverter', from, nextDay(zone, from)).map(({ t }) => t - from)).toEqual([
    0, 2700,
  ]);
});

test('a device that comes later joins, and does not change what was before', () => {
  const day = startOfDay(zone, 2026, 6, 21);
  const later = emptyFrame('inverter', day + 60, [3, 7]);
  later.values[0] = 60;
  later.values[eday] = 4;
  later.values[width] = 60;
  later.values[width + eday] = 5;
  store.put('minute', 'inverter', frameOf({ t: day, wh: 1, power: 1, seconds: 60 }));
  store.put('minute', 'inverter', later);
  const [today] = dayFrames(store, 'inverter', zone, day, day + 3600);
  expect(today?.ids).toEqual([3, 7]);
  expect([read(today, eday), read(today, width + eday)]).toEqual([4, 6]);
  expect(store.deviceIds('inverter')).toEqual([3, 7]);
});

/** Days that were measured too. */
function putDays(group: KeptGroup, from: number, to: number): void {
  for (let t = from; t < to; t = nextDay(zone, t)) store.put('day', group, emptyFrame(group, t, [1]));
}

test('minutes and quarters go after their retention, days stay', () => {
  const first = startOfDay(zone, 2024, 1, 1);
  write([{ t: first, wh: 9, power: 1, seconds: 60 }]);
  close(first + 2 * 86_400);
  const late = startOfDay(zone, 2027, 1, 1);
  store.transaction(() => putDays('inverter', nextDay(zone, first), late));
  write([{ t: late, wh: 1, power: 1, seconds: 60 }]);
  close(late + 2 * 86_400);
  expect(store.frames('minute', 'inverter', 0, late)).toEqual([]);
  expect(store.frames('quarter', 'inverter', 0, late)).toEqual([]);
  expect(read(store.frames('day', 'inverter', 0, late)[0], eday)).toBe(9);
});

test('as delivered: minutes of the plant for 400 days, of inverters for 14, quarters for ten years, days for ever', () => {
  const first = startOfDay(zone, 2026, 1, 1);
  const groups = ['impianto', 'inverter'] as const;
  let measuredTo = first;
  /** What is left of the first day when that many more have passed and were sampled. */
  const leftAfter = (days: number) => {
    const day = startOfDay(zone, 2026, 1, 1 + days);
    store.transaction(() => {
      for (const group of groups) {
        putDays(group, measuredTo, day);
        store.put('minute', group, { ...emptyFrame(group, day, [1]), t: day });
      }
      measuredTo = nextDay(zone, day);
      rollUp(store, zone, day + 86_400 + 3600, defaultRetention);
    });
    return groups.map(group =>
      tiers.filter(tier => store.frames(tier, group, first, first + 86_400).length > 0).join(),
    );
  };
  leftAfter(0);
  expect(leftAfter(10)).toEqual(['minute,quarter,day', 'minute,quarter,day']);
  expect(leftAfter(15)).toEqual(['minute,quarter,day', 'quarter,day']);
  expect(leftAfter(398)).toEqual(['minute,quarter,day', 'quarter,day']);
  expect(leftAfter(401)).toEqual(['quarter,day', 'quarter,day']);
  expect(leftAfter(3650)).toEqual(['quarter,day', 'quarter,day']);
  expect(leftAfter(3661)).toEqual(['day', 'day']);
  expect(leftAfter(10_000)).toEqual(['day', 'day']);
});

test('a clock that is ten years ahead makes nothing old', () => {
  const first = startOfDay(zone, 2026, 6, 10);
  write([{ t: first, wh: 9, power: 1, seconds: 60 }]);
  close(first + 3600);
  const ahead = startOfDay(zone, 2036, 6, 10);
  write([{ t: ahead, wh: 1, power: 1, seconds: 60 }]);
  close(ahead + 3 * 86_400);
  expect(store.frames('minute', 'inverter', first, first + 60)).toHaveLength(1);
  expect(store.frames('quarter', 'inverter', first, first + 900)).toHaveLength(1);
});

test('ten years between two slots cost no more reads than a day', () => {
  const first = startOfDay(zone, 2026, 6, 10);
  write([{ t: first, wh: 9, power: 1, seconds: 60 }]);
  close(first + 900);
  const ahead = startOfDay(zone, 2036, 6, 10);
  write([{ t: ahead, wh: 1, power: 1, seconds: 60 }]);
  const frames = vi.spyOn(store, 'frames');
  close(ahead + 3600);
  const reads = frames.mock.calls.length;
  frames.mockRestore();
  expect(reads).toBeLessThan(10);
  expect(quarterFrames(store, 'inverter', ahead, ahead + 900)).toHaveLength(1);
  expect(dayFrames(store, 'inverter', zone, first, first + 86_400)).toHaveLength(1);
});

test('two days that were not closed are read in small parts: those of a large plant would not fit into the memory', () => {
  const from = startOfDay(zone, 2026, 6, 10);
  write(
    Array.from({ length: 2880 }, (_, minute) => ({ t: from + 60 * minute, wh: 1, power: 1, seconds: 60 })),
  );
  const frames = vi.spyOn(store, 'frames');
  close(from + 2 * 86_400);
  const sizes = frames.mock.results.map(({ value }) => value.length);
  frames.mockRestore();
  expect(Math.max(...sizes)).toBeLessThanOrEqual(120);
  expect(store.frames('day', 'inverter', from, from + 2 * 86_400)).toHaveLength(2);
});
