import { type ReportColumn, reportColumns } from '../../../../contract/report-figures';
import { dayOf } from '../../../data/days';
import { kindOf, type PeriodKind } from '../../../data/periods';
import type { Report, ReportPart } from '../../../data/report';
import { formatCalendar } from '../../../i18n/calendar';
import { formatQuantity, formatTime, localMinutes } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { scaleOf } from '../../../reporting/sheet';
import { isMissing, rowName, rowValues } from '../../../reporting/sheets';

/** How a quantity is drawn (design, section 9). */
export type Look = 'compared' | 'measured' | 'expected' | 'context';

type Values = readonly (number | null)[];

export interface ChartLine {
  readonly look: Look;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly values: Values;
}

/** A place under the chart that may have its name written there. */
export interface Mark {
  readonly at: number;
  readonly label: string;
  /** Marks are left out until those whose order is a multiple of a step find room. */
  readonly order: number;
}

/** What a chart draws, along an axis of seconds (of a day) or of places (1 for each row). */
export interface ChartData {
  readonly isBars: boolean;
  readonly from: number;
  readonly to: number;
  /** Middles of the rows. */
  readonly xs: readonly number[];
  readonly names: readonly string[];
  readonly lines: readonly ChartLine[];
  readonly marks: readonly Mark[];
  readonly steps: readonly number[];
  /** Rows of which something should be there and is not, from edge to edge. */
  readonly gaps: readonly (readonly [from: number, to: number])[];
  readonly now: number | null;
}

const quarterS = 900;
const steps: Record<PeriodKind, readonly number[]> = {
  day: [15, 30, 60, 120, 180, 360, 720],
  month: [1, 5, 10],
  year: [1, 2, 3],
  all: [1, 2, 5, 10],
};

/** The chart of a report: lines over the quarters of a day, bars for anything longer. */
export function chartOf(report: Report, comparedLabel: string): ChartData {
  const kind = kindOf(report.period);
  const { zone } = report;
  const { starts } = report.rows;
  const isDay = kind === 'day';
  const main: ReportColumn = isDay ? 'potenza' : 'energia';
  const edge = (row: number) => (isDay ? (starts[row] ?? report.toS) : row + 0.5);
  return {
    isBars: !isDay,
    from: edge(0),
    to: edge(starts.length),
    xs: starts.map((startS, row) => (isDay ? startS + quarterS / 2 : row + 1)),
    names: starts.map((_, row) => rowName(report, row, zone)),
    lines: linesOf(report, main, comparedLabel),
    marks: starts.map((startS, row) => ({
      at: isDay ? startS : row + 1,
      order: isDay ? localMinutes(startS, zone) : row,
      label: markOf(kind, startS, row, zone),
    })),
    steps: steps[kind],
    gaps: starts.flatMap((_, row) => (isMissing(report, main, row) ? [[edge(row), edge(row + 1)]] : [])),
    now: isDay && report.isRunning ? report.dataToS : null,
  };
}

function markOf(kind: PeriodKind, startS: number, row: number, zone: string): string {
  if (kind === 'day') return formatTime(startS, zone, 'minute');
  if (kind === 'month') return String(row + 1);
  const day = dayOf(startS * 1000, zone);
  return kind === 'year' ? formatCalendar(day, 'shortMonth') : day.slice(0, 4);
}

function linesOf(report: Report, main: ReportColumn, comparedLabel: string): readonly ChartLine[] {
  const isPower = main === 'potenza';
  const other = report.compared ? alike(report, report.compared, main) : [];
  const measured = rowValues(report, main);
  const expected = rowValues(report, isPower ? 'potenza_attesa' : 'attesa');
  const [unit, decimals] = reportColumns[main];
  const { factor, ...shown } = scaleOf(unit, decimals, [...measured, ...expected, ...other]);
  const line = (look: Look, label: string, values: Values): ChartLine => ({
    look,
    label,
    ...shown,
    values: values.map(value => (value === null ? null : value * factor)),
  });
  const [lightUnit, lightDecimals] = reportColumns.poa;
  const light = { label: t('report.column.poa'), unit: lightUnit, decimals: lightDecimals };
  return [
    ...(other.some(value => value !== null) ? [line('compared', comparedLabel, other)] : []),
    line('measured', t(isPower ? 'report.column.potenza' : 'report.column.energia'), measured),
    line('expected', t('report.expected'), expected),
    ...(isPower ? [{ look: 'context', values: rowValues(report, 'poa'), ...light } as const] : []),
  ];
}

/** The rows of the other period beside those of this one: of a day by its clock, so that 92 quarters stand beside 96. */
function alike(report: Report, other: ReportPart, column: ReportColumn): Values {
  const values = rowValues(other, column);
  if (column !== 'potenza') return report.rows.starts.map((_, row) => values[row] ?? null);
  const minutes = (startS: number) => localMinutes(startS, report.zone);
  const byMinute = new Map(other.rows.starts.map((startS, row) => [minutes(startS), values[row] ?? null]));
  return report.rows.starts.map(startS => byMinute.get(minutes(startS)) ?? null);
}

/** What stands at a place, line by line; the first is its name. What it is compared with comes last. */
export function readoutAt({ names, lines }: ChartData, index: number): readonly string[] {
  const isOther = ({ look }: ChartLine) => look === 'compared';
  const ordered = [...lines.filter(line => !isOther(line)), ...lines.filter(isOther)];
  return [
    names[index] ?? '',
    ...ordered.map(({ label, values, decimals, unit }) => {
      return `${label} ${formatQuantity(values[index], decimals, unit)}`;
    }),
  ];
}

/** The marks between two places, so many that they find room side by side. */
export function marksBetween(
  { marks, steps }: Pick<ChartData, 'marks' | 'steps'>,
  from: number,
  to: number,
  most: number,
): readonly Mark[] {
  const within = marks.filter(({ at }) => at >= from && at <= to);
  const every = (step: number) => within.filter(({ order }) => order % step === 0);
  const step = steps.find(each => every(each).length <= most) ?? steps.at(-1) ?? 1;
  return every(step);
}
