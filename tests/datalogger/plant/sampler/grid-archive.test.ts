import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { FineSeries } from '../../../../src/datalogger/plant/sampler/fine-series';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { simulatedTestPlant } from '../../../support/simulated-plant';

/** What the grid operator may ask for afterwards: what controller, protection and contacts measured, as means and as single samples. */

const start = Date.parse('2026-06-10T12:00:00+02:00') / 1000;

describe('the archive of controller, protection and digital inputs', () => {
  let datalogger: TestDatalogger;
  let token: string;
  beforeEach(async () => {
    datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T12:00:00+02:00' });
    token = datalogger.login('admin');
  });
  afterEach(() => datalogger.close());

  const read = async (query: string) => {
    const reply = await datalogger.request(`/api/dati_impianto/${query}`, { token });
    return { status: reply.status, body: await reply.json() };
  };

  test('a limit is followed in the minutes, and in the samples that are 4 s apart', async () => {
    await datalogger.run(120);
    datalogger.plant.inject({ kind: 'dso-limit', percent: 20 });
    await datalogger.run(300);
    const { colonne } = (await read('daily?m=cci.p,cci.psp,spi.f,spi.ddi&d=2026-06-10&passo=1')).body;
    expect(colonne.t).toHaveLength(1440);
    const minute = (column: string, after: number): number => colonne[column][720 + after];
    expect(minute('cci.1.psp', 0)).toBe(100);
    expect(minute('cci.1.psp', 6)).toBe(20);
    expect(minute('cci.1.p', 0)).toBeGreaterThan(2 * minute('cci.1.p', 6));
    expect(minute('cci.1.p', 6)).toBeGreaterThan(0);
    expect(minute('spi.1.f', 6)).toBeCloseTo(50, 0);
    expect(minute('spi.1.ddi', 6)).toBe(2);
    expect(colonne['cci.1.p'][719]).toBeNull();

    const samples = await read(`campioni?m=cci.psp,spi.f&da=${start}&a=${start + 360}`);
    const { t, 'cci.1.psp': asked, 'spi.1.f': frequency } = samples.body.colonne;
    expect(t.length).toBeGreaterThan(80);
    expect(new Set(t.slice(1).map((at: number, index: number) => at - t[index]))).toEqual(new Set([4]));
    expect(asked[0]).toBe(100);
    expect(asked.at(-1)).toBe(20);
    expect(frequency.every((hertz: number) => Math.abs(hertz - 50) < 0.2)).toBe(true);
  });

  test('a contact is in the slots of its day, a protection in those of the month, and every other question is refused', async () => {
    await datalogger.run(1000);
    const day = (await read('daily?m=di.1,spi.f&d=2026-06-10')).body.colonne;
    expect(day['di.1.v'][48]).toBe(0);
    expect(day['di.1.oggi'][48]).toBe(0);
    const month = (await read('monthly?m=spi.f&d=2026-06')).body.colonne;
    expect(month['spi.1.f'][9]).toBeCloseTo(50, 0);
    expect(await read('daily?m=stringhe.i&d=2026-06-10&passo=1')).toMatchObject({
      status: 400,
      body: { campo: 'passo' },
    });
    const from = `da=${start}&a=`;
    expect(await read(`campioni?m=inverter&${from}${start + 60}`)).toMatchObject({ status: 400 });
    expect(await read(`campioni?m=cci&${from}${start + 86_400}`)).toMatchObject({ status: 400 });
    expect(await read(`campioni?m=cci&${from}${start}`)).toMatchObject({ status: 400 });
  });
});

test('single samples are gathered once a minute and kept for a day and at most an hour, also when the clock is set back', () => {
  const store = openMeasures(':memory:');
  const plant = simulatedTestPlant({ size: 'medium', seed: 1, startAt: start });
  const snapshot = plant.snapshot();
  const series = new FineSeries(store, () => usualLimits);
  const kept = (group: 'cci' | 'spi') => store.frames('fine', group, 0, 2 ** 40).map(({ t }) => t);
  const addUntil = (from: number, to: number) => {
    for (let t = from; t <= to; t++) {
      series.add({ ...snapshot, t });
      series.commit();
    }
  };
  addUntil(start, start + 59);
  const first = kept('cci').length;
  expect(first).toBeLessThanOrEqual(1);
  const end = start + 100_000;
  addUntil(start + 60, end);
  for (const group of ['cci', 'spi'] as const) {
    expect(kept(group).length).toBeGreaterThan(21_500);
    expect(kept(group).length).toBeLessThanOrEqual(22_501);
    expect(kept(group)[0]).toBeGreaterThan(end - 90_100);
  }
  series.add({ ...snapshot, t: start + 90_000 });
  series.commit(true);
  expect(kept('cci').at(-1)).toBe(start + 90_000);
  store.close();
});
