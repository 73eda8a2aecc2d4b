import { expect, test } from 'vitest';
import { Counter } from '../../../../src/datalogger/plant/counters/counter';

/** An inverter of 100 kW that is read every `everyS`, its counter in a register of its own every `slowS`. */
function rig(slowS = 15, everyS = 15) {
  const counter = new Counter();
  let [t, kwh, gained, readAt, raw] = [0, 50_000, 0, 0, 50_000];
  const changes: unknown[] = [];
  const run = (seconds: number, kw: number, shows: (kwh: number) => number | null = own => own) => {
    for (const end = t + seconds; t < end; ) {
      t += everyS;
      kwh += (kw * everyS) / 3600;
      if (t - readAt >= slowS) [readAt, raw] = [t, Math.round(100 * (shows(kwh) ?? 0)) / 100];
      const verdict = counter.read(raw, {
        at: t,
        readAt,
        validS: 3 * everyS,
        powerKw: kw,
        mostKw: 110,
        usualKw: 110,
      });
      gained += verdict.gained;
      if (verdict.newBase) changes.push(verdict.newBase);
    }
  };
  return {
    counter,
    changes,
    run,
    /** Nothing is read, while the device goes on. */
    silence: (seconds: number, kw: number) => {
      t += seconds;
      kwh += (kw * seconds) / 3600;
    },
    /** The fast registers are read once more, the counter is not. */
    readsOld: (kw: number) => {
      t += 15;
      kwh += (kw * 15) / 3600;
      const verdict = counter.read(raw, {
        at: t,
        readAt,
        validS: 45,
        powerKw: kw,
        mostKw: 110,
        usualKw: 110,
      });
      gained += verdict.gained;
      return verdict;
    },
    get off() {
      return kwh - 50_000 - gained;
    },
  };
}

test('a register that was not read again ends no gap: the energy of twenty silent minutes is counted', () => {
  const inverter = rig(60);
  inverter.run(600, 80);
  inverter.silence(1200, 80);
  inverter.readsOld(80);
  inverter.run(600, 80);
  expect(Math.abs(inverter.off)).toBeLessThan(3);
  expect(inverter.changes).toEqual([]);
});

test('a wrong register is not confirmed by answers in which it was not read again', () => {
  const inverter = rig(60);
  inverter.run(600, 80);
  inverter.silence(300, 0);
  // One reading that only the gap explains.
  inverter.run(60, 0, kwh => kwh + 8);
  inverter.run(300, 0);
  expect(Math.abs(inverter.off)).toBeLessThan(3);
});

test('a base after a gap in which the device can have made energy is uncertain, one by night is not', () => {
  const [day, night] = [rig(), rig()];
  for (const each of [day, night]) each.run(600, 80);
  day.silence(7200, 80);
  day.run(900, 80, kwh => kwh - 40_000);
  expect(day.changes).toHaveLength(1);
  expect(day.counter.missedAt).not.toBeNaN();
  expect(day.counter.keep()?.missedAt).toBe(day.counter.missedAt);
  night.run(600, 0);
  night.run(600, 0, kwh => kwh - 40_000);
  expect(night.changes).toHaveLength(1);
  expect(night.counter.missedAt).toBeNaN();
});

test('a board that counts in another unit leaves the counter uncertain after two minutes of power', () => {
  const inverter = rig();
  inverter.run(600, 80);
  inverter.run(600, 80, kwh => kwh / 1000);
  expect(inverter.changes).toHaveLength(1);
  expect(inverter.counter.last?.reason).toBe('contatore');
});

test('a first reading has no total until two more agree with it', () => {
  const inverter = rig();
  inverter.run(30, 80);
  expect(inverter.counter.last?.total).toBeNull();
  inverter.run(15, 80);
  expect(inverter.counter.last?.total).toBeGreaterThan(49_999);
});

test('a meter with six digits goes on over their end', () => {
  const inverter = rig();
  inverter.run(600, 80, kwh => kwh + 49_980);
  inverter.run(1200, 80, kwh => (kwh + 49_980) % 100_000);
  expect(Math.abs(inverter.off)).toBeLessThan(2);
  expect(inverter.changes).toEqual([]);
  expect(inverter.counter.last?.shown).toBeGreaterThan(100_000);
});

test('what the changes of a day lose together leaves the day uncertain, what one loses does not', () => {
  const device = rig();
  device.run(600, 100);
  device.run(600, 100, own => own + 1000);
  expect(device.changes).toHaveLength(1);
  expect(device.counter.missedAt).toBeNaN();
  for (let count = 2; count <= 6; count++) device.run(600, 100, own => own + 1000 * count);
  expect(device.changes).toHaveLength(6);
  expect(device.counter.missedAt).not.toBeNaN();
});

test('a gap after a change ends on the new base, and leaves its day uncertain where the former one explains it too', () => {
  const device = rig();
  device.run(600, 50);
  device.run(600, 50, own => own + 50);
  device.silence(4 * 3600, 4);
  const before = device.off;
  device.run(300, 0, own => own + 50);
  expect(device.changes).toHaveLength(1);
  expect(Math.abs(device.off - before)).toBeLessThan(17);
  expect(device.off).toBeLessThan(1);
  expect(device.counter.missedAt).not.toBeNaN();
});

test.each([
  ['by night', 0],
  ['by day', 80],
] as const)('3 kWh more for good %s are no energy, or leave the day uncertain', (_, kw) => {
  const device = rig();
  device.run(600, 80);
  device.run(600, kw);
  device.run(1200, kw, own => own + 3);
  const isEnergy = Math.abs(device.off) > 1;
  expect(isEnergy && Number.isNaN(device.counter.missedAt)).toBe(false);
});

test('a change that is taken back leaves uncertain what was so before it', () => {
  const device = rig();
  device.run(600, 80);
  device.silence(1200, 80);
  device.run(600, 0, own => own - 40_000);
  const missed = device.counter.missedAt;
  expect(missed).not.toBeNaN();
  device.run(420, 0, own => 1000 * (own - 40_000));
  device.run(600, 0, own => own - 40_000);
  expect(device.changes).toHaveLength(3);
  expect(device.counter.missedAt).toBe(missed);
});

test.each([
  [15, 0.5],
  [60, 0.5],
  [60, 2],
] as const)(
  'read every %i s, a counter that ran %d times as fast for hours leaves the day uncertain',
  (everyS, factor) => {
    const device = rig(everyS, everyS);
    device.run(3600, 40);
    let before = 0;
    device.run(3 * 3600, 40, own => {
      before ||= own;
      return before + factor * (own - before);
    });
    expect(device.counter.last?.reason).toBe('contatore');
    device.run(2 * 3600, 40, own => own + (factor - 1) * 120);
    expect(Math.abs(device.off)).toBeGreaterThan(40);
    expect(device.counter.missedAt).not.toBeNaN();
  },
);

test('a counter that stood for hours and has made up for it is not uncertain', () => {
  const device = rig();
  device.run(3600, 40);
  let before = 0;
  device.run(2 * 3600, 40, own => {
    before ||= own;
    return before;
  });
  expect(device.counter.last?.reason).toBe('contatore');
  device.run(2 * 3600, 40);
  expect(Math.abs(device.off)).toBeLessThan(2);
  expect(device.counter.missedAt).toBeNaN();
});
