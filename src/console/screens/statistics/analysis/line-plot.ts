import { dayOf } from '../../../data/days';
import type { Json } from '../../../data/read';
import type { Series as Answer } from '../../../data/series';
import { invalidMarks } from '../../../device-screens/invalid-marks';
import { formatCalendar } from '../../../i18n/calendar';
import { t } from '../../../i18n/translate';
import { runsWhere, type TimeSlot, type Values } from '../../../ui/day-line';
import { fittedLines } from '../../../ui/fitted-lines';
import type { Mark, PlotModel, PlotSpan, Series } from '../../../ui/plot/model';
import { rowSlots, rowsAxis } from '../../../ui/plot/rows-axis';
import { timeAxis } from '../../../ui/plot/time-axis';
import { isOfClock, laidOver } from './align';
import { axisUnits, lineName, type Signal } from './signals';

/** The answers for a time, and for the one it is compared with. */
export interface Answers {
  readonly series: Answer;
  readonly other: Answer | null;
  /** "settimana precedente" */
  readonly otherName: string;
  readonly zone: string;
  readonly nowS: number;
  readonly invalid: readonly Json[];
}

/** Each line has its own stroke: petrol, ink and grey, whole, dashed and dotted, so that they differ in black and white too. */
const strokes = ['l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8'] as const;
export const strokeOf = (order: number) => strokes[order % strokes.length] ?? 'l1';

/** The columns of an answer that belong to a line: one, or one for each device. */
export function columnsOf({ group, code, isAll }: Signal, { columns }: Answer): readonly string[] {
  if (!isAll) return columns.has(code) ? [code] : [];
  const point = code.slice(group.length);
  return [...columns.keys()].filter(name => name.startsWith(`${group}.`) && name.endsWith(point));
}

/** The lines over time. */
export function linePlot(signals: readonly Signal[], answers: Answers, names: DeviceNames): PlotModel {
  const { series, zone, nowS } = answers;
  const units = axisUnits(signals);
  const lines = signals.flatMap((signal, order) => {
    const axis = signal.unit === units[0] ? {} : ({ axis: 'right' } as const);
    return units.includes(signal.unit) ? seriesOf(signal, order, answers, names, axis) : [];
  });
  const time = timeOf(series, zone);
  return {
    ...time,
    series: lines,
    ...(nowS > (series.starts[0] ?? nowS) && nowS < series.endS && isOfClock(series) && { now: nowS }),
    spans: spansOf(
      series,
      time.slots,
      signals.flatMap(signal => columnsOf(signal, series)),
    ),
    placeLines: fittedLines,
    marks: marksOf(signals, answers, time.slots),
  };
}

/** What is marked as invalid of the devices of the lines, where its rows are on the axis. */
function marksOf(
  signals: readonly Signal[],
  { series: { starts, endS }, invalid }: Answers,
  slots: readonly TimeSlot[],
): readonly Mark[] {
  const isOf = (of: unknown, id: unknown) =>
    signals.some(({ group, device }) => device === null || (group === of && device === id));
  return invalidMarks(invalid, isOf, starts[0] ?? endS, endS).map(({ at, to = at, label }) => {
    const rows = slots.filter((_, row) => (starts[row + 1] ?? endS) > at && (starts[row] ?? endS) < to);
    return { at: rows[0]?.from ?? 0, to: rows.at(-1)?.to ?? 0, label };
  });
}

/** The name of a device by its full code. */
export type DeviceNames = (column: string) => string;

function seriesOf(
  signal: Signal,
  order: number,
  { series, other, otherName, zone }: Answers,
  nameOf: DeviceNames,
  axis: Pick<Series, 'axis'>,
): readonly Series[] {
  const { unit, decimals } = signal;
  const columns = columnsOf(signal, series);
  const valuesOf = (column: string): Values => series.columns.get(column) ?? [];
  const line = { unit, decimals, shape: 'line', ...axis } as const;
  const label = lineName(signal);
  if (signal.isAll) {
    const lowest = lowestOf(columns, valuesOf);
    return columns
      .map((column): Series => {
        const isLowest = column === lowest;
        return {
          ...line,
          key: column,
          label: `${nameOf(column)}: ${signal.name}`,
          look: isLowest ? 'apart' : 'context',
          ...(!isLowest && { group: label, isQuiet: true }),
          values: valuesOf(column),
        };
      })
      .sort((a, b) => Number(a.look === 'apart') - Number(b.look === 'apart'));
  }
  const look = strokeOf(order);
  const before = other?.columns.get(signal.code);
  return columns.flatMap((column): readonly Series[] => [
    { ...line, key: column, label, look, values: valuesOf(column) },
    ...(other && before
      ? [
          {
            ...line,
            key: `${column} ${otherName}`,
            label: `${label}, ${otherName}`,
            look: `${look} then` as const,
            values: laidOver(series, other, before, zone),
          },
        ]
      : []),
  ]);
}

/** The device with the least in all. */
function lowestOf(columns: readonly string[], valuesOf: (column: string) => Values): string | null {
  const sums = columns.map(column => valuesOf(column).reduce<number>((sum, value) => sum + (value ?? 0), 0));
  const hasAny = (column: string) => valuesOf(column).some(value => value !== null);
  const known = columns.flatMap((column, row) => (hasAny(column) ? [{ column, sum: sums[row] ?? 0 }] : []));
  return known.sort((a, b) => a.sum - b.sum)[0]?.column ?? null;
}

/** Slots and axis: instants for rows of minutes, else rows of equal width. */
function timeOf(series: Answer, zone: string): Pick<PlotModel, 'slots' | 'axis' | 'from' | 'to'> {
  const { starts, endS, step } = series;
  const times = { zone, beginOf: (row: number) => starts[row] ?? 0 };
  if (isOfClock(series)) {
    const slots = starts.map((from, row) => ({ from, to: starts[row + 1] ?? endS }));
    return { slots, axis: timeAxis(slots, zone), from: starts[0] ?? 0, to: endS };
  }
  const days = starts.map(startS => dayOf(startS * 1000, zone));
  const form = step === 'mese' ? 'month' : 'day';
  return {
    slots: rowSlots(starts.length),
    axis: rowsAxis({
      head: t(step === 'mese' ? 'report.time.year' : 'report.time.month'),
      names: days.map(day => formatCalendar(day, form)),
      marks: days.map((day, order) => ({
        label: step === 'mese' ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : formatCalendar(day, 'shortDay'),
        order,
      })),
      steps: [1, 2, 7, 14, 28, 56, 112, 224],
      times,
    }),
    from: 0,
    to: Math.max(1, starts.length),
  };
}

/** Hatches: rows in which every line is missing, and rows in which one is uncertain. */
function spansOf(
  series: Answer,
  slots: readonly TimeSlot[],
  columns: readonly string[],
): readonly PlotSpan[] {
  const { starts, knownToS } = series;
  const isKnown = (row: number) => (starts[row + 1] ?? series.endS) <= knownToS;
  const isDoubtful = (row: number) => columns.some(column => series.uncertain.get(column)?.has(row));
  const isGap = (row: number) =>
    isKnown(row) && columns.every(column => (series.columns.get(column)?.[row] ?? null) === null);
  const rows = slots.map((slot, row) => ({ ...slot, row }));
  const spans = (look: PlotSpan['look'], isIn: (row: number) => boolean) =>
    runsWhere(rows, ({ row }) => isIn(row)).map(run => ({
      from: run[0]?.from ?? 0,
      to: run.at(-1)?.to ?? 0,
      look,
    }));
  return columns.length === 0 ? [] : [...spans('gap', isGap), ...spans('doubtful', isDoubtful)];
}
