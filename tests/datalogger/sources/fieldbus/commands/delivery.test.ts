import { afterEach, describe, expect, test } from 'vitest';
import { controllerFunctions } from '../../../../../src/contract/codes';
import type { DeliverySetup } from '../../../../../src/datalogger/plant/source';
import type { CommandedOptions } from '../../../../support/commanded-plant';
import { regulatedPlant } from '../../../../support/regulated-plant';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** 860 kW are made, and 690 exported. */
async function started(changes: Partial<DeliverySetup> = {}, options: CommandedOptions = {}) {
  const plant = await regulatedPlant(changes, options);
  open.push(plant);
  return plant;
}

test('nothing is written while nothing is asked', async () => {
  const plant = await started();
  await plant.pass(60);
  expect(plant.server.writes).toEqual([]);
  expect(plant.controller()).toMatchObject({
    psp: 100,
    plim: 100,
    funzione: controllerFunctions.none,
    smax: 1000,
  });
  expect(plant.controller()?.p).toBeCloseTo(plant.exported(), -1);
});

test.each([20, 50, 100])(
  'a limit of %d % of the agreed power is kept at the meter within 1 %',
  async percent => {
    const plant = await started({ baseKw: 600 });
    await plant.source.execute({ kind: 'limit-power', percent });
    await plant.pass(60);
    for (let second = 0; second < 60; second++) {
      await plant.pass(1);
      expect(Math.abs(plant.exported() - 6 * percent)).toBeLessThan(6);
    }
  },
);

test('with one of ten inverters silent the others give less, and the meter shows the limit', async () => {
  const plant = await started();
  const silent = plant.server.configuration.inverters[2];
  plant.server.faults = { [`0/${silent?.unita}`]: 'dead' };
  await plant.pass(30);
  await plant.source.execute({ kind: 'limit-power', percent: 45 });
  await plant.pass(60);
  console.info(`one of 10 inverters silent, limit 450 kW: ${plant.exported().toFixed(1)} kW`);
  expect(Math.abs(plant.exported() - 450)).toBeLessThan(10);
  expect(plant.controller()).toMatchObject({ psp: 45, plim: 45 });
});

test('nothing is exported where no export is allowed, and nobody has to order it', async () => {
  const plant = await started({ exportLimitKw: 0 });
  await plant.pass(60);
  expect(Math.abs(plant.exported())).toBeLessThan(10);
  // An order of more changes nothing.
  await plant.source.execute({ kind: 'limit-power', percent: 60 });
  await plant.pass(30);
  expect(Math.abs(plant.exported())).toBeLessThan(10);
});

test('while the meter is silent the inverters keep a margin, and the power is not claimed', async () => {
  const plant = await started();
  await plant.source.execute({ kind: 'limit-power', percent: 50 });
  await plant.pass(60);
  const meter = plant.configuration.contatori[0];
  plant.server.faults = { [`0/${meter?.unita}`]: 'dead' };
  await plant.pass(90);
  expect(plant.controller()?.p).toBeNull();
  const limits = plant.limits().map(percent => percent ?? 100);
  expect(limits.reduce((sum, percent) => sum + percent, 0)).toBeCloseTo(475, -1);
  plant.server.faults = {};
  await plant.pass(90);
  expect(Math.abs(plant.exported() - 500)).toBeLessThan(10);
});

describe('reactive power', () => {
  test.each([-0.95, 0.97])('the power factor %d is there at the meter, with its sign', async value => {
    const plant = await started();
    await plant.source.execute({ kind: 'set-power-factor', value });
    await plant.pass(60);
    console.info(`power factor ${value} ordered: ${plant.factor().toFixed(4)} at the meter`);
    expect(Math.abs(plant.factor() - value)).toBeLessThan(0.01);
    expect(plant.controller()?.cosphi).toBeCloseTo(plant.factor(), 2);
  });

  test.each([-20, 20])('%d % of the agreed power is there at the meter', async percent => {
    const plant = await started();
    await plant.source.execute({ kind: 'set-reactive', percent });
    let furthest = 0;
    for (let second = 0; second < 60; second++) {
      await plant.pass(1);
      furthest = Math.max(furthest, Math.abs(plant.kvar() / 10));
    }
    expect(furthest).toBeLessThan(Math.abs(percent) + 1);
    expect(Math.abs(plant.kvar() / 10 - percent)).toBeLessThan(1);
  });

  test('a law is followed without an order, and an order comes before it', async () => {
    const plant = await started({ law: { kind: 'factor', value: -0.95 } });
    await plant.pass(60);
    expect(Math.abs(plant.factor() + 0.95)).toBeLessThan(0.01);
    await plant.source.execute({ kind: 'set-power-factor', value: 0.95 });
    await plant.pass(60);
    expect(Math.abs(plant.factor() - 0.95)).toBeLessThan(0.01);
    await plant.source.execute({ kind: 'controller-automatic' });
    await plant.pass(60);
    expect(Math.abs(plant.factor() + 0.95)).toBeLessThan(0.01);
  });
});

test('an inverter is given a new order every 10 s at most, refreshes apart', async () => {
  const plant = await started();
  const times = new Map<number, number[]>();
  let seen = 0;
  for (let second = 0; second < 180; second++) {
    if (second % 7 === 0) await plant.source.execute({ kind: 'limit-power', percent: 20 + (second % 60) });
    await plant.pass(1);
    for (const { unit } of plant.server.writes.slice(seen))
      times.set(unit, [...(times.get(unit) ?? []), second]);
    seen = plant.server.writes.length;
  }
  for (const [, at] of times)
    for (const [index, second] of at.entries())
      expect(second - (at[index - 1] ?? -10)).toBeGreaterThanOrEqual(9);
  expect(times.size).toBe(10);
});
