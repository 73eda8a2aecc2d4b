import { describe, expect, test } from 'vitest';
import { Counter } from '../../../../src/datalogger/plant/counters/counter';
import type { CounterContext, NewBase } from '../../../../src/datalogger/plant/counters/readings';
import { uniform } from '../../../../src/datalogger/sources/simulator/physics/random';

/** kWh of 2^32 steps of a Wh, which is the range of a SunSpec counter with the scale factor 0. */
const range = 4_294_967.296;
const hour = 3600;

/** The counter of an inverter of 100 kW that is read every 5 s. */
function inverter(from = 100_000, powerKw: number | null = 100) {
  const counter = new Counter();
  const changes: NewBase[] = [];
  let [at, gained, lowest] = [1_000_000, 0, Number.NEGATIVE_INFINITY];
  const rig = {
    counter,
    changes,
    /** What the device itself has counted. */
    true: from,
    get gained() {
      return gained;
    },
    get at() {
      return at;
    },
    reads(raw: number | null, context: Partial<CounterContext> & { readonly afterS?: number } = {}) {
      at += context.afterS ?? 5;
      const verdict = counter.read(raw, {
        at,
        validS: 30,
        mostKw: 110,
        usualKw: 110,
        powerKw,
        ...context,
      });
      gained += verdict.gained;
      if (verdict.newBase) changes.push(verdict.newBase);
      expect(verdict.gained).toBeGreaterThanOrEqual(0);
      if (verdict.total !== null) {
        expect(verdict.total).toBeGreaterThanOrEqual(lowest);
        lowest = verdict.total;
      }
      return verdict;
    },
    /** The device goes on for a time and shows what `shows` makes of its counter. */
    runs(seconds: number, shows: (kwh: number) => number | null = kwh => kwh, kw = 100) {
      let last = counter.last;
      for (let t = 0; t < seconds; t += 5) {
        rig.true += (kw * 5) / hour;
        last = rig.reads(shows(Math.floor(100 * rig.true) / 100), { powerKw: kw });
      }
      return last;
    },
  };
  return rig;
}

const counted = (rig: ReturnType<typeof inverter>) => rig.true - 100_000;

test.each([
  ['one answer far too high', 5, (kwh: number) => kwh + 73_795],
  ['one answer a little too high', 5, (kwh: number) => kwh + 12],
  ['half a minute too high', 30, (kwh: number) => kwh + 12],
  ['three minutes too high', 180, (kwh: number) => kwh + 73_795],
  ['all ones for 90 s', 90, () => 4_294_967.295],
  ['all ones in steps of 10 Wh', 90, () => 42_949_672.95],
  ['0x80000000 without sign', 60, () => 2_147_483.648],
  ['zeros for a minute', 60, () => 0],
  ['nothing for a minute', 60, () => null],
  ['three minutes too low', 180, (kwh: number) => kwh - 90_000],
  ['noise', 60, (kwh: number) => (kwh * 7919) % 200_000],
  ['an hour too high', hour, (kwh: number) => kwh + 5000],
  ['an hour too low', hour, (kwh: number) => kwh - 5000],
  ['an hour of the same reading', hour, () => 100_005],
  ['ten times too high for a minute', 60, (kwh: number) => kwh * 10],
] as const)('%s: the energy is right afterwards', (_, seconds, shows) => {
  const rig = inverter();
  rig.runs(600);
  rig.runs(seconds, shows);
  const last = rig.runs(600);
  expect(rig.gained).toBeCloseTo(counted(rig), 0);
  expect(last?.shown).toBeCloseTo(rig.true, 0);
  expect(last?.reason).toBeNull();
});

test('in other steps it counts no more than the power made, and is doubted until that is shown', () => {
  const rig = inverter(2_209_700, 80);
  rig.runs(600, undefined, 80);
  const before = rig.gained;
  const began = rig.true;
  const lie = rig.runs(240, kwh => kwh * 10, 80);
  expect(lie?.reason).toBe('contatore');
  expect(rig.gained - before).toBeLessThan(1.04 * (rig.true - began) + 1);
  rig.runs(600, kwh => kwh * 10, 80);
  let lastAhead = 0;
  for (let t = 0; t < 1800; t += 5) {
    const verdict = rig.runs(5, undefined, 80);
    const ahead = rig.gained - (rig.true - 2_209_700);
    if (verdict?.reason === null) lastAhead = Math.max(lastAhead, ahead);
  }
  expect(lastAhead).toBeLessThan(2.2);
  expect(rig.counter.last?.reason).toBeNull();
});

test('a counter that stands while power is made is doubted within a quarter of an hour, and is right when it goes on', () => {
  const rig = inverter();
  rig.runs(1200);
  const stood = rig.true;
  expect(rig.runs(360, () => stood)?.reason).toBeNull();
  expect(rig.runs(540, () => stood)?.reason).toBe('contatore');
  expect(rig.runs(60)?.reason).toBeNull();
  expect(rig.gained).toBeCloseTo(counted(rig), 0);
  expect(rig.counter.missedAt).toBeNaN();
});

test.each([10, 1000, 0.1, 0.001, 0])(
  'a counter that counts %d times what is made from its first reading on is doubted, and its day after it is mended too',
  factor => {
    const rig = inverter(1000);
    const wrong = (kwh: number) => 1000 + Math.round((kwh - 1000) * factor * 100) / 100;
    const last = rig.runs(factor === 0 ? 3900 : 960, wrong);
    expect(last?.reason === 'contatore' || rig.counter.missedAt > 0).toBe(true);
    rig.runs(2 * hour);
    expect(rig.counter.missedAt > 0 || Math.abs(rig.gained - (rig.true - 1000)) < 2).toBe(true);
  },
);

test('a small jump for good that no power of the last minutes explains leaves the day uncertain', () => {
  const site = { mostKw: 6000, usualKw: 900 } as const;
  const reads = (by: number) => {
    const rig = inverter(100_000, 3);
    for (let t = 0; t < 1200; t += 5) {
      rig.true += (3 * 5) / hour;
      const isRead = t < 300 || t > 540;
      const raw = isRead ? Math.floor(rig.true) + (t < 900 ? 0 : by) : null;
      rig.reads(raw, { ...site, powerKw: isRead ? 3 : null });
    }
    return rig.counter.missedAt;
  };
  expect(reads(0)).toBeNaN();
  expect(reads(7)).toBeGreaterThan(1_000_000);
});

test('a restart while a counter is in doubt leaves the day uncertain', () => {
  const rig = inverter();
  rig.runs(600);
  expect(rig.counter.keep()?.missedAt).toBeNull();
  rig.runs(60, kwh => kwh + 500);
  expect(rig.counter.keep()?.missedAt).toBe(rig.at);
  rig.runs(60);
  expect(rig.counter.keep()?.missedAt).toBeNull();
});

test('a short lie is held with its reason, and announces nothing', () => {
  const rig = inverter();
  rig.runs(600);
  const before = rig.counter.last?.shown;
  const lie = rig.runs(60, kwh => kwh + 73_795);
  expect(lie).toMatchObject({ shown: before, reason: 'contatore' });
  expect(rig.runs(5, () => 0xffffffff / 1000)).toMatchObject({ shown: before, reason: 'assente' });
  rig.runs(60);
  expect(rig.changes).toEqual([]);
});

test.each([
  ['up by 500,000 kWh', 500_000],
  ['down to almost nothing', -100_000],
] as const)('a reading that goes %s for good is a new base with no energy, announced once', (_, by) => {
  const rig = inverter();
  rig.runs(600);
  const [reached, before] = [rig.true, rig.counter.last?.total ?? 0];
  const last = rig.runs(2 * hour, kwh => kwh + by);
  expect(last?.shown).toBeCloseTo(rig.true + by, 0);
  expect(last?.total).toBeCloseTo(before + rig.true - reached, 0);
  expect(rig.gained).toBeCloseTo(counted(rig), 0);
  expect(rig.changes).toHaveLength(1);
  expect(rig.changes[0]?.from).toBeCloseTo(reached, 0);
  expect((rig.changes[0]?.to ?? 0) - by).toBeCloseTo(reached + (100 * 300) / hour, 0);
});

test('a lie that was announced is taken back when the device shows again what it has counted', () => {
  const rig = inverter();
  rig.runs(600);
  rig.runs(hour, kwh => kwh + 5000);
  rig.runs(600);
  expect(rig.changes).toHaveLength(2);
  expect(rig.gained).toBeCloseTo(counted(rig), 0);
});

test('the end of 32 bits is no break', () => {
  const rig = inverter(4_294_960);
  rig.reads(4_294_960);
  for (let count = 0; count < 100; count++) {
    rig.true += (100 * 5) / hour;
    rig.reads(rig.true % range);
  }
  expect(rig.gained).toBeCloseTo(rig.true - 4_294_960, 3);
  expect(rig.counter.last?.total).toBeCloseTo(rig.true, 3);
  expect(rig.changes).toEqual([]);
});

describe('silence', () => {
  test.each([
    ['within the rated power', 750, 750],
    ['beyond the rated power', 1250, 0],
  ] as const)('of ten hours: what the counter moved %s', (_, moved, energy) => {
    const rig = inverter();
    rig.runs(60);
    const before = rig.gained;
    rig.true += moved;
    rig.reads(rig.true, { afterS: 10 * hour });
    rig.runs(100, kwh => kwh, 0);
    expect(rig.gained - before).toBeCloseTo(energy, 0);
  });

  test('energy of a gap is believed when it is read for 90 s', () => {
    const rig = inverter();
    rig.runs(60);
    const before = rig.gained;
    expect(rig.reads(rig.true + 700, { afterS: 10 * hour })).toMatchObject({
      shown: null,
      reason: 'contatore',
    });
    rig.reads(rig.true + 0.1);
    rig.runs(60);
    expect(rig.gained - before).toBeLessThan(3);
  });
});

test('a counter that moves in steps of 10 kWh every six minutes counts all of them', () => {
  const rig = inverter();
  rig.runs(10 * hour, kwh => Math.floor(kwh / 10) * 10);
  expect(counted(rig) - rig.gained).toBeLessThan(21);
  expect(rig.changes).toEqual([]);
});

test.each([
  ['not read beside it', null],
  ['wrongly read as 0', 0],
] as const)('a power that is %s leaves the energy as the counter has it', (_, powerKw) => {
  const rig = inverter(100_000, powerKw);
  rig.reads(100_000);
  for (let count = 0; count < 720; count++) {
    rig.true += (100 * 5) / hour;
    rig.reads(Math.floor(10 * rig.true) / 10);
  }
  expect(rig.gained).toBeCloseTo(100, 0);
});

test('a counter that creeps at night faster than the device can count is not believed for long', () => {
  const rig = inverter();
  rig.runs(60);
  const before = rig.gained;
  for (let count = 0; count < 720; count++) {
    rig.true += 0.5;
    rig.reads(rig.true, { powerKw: 0 });
  }
  expect(rig.gained - before).toBeLessThan(140);
});

test('a first reading that nothing confirms is replaced without energy', () => {
  const rig = inverter();
  rig.reads(873_000);
  rig.runs(60);
  expect(rig.gained).toBeLessThan(2);
  expect(rig.counter.last?.total).toBeCloseTo(rig.true, 0);
  expect(rig.changes).toEqual([]);
});

test('what was made between first readings that did not hold and good ones leaves the day uncertain', () => {
  const rig = inverter();
  for (let count = 0; count < 48; count++) {
    rig.true += 0.13;
    rig.reads(9_400_000 + 9000 * count, { powerKw: null });
  }
  rig.runs(60);
  expect(rig.counter.last?.total).toBeCloseTo(rig.true, 0);
  expect(rig.at - rig.counter.missedAt).toBeLessThan(120);
});

test('a counter that shows 0 until it knows its reading begins there', () => {
  const rig = inverter();
  rig.runs(30, () => 0);
  expect(rig.counter.last?.shown).toBe(0);
  rig.runs(60);
  expect(rig.gained).toBeLessThan(2);
  expect(rig.counter.last?.total).toBeCloseTo(rig.true, 0);
});

describe('a restart', () => {
  const restarted = (old: ReturnType<typeof inverter>) => {
    const next = inverter(old.true);
    const kept = old.counter.keep();
    const earlier = <T extends { readonly at: number }>(base: T): T => ({
      ...base,
      at: base.at + next.at - hour - old.at,
    });
    if (kept) next.counter.resume({ ...earlier(kept), former: kept.former && earlier(kept.former) });
    return next;
  };

  test('loses no energy, and shows at once what was counted before', () => {
    const old = inverter();
    old.runs(600);
    const total = old.counter.last?.total ?? 0;
    const next = restarted(old);
    expect(next.counter.last?.total).toBeCloseTo(total, 6);
    next.true += 50;
    next.runs(120);
    expect(next.counter.last?.total).toBeCloseTo(next.true, 0);
    expect(next.gained).toBeCloseTo(next.true - old.true, 0);
  });

  test('knows the breaks that were before it', () => {
    const old = inverter();
    old.runs(600);
    old.runs(hour, kwh => kwh + 500_000);
    const total = old.counter.last?.total ?? 0;
    const next = restarted(old);
    next.runs(60, kwh => kwh + 500_000);
    expect(next.counter.last?.total).toBeCloseTo(total + next.gained, 3);
    expect(next.changes).toEqual([]);
  });

  test('during a lie takes the true reading again', () => {
    const old = inverter();
    old.runs(600);
    old.runs(60, kwh => kwh + 12_000);
    const next = restarted(old);
    next.runs(60, kwh => kwh + 12_000);
    next.runs(120);
    expect(next.counter.last?.shown).toBeCloseTo(next.true, 0);
    expect(old.gained + next.gained).toBeCloseTo(next.true - 100_000, 0);
  });

  test('after a lie that became a base takes the true reading with what was made meanwhile', () => {
    const old = inverter();
    old.runs(600);
    old.runs(900, kwh => kwh + 260_000);
    expect(old.changes).toHaveLength(1);
    const next = restarted(old);
    next.true += 14;
    next.runs(600);
    expect(next.counter.last?.shown).toBeCloseTo(next.true, 0);
    expect(old.gained + next.gained).toBeCloseTo(next.true - 100_000, 0);
    expect(next.changes).toHaveLength(1);
  });

  test('with another device in the place of the old one counts nothing for the difference', () => {
    const old = inverter();
    old.runs(600);
    const next = restarted(old);
    next.true = 3;
    const began = next.true;
    next.runs(hour);
    expect(next.gained).toBeCloseTo(next.true - began, 0);
    expect(next.changes).toHaveLength(1);
  });
});

test.each([
  ['stuck', () => 100_050],
  ['half as fast', (kwh: number) => (kwh + 100_050) / 2],
  ['twice as fast', (kwh: number) => 2 * kwh - 100_050],
] as const)('a counter that is %s beside its power is uncertain within the hour', (_, shows) => {
  const rig = inverter();
  rig.runs(hour, kwh => kwh, 50);
  expect(rig.counter.last?.reason).toBeNull();
  const last = rig.runs(hour, shows, 50);
  expect(last?.reason).toBe('contatore');
});

test('a counter that runs while the power beside it is 0 is doubted within two minutes, and its day with it', () => {
  const rig = inverter();
  rig.runs(600);
  for (let t = 0; t < 600; t += 5) {
    rig.true += (60 * 5) / hour;
    const { reason } = rig.reads(Math.floor(100 * rig.true) / 100, { powerKw: 0 });
    if (t > 120) expect(reason).toBe('contatore');
  }
  expect(rig.counter.missedAt).toBeGreaterThan(rig.at - 600);
  // Power and counter agree again: the counter is right, its day is not.
  expect(rig.runs(900)?.reason).toBeNull();
  expect(rig.counter.missedAt).not.toBeNaN();
});

test.each([
  ['clouds, read every 8 s', 8, 0, 0.01],
  ['power that is 16 s late', 8, 2, 0.01],
  ['a counter in steps of a kWh', 5, 0, 1],
  ['a counter in steps of 10 kWh', 5, 0, 10],
  ['read every 30 s', 30, 0, 0.1],
])('%s: an honest counter is never doubted', (_, stepS, lateSteps, step) => {
  for (let seed = 1; seed <= 20; seed++) {
    let index = 0;
    const random = () => uniform(seed, 1, index++);
    const rig = inverter();
    const late: number[] = [];
    let powerKw = 100;
    for (let t = 0; t < 3 * hour; t += stepS) {
      // A cloud comes or goes between two readings, at any moment.
      const next = random() < stepS / 60 ? 5 + 100 * random() : powerKw;
      const share = random();
      rig.true += ((share * powerKw + (1 - share) * next) * stepS) / hour;
      powerKw = next;
      late.push(powerKw);
      const beside = late.at(-1 - lateSteps) ?? 100;
      const shown = Math.floor(rig.true / step) * step;
      expect(rig.reads(shown, { powerKw: beside, afterS: stepS }).reason, `seed ${seed}, ${t} s`).toBeNull();
    }
    expect(rig.counter.missedAt).toBeNaN();
  }
});
