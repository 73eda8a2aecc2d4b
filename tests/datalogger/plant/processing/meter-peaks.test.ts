import { expect, test } from 'vitest';
import { MeterPeaks } from '../../../../src/datalogger/plant/processing/meter-peaks';
import type { Answer } from '../../../../src/datalogger/plant/source';
import { configClient } from '../../../support/config-client';
import { newRecord } from '../../../support/config-records';
import { startDatalogger } from '../../../support/datalogger';
import { configureTable, readsTable } from '../../../support/table-plant';

const zone = 'Europe/Rome';
const at = (text: string) => Date.parse(text) / 1000;
const meter = { ...newRecord('contatori', { nome: 'M' }), id: 1, versione: 1 };

const answerOf = (p: number | null, isResponding = true): Answer => ({
  record: 1,
  part: 0,
  isResponding,
  state: 4,
  sampled: 0,
  validS: 30,
  values: { p },
});

/** A meter's peak; `run` counts a constant power for a time, in steps of 5 s. */
function rig(start: string) {
  let t = at(start);
  let peaks = new MeterPeaks();
  return {
    run(minutes: number, kw: number | null, isResponding = true) {
      for (let step = 0; step < minutes * 12; step++) {
        t += 5;
        peaks.count([meter], new Map([[1, answerOf(kw, isResponding)]]), { t, seconds: 5, zone });
      }
      // The first step of the next quarter closes the one before.
      peaks.count([meter], new Map(), { t: t + 5, seconds: 5, zone });
    },
    jump(text: string) {
      t = at(text);
    },
    restart(text: string) {
      const stands = [...peaks.stands(t, zone)].map(([name, kw]) => ({
        counter: `counted:${name}`,
        t,
        value: Math.round(1000 * kw),
      }));
      t = at(text);
      peaks = new MeterPeaks();
      peaks.resume(stands, t, zone);
    },
    get peak() {
      return peaks.told([answerOf(0)], t, zone)[0]?.values.picco ?? null;
    },
  };
}

test('the peak is the greatest mean of a whole quarter, whatever its direction', () => {
  const meter = rig('2026-06-10T12:00:00+02:00');
  meter.run(10, 100);
  expect(meter.peak).toBeNull();
  meter.jump('2026-06-10T12:15:00+02:00');
  meter.run(5, 400);
  meter.jump('2026-06-10T12:20:00+02:00');
  meter.run(10, -20);
  // The quarter before gave 100 kW, this one (400 * 5 - 20 * 10) / 15.
  expect(meter.peak).toBeCloseTo(120, 6);
  meter.jump('2026-06-10T12:30:00+02:00');
  meter.run(15, -300);
  expect(meter.peak).toBeCloseTo(300, 6);
});

test('a quarter of which too little was measured has no peak', () => {
  const meter = rig('2026-06-10T12:00:00+02:00');
  meter.run(9, 500);
  meter.run(6, 500, false);
  expect(meter.peak).toBeNull();
  meter.run(15, null);
  expect(meter.peak).toBeNull();
});

test('a new month begins without one, and a restart goes on with that of the month', () => {
  const meter = rig('2026-06-30T23:30:00+02:00');
  meter.run(15, 80);
  meter.restart('2026-06-30T23:50:00+02:00');
  expect(meter.peak).toBe(80);
  meter.jump('2026-07-01T00:00:00+02:00');
  meter.run(1, 10);
  expect(meter.peak).toBeNull();
  meter.restart('2026-07-01T00:10:00+02:00');
  expect(meter.peak).toBeNull();
});

test('a meter that tells its own peak is believed', () => {
  const own = { ...answerOf(5), values: { p: 5, picco: 70 } };
  expect(new MeterPeaks().told([own], 0, zone)[0]).toBe(own);
});

test('a plant whose meters do not tell their peaks shows them', async () => {
  const datalogger = await startDatalogger({ ...readsTable, at: '2026-06-10T12:00:00+02:00' });
  await configureTable(datalogger);
  await datalogger.run(2000);
  const shown = async (from: typeof datalogger) => (await configClient(from).rows('contatori')).get(2)?.picco;
  expect(await shown(datalogger)).toBe(131.4);
  await datalogger.close();
});
