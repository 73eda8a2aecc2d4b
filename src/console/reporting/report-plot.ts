import { type ReportColumn, reportColumns } from '../../contract/report-figures';
import { dayOf } from '../data/days';
import { rowKindOf } from '../data/periods';
import type { Report, ReportPart, ReportRows } from '../data/report';
import { formatCalendar } from '../i18n/calendar';
import { formatQuantity, localMinutes } from '../i18n/format';
import { t } from '../i18n/translate';
import type { TimeSlot, Values } from '../ui/day-line';
import type { Mark, PlotAxis, PlotModel, PlotSpan, Series } from '../ui/plot/model';
import { rowSlots, rowsAxis } from '../ui/plot/rows-axis';
import { timeAxis } from '../ui/plot/time-axis';
import { energyText, summaryOf } from './head-words';
import { scaleOf } from './sheet';
import { isMissing, rowName, rowValues } from './sheets';
import { uncertainRows } from './trust';

type RowKind = Exclude<ReturnType<typeof rowKindOf>, 'day'>;

/** Every n-th label below the rows is shown, with the smallest of these n for which the labels fit. */
const steps: Record<RowKind, readonly number[]> = {
  month: [1, 5, 10, 30, 60],
  year: [1, 2, 3],
  all: [1, 2, 5, 10],
};

/** The chart of a report: lines for the quarter-hours of a day, bars for longer periods. */
export function reportPlot(report: Report, comparedLabel: string): PlotModel {
  const { rows, toS, isRunning, dataToS } = report;
  const kind = rowKindOf(report.period);
  const isDay = kind === 'day';
  const main: ReportColumn = isDay ? 'potenza' : 'energia';
  const slots = isDay
    ? rows.starts.map((from, row) => ({ from, to: rows.starts[row + 1] ?? toS }))
    : rowSlots(rows.starts.length);
  return {
    slots,
    series: seriesOf(report, main, comparedLabel),
    axis: isDay ? timeAxis(slots, report.zone) : axisOf(report, kind),
    from: slots[0]?.from ?? 0,
    to: slots.at(-1)?.to ?? 1,
    spans: spansOf(report, main, slots),
    marks: marksOf(report, slots, isDay),
    ...(isDay && isRunning && dataToS !== null && { now: dataToS }),
  };
}

function axisOf(report: Report, kind: RowKind): PlotAxis {
  const { rows, zone } = report;
  const markOf = (startS: number) => {
    const day = dayOf(startS * 1000, zone);
    if (kind === 'all') return day.slice(0, 4);
    return kind === 'year' ? formatCalendar(day, 'shortMonth') : String(Number(day.slice(8)));
  };
  return rowsAxis({
    head: t(`report.time.${kind}`),
    names: rows.starts.map((_, row) => rowName(report, row, zone)),
    marks: rows.starts.map((startS, row) => ({ label: markOf(startS), order: row })),
    steps: steps[kind],
    times: { zone, beginOf: row => rows.starts[row] ?? 0 },
  });
}

function seriesOf(report: Report, main: ReportColumn, comparedLabel: string): readonly Series[] {
  const isPower = main === 'potenza';
  const other = report.compared ? alike(report, report.compared, main) : [];
  const measured = rowValues(report, main);
  const expected = rowValues(report, isPower ? 'potenza_attesa' : 'attesa');
  const [ownUnit, ownDecimals] = reportColumns[main];
  const { factor, unit, decimals } = scaleOf(ownUnit, ownDecimals, [...measured, ...expected, ...other]);
  const series = (look: Series['look'], shape: Series['shape'], label: string, values: Values): Series => ({
    key: look,
    look,
    shape,
    label,
    unit,
    decimals,
    values: values.map(value => (value === null ? null : value * factor)),
  });
  const [lightUnit, lightDecimals] = reportColumns.poa;
  const light: Series = {
    ...series('context', 'line', t('report.column.poa'), []),
    unit: lightUnit,
    decimals: lightDecimals,
    values: rowValues(report, 'poa'),
    axis: 'right',
  };
  const area = isPower ? 'area' : 'bars';
  return [
    ...(other.some(value => value !== null) ? [series('compared', area, comparedLabel, other)] : []),
    series('measured', area, t(isPower ? 'report.column.potenza' : 'report.column.energia'), measured),
    series('expected', isPower ? 'line' : 'ticks', t('report.expected'), expected),
    ...(isPower ? [light] : []),
  ];
}

/**
 * The values of the comparison period, row by row. Rows of a day are matched by local time, because a day has 92, 96 or 100 quarter-hours.
 */
function alike(report: Report, other: ReportPart, column: ReportColumn): Values {
  const values = rowValues(other, column);
  if (column !== 'potenza') return report.rows.starts.map((_, row) => values[row] ?? null);
  const minutes = (startS: number) => localMinutes(startS, report.zone);
  const byMinute = new Map(other.rows.starts.map((startS, row) => [minutes(startS), values[row] ?? null]));
  return report.rows.starts.map(startS => byMinute.get(minutes(startS)) ?? null);
}

/** The hatched ranges: rows whose value is missing, and rows that are only partly measured. */
function spansOf(report: Report, main: ReportColumn, slots: readonly TimeSlot[]): readonly PlotSpan[] {
  const uncertain = uncertainRows(report, main, report);
  return slots.flatMap(({ from, to }, row): readonly PlotSpan[] => {
    if (isMissing(report, main, row)) return [{ from, to, look: 'gap' }];
    return uncertain[row] && report.rows.at(main, row) !== null ? [{ from, to, look: 'doubtful' }] : [];
  });
}

/** The last row that begins before an instant. */
const lastRow = ({ starts }: ReportRows, endS: number) => starts.filter(startS => startS < endS).length - 1;

/** What people wrote down, where its time is on the axis. */
function marksOf({ notes, rows }: Report, slots: readonly TimeSlot[], isDay: boolean): readonly Mark[] {
  return notes.map(({ beginS, endS, text, name, isInvalid }) => {
    const about = [name, isInvalid && t('report.invalid')].filter(Boolean).join(', ');
    const row = rows.starts.filter(startS => startS <= beginS).length - 1;
    const { from = 0, to = 0 } = slots[Math.max(0, row)] ?? {};
    return {
      at: isDay ? Math.max(beginS, from) : (from + to) / 2,
      // The file has it in each of its rows.
      ...(isInvalid && endS !== null && { to: isDay ? endS : (slots[lastRow(rows, endS)]?.to ?? to) }),
      label: about === '' ? text : `${about}: ${text}`,
    };
  });
}

/** The text alternative of the chart. */
export function plotWords(report: Report): string {
  const isDay = rowKindOf(report.period) === 'day';
  const names = report.rows.starts.map((_, row) => rowName(report, row, report.zone));
  const [unit, decimals] = reportColumns.potenza;
  return isDay
    ? summaryOf(rowValues(report, 'potenza'), names, value => formatQuantity(value, decimals, unit))
    : summaryOf(rowValues(report, 'energia'), names, energyText);
}
