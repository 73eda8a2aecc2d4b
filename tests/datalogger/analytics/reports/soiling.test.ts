import { expect, test } from 'vitest';
import { startOfDay } from '../../../../src/contract/zone';
import { washInterval } from '../../../../src/datalogger/analytics/key-figures/soiling';
import { namedPeriod } from '../../../../src/datalogger/analytics/reports/named-period';
import { measuredIn } from '../../../../src/datalogger/analytics/reports/part';
import { readingOf } from '../../../../src/datalogger/analytics/reports/reading';
import { soilingIn } from '../../../../src/datalogger/analytics/reports/soiling';
import type { Period } from '../../../../src/datalogger/core/time/period';
import { usualLimits } from '../../../../src/datalogger/plant/processing/limits';
import { fillHistory } from '../../../../src/datalogger/plant/sampler/history';
import { pastSlots } from '../../../../src/datalogger/sources/simulator/history/first-history';
import { soilingOfDay } from '../../../../src/datalogger/sources/simulator/physics/clouds';
import type { LogNote } from '../../../../src/datalogger/storage/config/logbook';
import type { PlantFields } from '../../../../src/datalogger/storage/config/plant-config';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { dayFrames } from '../../../../src/datalogger/storage/measures/rollup';
import { examplePlant } from '../../../support/example-calls';
import { simulatedTestPlant } from '../../../support/simulated-plant';

const zone = 'Europe/Rome';
const seed = 1;
const [from, to] = [startOfDay(zone, 2025, 1, 1), startOfDay(zone, 2026, 1, 1)];
/** Within dry weeks of this seed. */
const washes = [startOfDay(zone, 2025, 7, 9), startOfDay(zone, 2025, 8, 20)];
const dayOf = (t: number) => Math.floor((t + 43_200) / 86_400);

function periodOf(kind: 'annuale' | 'mensile', text: string): Period {
  const named = namedPeriod(kind, zone, text);
  if (!named) throw new Error(`${text} is no period`);
  return named.period;
}

const noteOf = (begin: number): LogNote => ({
  ...{ id: begin, group: 'impianto', device: null, name: '', alarm: null, begin: begin + 30_000 },
  ...{ end: begin + 40_000, text: 'Pulizia', cause: 'lavaggio', author: 'rossi', writtenS: begin },
});

test('a year with rain, faults and two washes: rate, energy and washes are those of the simulator', () => {
  const store = openMeasures(':memory:');
  const days = washes.map(dayOf);
  fillHistory({
    store,
    zone,
    slots: pastSlots({ size: 'small', seed, from, to, seconds: 900, washes: days }),
  });
  const snapshot = simulatedTestPlant({ size: 'small', seed, startAt: to }).snapshot();
  const facts = { peakKwp: 100, ratedKw: 100, gamma: -0.35, co2Factor: 0.25, limits: usualLimits };
  const source = { store, zone, snapshot, facts };
  const plant: PlantFields = { ...examplePlant, tariffa: 0.1, costo_lavaggio: 60 };
  const of = (period: Period, notes: LogNote[], fields = plant) =>
    soilingIn(source, measuredIn(source, period), {
      plant: fields,
      logbook: { causes: () => notes },
    });
  const soiling = of(periodOf('annuale', '2025'), washes.map(noteOf));
  expect(Math.abs((soiling?.tasso ?? 0) / 0.15 - 1)).toBeLessThan(0.1);

  const washed = new Set(days);
  const truth = dayFrames(store, 'impianto', zone, from, to).reduce((sum, frame) => {
    const share = soilingOfDay(seed, dayOf(frame.t), washed);
    return sum + (readingOf('impianto', frame)(0, 'eday') ?? 0) * (share / (1 - share));
  }, 0);
  const cleanings = soiling?.pulizie ?? [];
  const lost = cleanings.reduce((sum, { persa }) => sum + persa, 0);
  expect(Math.abs(lost / truth - 1)).toBeLessThan(0.1);
  expect(cleanings.reduce((sum, { valore }) => sum + (valore ?? 0), 0)).toBeCloseTo(lost * 0.1, 2);
  expect(cleanings.filter(({ causa }) => causa === 'lavaggio').map(({ inizio }) => inizio)).toEqual(washes);
  expect(cleanings.filter(({ causa }) => causa === 'pioggia').length).toBeGreaterThan(5);
  // At the end of a month the ratio is that of the simulator, and a wash pays some weeks after the last one.
  const july = periodOf('mensile', '2025-07');
  const inJuly = of(july, washes.map(noteOf));
  expect(inJuly?.rapporto).toBeCloseTo(100 * (1 - soilingOfDay(seed, dayOf(july.to) - 1, washed)), 0);
  expect(inJuly?.pulizie.map(({ causa, fine }) => [causa, fine === null])).toEqual([
    ['pioggia', false],
    ['lavaggio', true],
  ]);
  const waited = ((inJuly?.conviene ?? 0) - (washes[0] ?? 0)) / 86_400;
  expect(waited).toBeGreaterThan(25);
  expect(waited).toBeLessThan(60);
  expect(of(july, washes.map(noteOf), { ...plant, costo_lavaggio: null })?.conviene).toBeNull();
  store.close();
}, 180_000);

test('a wash pays where its cost and that of the dirt are least together', () => {
  const days = washInterval(0.0015, 1000, 0.1, 300) ?? 0;
  const costADay = (wait: number) => 300 / wait + (0.0015 * 1000 * 0.1 * wait) / 2;
  for (const other of [0.9, 0.99, 1.01, 1.1]) expect(costADay(days)).toBeLessThan(costADay(days * other));
  expect(washInterval(0, 1000, 0.1, 300)).toBeNull();
});
