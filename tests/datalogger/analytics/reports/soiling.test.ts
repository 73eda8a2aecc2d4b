import { expect, test } from 'vitest';
import type { CostCause } from '../../../../src/contract/loss-causes';
import type { Report } from '../../../../src/contract/reports';
import { startOfDay } from '../../../../src/contract/zone';
import {
  soilingOf,
  tellingPoints,
  washInterval,
} from '../../../../src/datalogger/analytics/key-figures/soiling';
import { daysBefore, learnedSoiling } from '../../../../src/datalogger/analytics/reports/learned-soiling';
import { namedPeriod } from '../../../../src/datalogger/analytics/reports/named-period';
import { readingOf } from '../../../../src/datalogger/analytics/reports/reading';
import { reportOf } from '../../../../src/datalogger/analytics/reports/report';
import type { Period } from '../../../../src/datalogger/core/time/period';
import { fillHistory } from '../../../../src/datalogger/plant/sampler/history';
import { pastSlots } from '../../../../src/datalogger/sources/simulator/history/first-history';
import { soilingOfDay } from '../../../../src/datalogger/sources/simulator/physics/clouds';
import { openAlarms } from '../../../../src/datalogger/storage/alarms/alarms';
import type { LogNote } from '../../../../src/datalogger/storage/config/logbook';
import type { PlantFields } from '../../../../src/datalogger/storage/config/plant-config';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { dayFrames } from '../../../../src/datalogger/storage/measures/rollup';
import { examplePlant } from '../../../support/example-calls';
import { isLong, longPatience } from '../../../support/long';
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
  id: begin,
  group: 'impianto',
  device: null,
  name: '',
  alarm: null,
  begin: begin + 30_000,
  end: begin + 40_000,
  text: 'Pulizia',
  cause: 'lavaggio',
  author: 'rossi',
  writtenS: begin,
});

test('a year with rain, faults and two washes: rate, energy and washes are those of the simulator', () => {
  const store = openMeasures(':memory:');
  const days = washes.map(dayOf);
  fillHistory({
    store,
    zone,
    slots: pastSlots({ size: 'small', seed, from, to, seconds: 900, washes: days }),
  });
  const alarms = openAlarms(':memory:');
  const snapshot = simulatedTestPlant({ size: 'small', seed, startAt: to }).snapshot();
  const plant: PlantFields = { ...examplePlant, tariffa: 0.1, costo_lavaggio: 60 };
  const of = (period: Period, notes: LogNote[], fields = plant) => {
    const asked = {
      alarms,
      store,
      zone,
      snapshot,
      plant: fields,
      logbook: { causes: () => notes, list: () => [] },
    };
    const kind = period.slots.length === 12 ? 'annuale' : 'mensile';
    const report = reportOf(asked, { kind, main: { d: '', period }, comparison: null });
    sameSoiling(report);
    return report;
  };
  const year = of(periodOf('annuale', '2025'), washes.map(noteOf));
  const soiling = year.sporcamento;
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
  const inJuly = of(july, washes.map(noteOf)).sporcamento;
  expect(inJuly?.rapporto).toBeCloseTo(100 * (1 - soilingOfDay(seed, dayOf(july.to) - 1, washed)), 0);
  expect(inJuly?.pulizie.map(({ causa, fine }) => [causa, fine === null])).toEqual([
    ['pioggia', false],
    ['lavaggio', true],
  ]);
  const waited = ((inJuly?.conviene ?? 0) - (washes[0] ?? 0)) / 86_400;
  expect(waited).toBeGreaterThan(25);
  expect(waited).toBeLessThan(60);
  expect(of(july, washes.map(noteOf), { ...plant, costo_lavaggio: null }).sporcamento?.conviene).toBeNull();
  // Months are the year, and days that are over are what they were before anything came later.
  const months = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}`);
  const dirt = (report: Report) => lostTo(report, 'sporcamento')?.persa ?? 0;
  const sum = months.reduce(
    (all, month) => all + dirt(of(periodOf('mensile', month), washes.map(noteOf))),
    0,
  );
  expect(sum).toBeCloseTo(dirt(year), 2);
  const early = { store, zone, washes: washes.filter(t => t < july.to) };
  const then = learnedSoiling(early, july.from, july.to);
  const later = learnedSoiling({ ...early, washes }, july.from, to);
  expect([...then].map(([t, day]) => [t, day])).toEqual([...later].slice(0, then.size));
  alarms.close();
  store.close();
}, 180_000);

const lostTo = ({ perdite }: Report, cause: CostCause) =>
  perdite.tutte.cause.find(({ causa }) => causa === cause);

/** The waterfall, the losses in kWh and €, and the cleanings say the same of dirt. */
function sameSoiling(report: Report): void {
  const { sporcamento, cascata } = report;
  const cleanings = sporcamento?.pulizie ?? [];
  const dirt = lostTo(report, 'sporcamento');
  const total = cleanings.reduce((sum, { persa }) => sum + persa, 0);
  expect(total).toBeGreaterThan(0);
  expect(dirt?.persa).toBeCloseTo(total, 3);
  expect(dirt?.valore).toBeCloseTo(
    cleanings.reduce((sum, { valore }) => sum + (valore ?? 0), 0),
    3,
  );
  expect(cascata?.termini.find(({ termine }) => termine === 'sporcamento')?.energia).toBeCloseTo(total, 3);
}

test.runIf(isLong).each([1, 2, 3, 4, 5, 6])(
  'seed %i: the rate of a year is within 10 %, and its energy within 15 %, of the simulator',
  longPatience,
  other => {
    const store = openMeasures(':memory:');
    fillHistory({
      store,
      zone,
      slots: pastSlots({ size: 'small', seed: other, from, to, seconds: 900, washes: washes.map(dayOf) }),
    });
    const washed = new Set(washes.map(dayOf));
    const truth = dayFrames(store, 'impianto', zone, from, to).reduce((sum, frame) => {
      const share = soilingOfDay(other, dayOf(frame.t), washed);
      return sum + (readingOf('impianto', frame)(0, 'eday') ?? 0) * (share / (1 - share));
    }, 0);
    const source = { store, zone, washes };
    const lost =
      [...learnedSoiling(source, from, to).values()].reduce((sum, day) => sum + day.soiling, 0) / 1000;
    const { rate } = soilingOf(tellingPoints(daysBefore(source, from, to)), washes, {
      first: from,
      last: to - 86_400,
    });
    store.close();
    expect(Math.abs((rate ?? 0) / 0.0015 - 1)).toBeLessThan(0.1);
    expect(Math.abs(lost / truth - 1)).toBeLessThan(0.15);
  },
);

test('a wash pays where its cost and that of the dirt are least together', () => {
  const days = washInterval(0.0015, 1000, 0.1, 300) ?? 0;
  const costADay = (wait: number) => 300 / wait + (0.0015 * 1000 * 0.1 * wait) / 2;
  for (const other of [0.9, 0.99, 1.01, 1.1]) expect(costADay(days)).toBeLessThan(costADay(days * other));
  expect(washInterval(0, 1000, 0.1, 300)).toBeNull();
});
