import { describe, expect, test } from 'vitest';
import type { ActiveSettings } from '../../../../src/datalogger/automation/control/active-loop';
import { type ModelOptions, modelPlant } from './model-plant';

const deadTimes = [0.2, 1, 3, 8];

/** A plant of 1,000 kW and its loop; how far the power at the point of delivery is off the limit, % of the agreed power. */
function plantOf(options: ModelOptions, changes: Partial<ActiveSettings> = {}) {
  const { plant, loop } = modelPlant(options, changes);
  /** Lets 60 s pass under a new limit, then watches for two minutes. */
  const order = (limitKw: number) => {
    plant.pass(60, loop, limitKw);
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    plant.pass(120, loop, limitKw, ({ deliveredKw }) => {
      least = Math.min(least, deliveredKw);
      most = Math.max(most, deliveredKw);
    });
    return { least: (least - limitKw) / 10, most: (most - limitKw) / 10 };
  };
  return { plant, loop, order };
}

describe.each(deadTimes)('with a dead time of %d s', deadS => {
  test.each([20, 50, 100])('a limit of %d % is reached within 60 s, within 1 %', percent => {
    const { plant, loop, order } = plantOf({ deadS });
    plant.pass(30, loop, null);
    const { least, most } = order(10 * percent);
    expect(least).toBeGreaterThan(-1);
    expect(most).toBeLessThan(1);
    expect(plant.shortestPauseS).toBeGreaterThanOrEqual(10);
  });

  test('limits one after the other are reached, and none is passed by more than 2 %', () => {
    const { order } = plantOf({ deadS, loadKw: () => 80 });
    for (const kw of [500, 200, 800, 300, 350, 900, 0]) {
      const { least, most } = order(kw);
      expect([kw, least > -1, most < 1]).toEqual([kw, true, true]);
    }
  });

  test('a limit that is raised is not passed by more than 2 %', () => {
    const { plant, loop } = plantOf({ deadS });
    plant.pass(120, loop, 200);
    let most = 0;
    plant.pass(120, loop, 800, ({ deliveredKw }) => {
      most = Math.max(most, deliveredKw);
    });
    expect(most).toBeLessThan(820);
  });

  test('without export, steps of the consumption are followed within 60 s', () => {
    const loads = [300, 700, 100, 500, 0, 400];
    const { plant, loop } = plantOf({
      deadS,
      loadKw: s => loads[Math.floor((s - 0.5) / 300) % loads.length] ?? 0,
    });
    for (const [index] of loads.entries()) {
      plant.pass(60, loop, 0);
      plant.pass(240, loop, 0, ({ deliveredKw, s }) => {
        expect([s, deliveredKw <= 10, deliveredKw >= -10]).toEqual([s, true, true]);
      });
      expect(plant.s).toBe(300 * (index + 1));
    }
    expect(loop.deadTime.ms).toBeGreaterThan(0);
  });
});

test('a dead inverter at full power is compensated by the others', () => {
  const { plant, order } = plantOf({ deadS: 1 });
  const first = plant.machines[0];
  if (first) first.isSilent = true;
  const { least, most } = order(500);
  expect([least > -1, most < 1]).toEqual([true, true]);
  expect(first?.kw).toBe(100);
});

test('one slow line does not make the others swing', () => {
  const { order } = plantOf({ deadS: 0.5, slowS: 8 });
  for (const kw of [500, 200, 600]) {
    const { least, most } = order(kw);
    expect([kw, least > -1, most < 1]).toEqual([kw, true, true]);
  }
});

test('the dead time of a slow line is measured', () => {
  const slow = plantOf({ deadS: 8 });
  for (const kw of [800, 500, 200]) slow.order(kw);
  expect(slow.loop.deadTime.ms).toBeGreaterThan(8000);
  const quick = plantOf({ deadS: 0.2 });
  for (const kw of [900, 800, 700, 600, 500, 400, 300, 200]) quick.order(kw);
  expect(quick.loop.deadTime.ms).toBeLessThan(3000);
});

describe('without the meter', () => {
  test('the limits hold with the margin, whatever is consumed, and silent inverters count with all they may give', () => {
    const { plant, loop } = plantOf({ deadS: 1, loadKw: () => 200 });
    plant.pass(120, loop, 500);
    expect(plant.loop).toBe('closed');
    const first = plant.machines[0];
    if (first) first.isSilent = true;
    plant.hasMeter = false;
    plant.pass(10, loop, 500);
    expect(plant.loop).toBe('waiting');
    plant.pass(60, loop, 500);
    expect(plant.loop).toBe('open');
    expect(plant.madeKw - (first?.kw ?? 0)).toBeCloseTo(0.95 * 500 - 100, 0);
    plant.hasMeter = true;
    plant.pass(60, loop, 500);
    expect(plant.loop).toBe('closed');
    expect(Math.abs(plant.deliveredKw - 500)).toBeLessThan(10);
  });

  test('nothing is exported: no inverter gives anything', () => {
    const { plant, loop } = plantOf({ deadS: 1, loadKw: () => 200 });
    plant.hasMeter = false;
    plant.pass(60, loop, 0);
    expect(plant.madeKw).toBe(0);
  });
});

test.each([
  { deadS: 24, meterEveryS: 10, powerEveryS: 24, isSilent: false },
  { deadS: 12, meterEveryS: 8, powerEveryS: 20, isSilent: true },
  { deadS: 24, meterEveryS: 19, powerEveryS: 30, isSilent: true },
])('over a slow line a limit that is raised is followed within 60 s: %o', ({ isSilent, ...line }) => {
  const { plant, loop } = plantOf({ inverters: 20, ratedKw: 50, ...line });
  const [first] = plant.machines;
  if (first) first.isSilent = isSilent;
  plant.pass(120, loop, 400);
  let most = 0;
  plant.pass(60, loop, 600, ({ deliveredKw }) => {
    most = Math.max(most, deliveredKw);
  });
  expect(most).toBeLessThan(610);
  expect(plant.deliveredKw).toBeGreaterThan(590);
});

test('a limit that is raised while the powers of the inverters are old ones is followed at once', () => {
  const light = (inverter: number, s: number) => (inverter < 3 && s > 95 && s < 105 ? 0.2 : 1);
  const { plant, loop } = plantOf({ deadS: 2, powerEveryS: 25, light });
  plant.pass(118, loop, 400);
  plant.pass(20, loop, 600);
  expect(plant.deliveredKw).toBeGreaterThan(590);
  expect(plant.deliveredKw).toBeLessThan(610);
});

test('after a night without sun the limit holds from the first sunlight on', () => {
  const { plant, loop } = plantOf({ deadS: 3, light: (_, s) => (s < 3600 ? 0 : 1) });
  let most = 0;
  plant.pass(3700, loop, 400, ({ deliveredKw }) => {
    most = Math.max(most, deliveredKw);
  });
  expect(most).toBeLessThan(420);
  expect(plant.deliveredKw).toBeGreaterThan(390);
});

test('ramps up and down are kept', () => {
  const { plant, loop } = plantOf({ deadS: 0.5 }, { ramp: { upPercent: 20, downPercent: 60 } });
  plant.pass(30, loop, 500);
  expect(plant.deliveredKw).toBeGreaterThan(650);
  plant.pass(90, loop, 500);
  expect(Math.abs(plant.deliveredKw - 500)).toBeLessThan(10);
  plant.pass(60, loop, 1000);
  expect(plant.deliveredKw).toBeLessThan(710);
  plant.pass(60, loop, null);
  expect(plant.deliveredKw).toBeLessThan(910);
  plant.pass(120, loop, null);
  expect(plant.deliveredKw).toBe(1000);
});
