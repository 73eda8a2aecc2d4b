import { afterEach, describe, expect, test } from 'vitest';
import type { Configuration } from '../../../../../src/contract/config/kinds';
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

/** Reads the meter this often, s: the loop sees what it did no sooner. An inverter that is left out is to the meter like consumption. */
const meterEvery = (seconds: number, leftOut?: number) => ({
  change: (configuration: Configuration): Configuration => ({
    ...configuration,
    inverters: configuration.inverters.filter((_, index) => index !== leftOut),
    contatori: configuration.contatori.map(record => ({ ...record, polling: seconds })),
  }),
});

describe.each([1, 8])('with a meter that is read every %d s', everyS => {
  test.each([20, 50, 100])('a limit of %d % is kept after 60 s, and not passed by 2 %', async percent => {
    const plant = await started({ baseKw: 600 }, meterEvery(everyS));
    await plant.source.execute({ kind: 'limit-power', percent });
    await plant.pass(60);
    const highest = await plant.highestIn(60);
    const ritardo = plant.source.bus.loop()?.ritardo;
    console.info(
      `meter every ${everyS} s, limit ${6 * percent} kW: highest ${highest.toFixed(1)}, then ${plant.exported().toFixed(1)} kW, dead time ${ritardo} s`,
    );
    expect(highest).toBeLessThan(6 * percent + 6);
    expect(plant.exported()).toBeGreaterThan(6 * percent - 6);
    // From below too.
    await plant.source.execute({ kind: 'limit-power', percent: percent / 2 });
    await plant.pass(120);
    await plant.source.execute({ kind: 'limit-power', percent });
    expect(await plant.highestIn(120)).toBeLessThan(6 * percent + 12);
    expect(plant.exported()).toBeGreaterThan(6 * percent - 6);
  });

  test('nothing is exported, whatever steps the consumption makes', async () => {
    const plant = await started({ exportLimitKw: 0 }, meterEvery(everyS, 2));
    const { source } = plant.server;
    await plant.pass(120);
    expect(plant.source.bus.loop()).toMatchObject({ stato: 'chiuso', obiettivo: 0, compensati: 0 });
    const inverter = plant.server.own.inverters[2]?.id ?? 0;
    source.inject({ kind: 'inverter-trip', inverter, cause: 'ground' });
    await plant.pass(60);
    console.info(`meter every ${everyS} s, 60 s after a step down: ${plant.exported().toFixed(1)} kW`);
    expect(Math.abs(plant.exported())).toBeLessThan(10);
    // It comes back by itself, after some time.
    source.clearFaults();
    let [above, longest, highest] = [0, 0, 0];
    for (let second = 0; second < 600; second++) {
      await plant.pass(1);
      highest = Math.max(highest, plant.exported());
      above = plant.exported() > 10 ? above + 1 : 0;
      longest = Math.max(longest, above);
    }
    console.info(`and after it came back: ${highest.toFixed(1)} kW, above 1 % for ${longest} s`);
    expect(highest).toBeGreaterThan(40);
    expect(longest).toBeLessThan(60);
    expect(Math.abs(plant.exported())).toBeLessThan(10);
  });
});

test('without its meter the loop is open, with the margin, and closed again when the meter is back', async () => {
  const plant = await started();
  await plant.source.execute({ kind: 'limit-power', percent: 50 });
  await plant.pass(60);
  expect(plant.source.bus.loop()).toMatchObject({ stato: 'chiuso', obiettivo: 500, compensati: 0 });
  plant.server.faults = { [plant.meter]: 'dead' };
  expect(await plant.highestIn(90)).toBeLessThan(505);
  expect(plant.source.bus.loop()?.stato).toBe('aperto');
  expect(plant.exported()).toBeLessThan(475);
  plant.server.faults = {};
  expect(await plant.highestIn(90)).toBeLessThan(510);
  expect(plant.source.bus.loop()?.stato).toBe('chiuso');
});

test('setting the clock lifts no limit', async () => {
  const plant = await started();
  await plant.source.execute({ kind: 'limit-power', percent: 50 });
  await plant.pass(60);
  for (const byS of [3600, -7200, 86_400 * 400]) {
    plant.clock.set(plant.clock.now() + 1000 * byS);
    expect(await plant.highestIn(130)).toBeLessThan(510);
    expect(plant.exported()).toBeGreaterThan(490);
  }
});
