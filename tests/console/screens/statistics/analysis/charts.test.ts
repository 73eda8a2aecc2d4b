import { expect, test } from 'vitest';
import type { Series } from '../../../../../src/console/data/series';
import { laidOver } from '../../../../../src/console/screens/statistics/analysis/align';
import { dayPlot } from '../../../../../src/console/screens/statistics/analysis/day-plot';
import { linePlot } from '../../../../../src/console/screens/statistics/analysis/line-plot';
import { readQuery, searchOf } from '../../../../../src/console/screens/statistics/analysis/query';
import {
  fitOf,
  scatterOf,
  scatterPlot,
} from '../../../../../src/console/screens/statistics/analysis/scatter';
import type { Signal } from '../../../../../src/console/screens/statistics/analysis/signals';
import { fittedLines } from '../../../../../src/console/ui/fitted-lines';
import { plotCsv } from '../../../../../src/console/ui/plot/save';
import { startOfDay } from '../../../../../src/contract/zone';

const zone = 'Europe/Rome';
const day = (month: number, date: number) => startOfDay(zone, 2026, month, date);
const hourS = 3600;

/** Hours from one instant to another; each value is the hour's place. */
function hours(fromS: number, toS: number, rest: Partial<Series> = {}): Series {
  const starts = Array.from({ length: (toS - fromS) / hourS }, (_, row) => fromS + row * hourS);
  return {
    step: '60',
    starts,
    endS: toS,
    knownToS: toS,
    columns: new Map([['impianto.pac', starts.map((_, row) => row)]]),
    uncertain: new Map(),
    mean: () => null,
    total: () => null,
    ...rest,
  };
}

const signal = (code: string, unit = 'kW', rest: Partial<Signal> = {}): Signal => ({
  code,
  group: 'impianto',
  device: null,
  isMedian: false,
  isAll: false,
  deviceName: 'Impianto',
  name: code,
  unit,
  decimals: 1,
  ...rest,
});
const power = signal('impianto.pac');

test('a day of 25 hours over one of 24: the same clock lies over the same clock, the hour that comes twice is empty', () => {
  const [long, usual] = [hours(day(10, 25), day(10, 26)), hours(day(10, 24), day(10, 25))];
  const values = usual.columns.get('impianto.pac') ?? [];
  const over = laidOver(long, usual, values, zone);
  expect(over).toHaveLength(25);
  expect(over.slice(0, 2)).toEqual([0, 1]);
  expect(over.slice(2, 4)).toEqual([null, null]);
  expect(over.slice(4, 6)).toEqual([3, 4]);
});

test('a week lies over the week before, day by day', () => {
  const [now, before] = [hours(day(6, 8), day(6, 15)), hours(day(6, 1), day(6, 8))];
  expect(laidOver(now, before, before.columns.get('impianto.pac') ?? [], zone)).toEqual(
    now.starts.map((_, row) => row),
  );
});

test('days over each other have the axis of the longest', () => {
  const { slots, series } = dayPlot(power, hours(day(10, 24), day(10, 27)), zone);
  expect(slots).toHaveLength(25);
  expect(series.map(({ values }) => values.filter(value => value !== null))).toMatchObject([
    { length: 23 },
    { length: 25 },
    { length: 23 },
  ]);
});

test('lines of two units have two axes, a third unit is not drawn; gaps and doubtful rows are hatched', () => {
  const columns = new Map([
    ['impianto.pac', [1, null, 3, 4]],
    ['impianto.poa', [100, null, 300, 400]],
    ['impianto.tmod', [20, null, 21, 22]],
  ]);
  const uncertain = new Map([['impianto.poa', new Set([2])]]);
  const series = hours(day(6, 8), day(6, 8) + 4 * hourS, { columns, uncertain });
  const signals = [power, signal('impianto.poa', 'W/m²'), signal('impianto.tmod', '°C')];
  const model = linePlot(
    signals,
    { series, other: null, otherName: '', zone, nowS: 0, invalid: [] },
    () => '',
  );
  expect(model.series.map(({ key, axis }) => [key, axis])).toEqual([
    ['impianto.pac', undefined],
    ['impianto.poa', 'right'],
  ]);
  const row = (index: number) => ({ from: series.starts[index], to: series.starts[index + 1] });
  expect(model.spans).toEqual([
    { ...row(1), look: 'gap' },
    { ...row(2), look: 'doubtful' },
  ]);
});

test('what the archive does not tell yet is no gap', () => {
  const columns = new Map([['impianto.pac', [1, 2, null, null]]]);
  const knownToS = day(6, 8) + 2 * hourS;
  const series = hours(day(6, 8), day(6, 8) + 4 * hourS, { columns, knownToS });
  expect(
    linePlot([power], { series, other: null, otherName: '', zone, nowS: 0, invalid: [] }, () => '').spans,
  ).toEqual([]);
});

test('a time that is marked as invalid is a mark of the lines it is about, and stands in each of its rows of the file', () => {
  const at = day(6, 8);
  const columns = new Map([
    ['inverter.3.pac', [1, null, null, 4]],
    ['inverter.4.pac', [1, 2, 3, 4]],
  ]);
  const series = hours(at, at + 4 * hourS, { columns });
  const times = { da: at + hourS, a: at + 3 * hourS };
  const span = { ...times, gruppo: 'inverter', dispositivo: 3, motivo: 'sonda rotta' };
  const of = (device: number) => signal(`inverter.${device}.pac`, 'kW', { group: 'inverter', device });
  const answers = { series, other: null, otherName: '', zone, nowS: 0, invalid: [span] };
  const { marks } = linePlot([of(4)], answers, () => '');
  expect(marks).toEqual([]);
  const model = linePlot([of(3)], answers, () => '');
  expect(model.marks).toMatchObject([{ at: at + hourS, to: at + 3 * hourS }]);
  const notes = plotCsv(model)
    .split('\r\n')
    .slice(1, 5)
    .map(line => line.includes('sonda rotta'));
  expect(notes).toEqual([false, true, true, false]);
  const ofPlant = { ...span, gruppo: 'impianto', dispositivo: 1 };
  expect(linePlot([of(4)], { ...answers, invalid: [ofPlant] }, () => '').marks).toHaveLength(1);
});

test('the fit is the line of the least squares, with the share that it explains', () => {
  expect(fitOf([1, 2, 3].map(x => ({ x, y: 2 * x + 1 })))).toEqual({ slope: 2, offset: 1, r2: 1 });
  // By hand: x 1 2 3 4, y 2 1 4 3; slope 3 / 5, R² 9 / 25.
  const fit = fitOf([2, 1, 4, 3].map((y, row) => ({ x: row + 1, y })));
  expect(fit?.slope).toBeCloseTo(0.6, 10);
  expect(fit?.offset).toBeCloseTo(1, 10);
  expect(fit?.r2).toBeCloseTo(0.36, 10);
  expect(
    fitOf([
      { x: 1, y: 1 },
      { x: 1, y: 2 },
    ]),
  ).toBeNull();
  expect(fitOf([])).toBeNull();
});

test('a scatter chart leaves out what is missing or uncertain; its file has time, both signals and the fit', () => {
  const columns = new Map([
    ['impianto.pac', [1, null, 30, 4]],
    ['impianto.poa', [200, 300, 100, 400]],
  ]);
  const series = hours(day(6, 8), day(6, 8) + 4 * hourS, {
    columns,
    uncertain: new Map([['impianto.pac', new Set([2])]]),
  });
  const scatter = scatterOf('impianto.poa', 'impianto.pac', series);
  expect(scatter.points.map(({ x, y }) => [x, y])).toEqual([
    [200, 1],
    [400, 4],
  ]);
  expect(scatter.leftOut).toBe(1);
  const file = plotCsv(scatterPlot(scatter, [signal('impianto.poa', 'W/m²'), power], zone));
  const rows = file.trim().split('\n').slice(1);
  expect(rows.map(row => row.trim().slice(0, 19))).toEqual(['2026-06-08 00:00:00', '2026-06-08 03:00:00']);
  expect(rows[1]).toMatch(/400[.,]0[;,]4[.,]0[;,]4[.,]00/);
});

test('axes fit values that vary little, and else begin at 0; both have the same grid', () => {
  const { left, right } = fittedLines([49.98, 50.02], [0, 912]);
  expect(left[0]).toBeGreaterThan(49.9);
  expect(left.at(-1)).toBeGreaterThanOrEqual(50.02);
  expect(right?.[0]).toBe(0);
  expect(right?.at(-1)).toBeGreaterThanOrEqual(912);
  expect(left).toHaveLength(right?.length ?? 0);
  // A little below 0 has no space of its own.
  expect(fittedLines([-0.2, 660], null).left[0]).toBe(0);
  expect(fittedLines([-100, 660], null).left[0]).toBeLessThanOrEqual(-100);
  expect(fittedLines([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], null).left).toHaveLength(6);
  expect(fittedLines([5, 5], null).left.some(line => line > 5)).toBe(true);
});

test('everything of a view is in its address', () => {
  const query = {
    range: '2026-06-01..2026-06-07',
    lines: ['inverter.1.pac', 'stringhe.12.i.mediana', 'inverter.yday'],
    compared: 'prec',
    kind: 'dispersione',
    x: 'inverter.1.pac',
    y: 'stringhe.12.i.mediana',
  } as const;
  expect(readQuery(`?${searchOf(query)}`)).toEqual(query);
});

test('an address of anybody asks for signals only, at most eight, each once', () => {
  const lines = ['inverter.1.pac', 'inverter.1.pac', '../x', 'a b', ...'abcdefghij'].join(',');
  const query = readQuery(
    `?linee=${encodeURIComponent(`${lines},${[2, 3, 4, 5, 6, 7, 8, 9, 10].map(id => `inverter.${id}.pac`)}`)}&grafico=x&confronto=y&x=z`,
  );
  expect(query.lines).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(id => `inverter.${id}.pac`));
  expect(query).toMatchObject({ kind: 'linee', compared: null, x: null, range: 'settimana' });
});
