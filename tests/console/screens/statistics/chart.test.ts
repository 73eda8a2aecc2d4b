import { beforeAll, expect, test } from 'vitest';
import { reportPlot } from '../../../../src/console/reporting/report-plot';
import { formulaOf } from '../../../../src/console/screens/statistics/formulas';
import { hourMapOf } from '../../../../src/console/screens/statistics/hour-map';
import type { PlotModel } from '../../../../src/console/ui/plot/model';
import { readout } from '../../../../src/console/ui/plot/Plot';
import { daysOfJune, epoch, exampleReport, quarters } from '../../../support/example-report';
import { speakItalian } from '../../../support/words';

beforeAll(() => speakItalian(['devices', 'table', 'statistics']));

const plain = (texts: readonly string[]) => texts.map(text => text.replaceAll('\u00a0', ' '));
const june = {
  period: '2026-06',
  begin: '2026-06-01T00:00:00+02:00',
  end: '2026-07-01T00:00:00+02:00',
  starts: daysOfJune,
};

const readoutAt = (model: PlotModel, row: number) => plain(readout(model, row, () => true));

test('a month is bars by day; what is missing between the first and the last data is a gap, what is to come is not', () => {
  const energia = daysOfJune.map((_, day) => (day < 10 && day !== 4 ? 8710 : null));
  const copertura = daysOfJune.map((_, day) => (day === 6 ? 61 : 100));
  const span = {
    in_corso: true,
    inizio_dati: epoch('2026-06-03T10:00:00+02:00'),
    fine_dati: epoch('2026-06-10T13:42:00+02:00'),
  };
  const columns = { energia, attesa: energia, copertura };
  const model = reportPlot(exampleReport({ ...june, columns, span }), '');
  expect(model.series.map(({ shape }) => shape)).toEqual(['bars', 'ticks']);
  expect([model.from, model.to]).toEqual([0, 30]);
  expect(model.spans).toEqual([
    { from: 4, to: 5, look: 'gap' },
    { from: 6, to: 7, look: 'doubtful' },
  ]);
  expect(readoutAt(model, 8)).toEqual(['9 giugno', 'Prodotta 8.710,00 kWh', 'Attesa 8.710,00 kWh']);
  expect(readoutAt(model, 20)).toEqual(['21 giugno', 'Prodotta —', 'Attesa —']);
});

test('names under the chart are left out until they find room, and come back in a part of it', () => {
  const { axis } = reportPlot(exampleReport(june), '');
  const labels = (from: number, to: number, most: number) =>
    axis.ticks(from, to, most).map(({ label }) => label);
  expect(labels(0, 30, 30)).toHaveLength(30);
  expect(labels(0, 30, 8)).toEqual(['1', '6', '11', '16', '21', '26']);
  expect(labels(3, 9, 8)).toEqual(['4', '5', '6', '7', '8', '9']);
});

test.each([
  ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00', 92],
  ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00', 100],
])('a day from %s has all its quarters, and its hours by the clocks of the plant', (begin, end, rows) => {
  const period = begin.slice(0, 10);
  const model = reportPlot(exampleReport({ period, begin, end, starts: quarters(begin, end) }), '');
  expect(model.slots).toHaveLength(rows);
  expect([model.from, model.to]).toEqual([epoch(begin), epoch(end)]);
  const hours = model.axis.ticks(model.from, model.to, 5).map(({ label }) => label);
  expect(hours).toEqual(['00:00', '06:00', '12:00', '18:00', '24:00']);
});

test('a day of 25 hours is compared by the clock: noon stands beside noon, and the repeated hour twice beside the same', () => {
  const [begin, end] = ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'];
  const before = quarters('2026-10-24T00:00:00+02:00', begin);
  const starts = quarters(begin, end);
  const report = exampleReport({
    period: '2026-10-25',
    begin,
    end,
    starts,
    columns: { potenza: starts.map(() => 1) },
    more: {
      confronto: {
        periodo: { d: '2026-10-24', da: 0, a: 1, inizio_dati: 0 },
        righe: { t: before, potenza: before.map((_, slot) => slot) },
      },
    },
  });
  const [compared] = reportPlot(report, 'sabato').series;
  const at = (time: string) => compared?.values[starts.indexOf(epoch(time))];
  expect(compared?.look).toBe('compared');
  expect([
    at('2026-10-25T12:00:00+01:00'),
    at('2026-10-25T02:15:00+02:00'),
    at('2026-10-25T02:15:00+01:00'),
  ]).toEqual([48, 9, 9]);
});

test('the hour map has a path for each level, a hole where data should be, and nothing for the days to come', () => {
  const days = daysOfJune.slice(0, 3);
  const hours = days.map((_, day) =>
    Array.from({ length: 24 }, (__, hour) => (hour < 6 || hour > 20 ? 0 : 100 * (day + 1))),
  );
  const potenza = hours.map((row, day) =>
    row.map((power, hour) => (day === 1 && hour === 12 ? null : power)),
  );
  const span = { giorni: 30, fine_dati: epoch('2026-06-04T00:00:00+02:00') };
  const hourMap = hourMapOf(exampleReport({ ...june, span, more: { ore: { t: days, potenza } } }));
  expect(hourMap).toMatchObject({ days: 30, firstHour: 6, hours: 15, topKw: 300 });
  expect(hourMap?.missing).toBe('M1 6h.96v.92h-.96z');
  const cells = hourMap?.paths.map(path => path.split('M').length - 1);
  expect(cells).toEqual([0, 0, 15, 0, 14, 15]);
});

test('a formula has the values of the report put in their places; none of it where one is missing', () => {
  const report = exampleReport({
    ...june,
    indices: { energia: 84_620.3, resa_riferimento: 102, immessa: null },
    more: {
      dati: {
        kwp: 998.4,
        pca: 1000,
        riferimento: 101_836.8,
        gamma: -0.35,
        soglia: 50,
        tep: 0.000187,
        co2: { fattore: 0.25, anno: 2023 },
      },
    },
  });
  expect(formulaOf(report, 'pr')).toEqual({
    signs: 'E / Er',
    values: '84.620,3 / 101.836,8',
  });
  expect(formulaOf(report, 'co2')?.values).toBe('84.620,3 · 0,250 kg/kWh (2023)');
  expect(formulaOf(report, 'fattore_capacita')?.values).toBe('84.620,3 / ( 1.000,0 · 720,0 )');
  expect(formulaOf(report, 'pr25')?.signs).toContain('γ = −0,35 %/K');
  expect(formulaOf(report, 'autoconsumo')).toEqual({ signs: '( E − Es − Ei ) / E', values: '' });
  expect(formulaOf(report, 'energia')).toBeNull();
});
