import {
  columnNames,
  indexNames,
  type ReportColumn,
  type ReportIndex,
  reportColumns,
  reportIndices,
} from '../../contract/report-figures';
import { dayOf } from '../data/days';
import { kindOf, rowKindOf } from '../data/periods';
import type { Report, ReportPart } from '../data/report';
import type { Item } from '../data/report-items';
import { formatCalendar } from '../i18n/calendar';
import { formatDifference, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { repeatedOffset } from '../i18n/wall-clock';
import type { Sheet, SheetColumn } from './sheet';
import { isUncertain, uncertainRows } from './trust';

interface NamedRows extends Pick<ReportPart, 'period'> {
  readonly rows: Pick<ReportPart['rows'], 'starts'>;
}

/** The name of a row: its start, in the format of the period. */
export function rowName({ rows, period }: NamedRows, row: number, zone: string): string {
  const startS = rows.starts[row] ?? 0;
  const kind = kindOf(period);
  if (kind === 'day') return formatTime(startS, zone, 'minute') + repeatedOffset(startS, zone);
  const day = dayOf(startS * 1000, zone);
  if (kind === 'all') return day.slice(0, 4);
  return formatCalendar(day, kind === 'year' ? 'monthOfYear' : 'dayOfMonth');
}

export function rowValues({ rows }: ReportPart, column: ReportColumn): readonly (number | null)[] {
  return rows.starts.map((_, row) => rows.at(column, row));
}

/** Whether a row has no data although it lies between the first and the last data. Rows before and after are not missing. */
export function isMissing(
  { rows, dataFromS, dataToS, toS }: ReportPart,
  column: ReportColumn,
  row: number,
): boolean {
  const [startS = 0, endS = toS] = rows.starts.slice(row, row + 2);
  const isCounted = dataFromS !== null && dataToS !== null && startS < dataToS && endS > dataFromS;
  return isCounted && rows.at(column, row) === null;
}

function rowColumn(part: ReportPart, column: ReportColumn, report: Report): SheetColumn {
  const [unit, decimals] = reportColumns[column];
  const isCoverage = column === 'copertura' || column === 'copertura_luce';
  return {
    label: t(`report.column.${column}`),
    unit,
    decimals,
    values: rowValues(part, column),
    ...(!isCoverage && { uncertain: uncertainRows(part, column, report) }),
  };
}

const ofQuarters = ['potenza', 'potenza_attesa', 'poa', 'energia', 'tmod'] as const;
const ofDays = ['irraggiamento', 'pr', 'disponibilita', 'copertura', 'copertura_luce'] as const;

function timeColumn(report: Report): SheetColumn {
  const { rows, zone, period } = report;
  return {
    label: t(`report.time.${rowKindOf(period)}`),
    unit: '',
    decimals: 0,
    isTime: true,
    values: rows.starts,
    show: startS => rowName(report, rows.starts.indexOf(startS), zone),
  };
}

/** For the file: of each row what counters counted while they were doubted. */
function doubtColumn({ rows, isDoubted }: ReportPart): readonly SheetColumn[] {
  const doubted = rows.starts.map((_, row) =>
    columnNames.flatMap(name => (isDoubted(name, row) ? t(`report.column.${name}`) : [])).join(', '),
  );
  return doubted.some(each => each !== '') ? [textColumn(t('report.needs.contatore'), doubted)] : [];
}

/** The rows of the period; the file has all values that the datalogger sends for them. */
export function rowsSheet(report: Report, comparedLabel: string): Sheet {
  const { rows, compared } = report;
  const kind = kindOf(report.period);
  const time = timeColumn(report);
  const all = columnNames.map(name => rowColumn(report, name, report));
  const file = [
    time,
    ...all.filter(({ values }) => values.some(each => each !== null)),
    ...doubtColumn(report),
    // Not of a day, as on the screen: one day may have 92 rows and the other 96.
    ...(compared && kind !== 'day'
      ? [besides(report, compared, `${t('report.column.energia')}, ${comparedLabel}`)]
      : []),
  ];
  const energies = [
    rowColumn(report, 'energia', report),
    rowColumn(report, 'attesa', report),
    ...(compared ? [besides(report, compared, comparedLabel)] : []),
  ];
  const alike = energies.flatMap(({ values }) => values);
  const shown =
    kind === 'day'
      ? ofQuarters.map(name => rowColumn(report, name, report))
      : [
          ...energies.map(column => ({ ...column, alike })),
          deviation(report),
          ...ofDays.map(name => rowColumn(report, name, report)),
        ];
  const rowsToCome = rows.starts.filter(startS => startS >= (report.dataToS ?? 0)).length;
  return {
    name: kind,
    title: t('report.table'),
    columns: [time, ...shown],
    rowsToCome,
    isSeries: true,
    file,
  };
}

/** The energy of the comparison period, row by row; a month of 31 days may be beside one of 30. */
function besides(report: Report, other: ReportPart, label: string): SheetColumn {
  const column = rowColumn(other, 'energia', report);
  return { ...column, label, values: report.rows.starts.map((_, row) => column.values[row] ?? null) };
}

function deviation(report: Report): SheetColumn {
  const { values, ...column } = rowColumn(report, 'epi', report);
  return {
    ...column,
    ...differenceColumn,
    label: t('report.deviation'),
    values: values.map(epi => (typeof epi === 'number' ? epi - 100 : null)),
  };
}

const differenceColumn = { unit: '%', decimals: 1, show: (value: number) => formatDifference(value, 1) };

export function textColumn(label: string, values: readonly string[]): SheetColumn {
  return { label, unit: '', decimals: 0, values };
}

type NamedColumn<Name> = readonly [name: Name, label: string, unit: string, decimals: number];

/** A column for each number of the items of a list. */
export function itemColumns<Name extends string>(
  items: readonly Item<Name>[],
  columns: readonly NamedColumn<Name>[],
): readonly SheetColumn[] {
  return columns.map(([name, label, unit, decimals]) => ({
    label,
    unit,
    decimals,
    values: items.map(({ of }) => of(name)),
  }));
}

/** The same for numbers that are also indices of the plant. */
export function indexColumns<Name extends ReportIndex>(
  items: readonly Item<Name>[],
  names: readonly Name[],
): readonly SheetColumn[] {
  return itemColumns(
    items,
    names.map((name): NamedColumn<Name> => {
      const [unit, decimals] = reportIndices[name];
      return [name, t(`report.index.${name}`), unit, decimals];
    }),
  );
}

export function coverageColumns(items: readonly Item<'copertura'>[]): readonly SheetColumn[] {
  const [unit, decimals] = reportColumns.copertura;
  return itemColumns(items, [['copertura', t('report.column.copertura'), unit, decimals]]);
}

/** Marks what counters counted while they were doubted. */
export const doubtedColumns = (
  items: readonly Item<'incerta'>[],
  columns: readonly SheetColumn[],
): readonly SheetColumn[] =>
  columns.map(column => ({ ...column, uncertain: items.map(({ of }) => of('incerta') === 1) }));

export function invertersSheet({ inverters, coverageLimits, losses }: Report): Sheet {
  const uncertain = inverters.map(({ of }) => (of('copertura') ?? 100) < coverageLimits.certain);
  const deviations = inverters.map(({ of }) => of('scarto'));
  const names = inverters.map(({ name }) => name);
  // By all causes, as the table of losses has it.
  const costs = new Map(losses.all.devices.map(({ item }) => [item.of('id'), item.of('persa')]));
  const lost = inverters.map(({ of }) => costs.get(of('id')) ?? of('persa'));
  return {
    name: 'inverter',
    title: t('menu.inverters'),
    columns: [
      textColumn(t('menu.inverters'), names),
      ...doubtedColumns(inverters, indexColumns(inverters, ['energia', 'resa'])),
      { ...differenceColumn, label: t('report.onMedian'), values: deviations, uncertain },
      ...indexColumns(inverters, ['disponibilita', 'fermo', 'persa']).map((column, index) => ({
        ...column,
        uncertain,
        ...(index === 2 && { values: lost }),
      })),
      ...coverageColumns(inverters),
    ],
  };
}

/** The indices as rows, with those of the comparison period. */
export function indicesSheet(report: Report, comparedLabel: string): Sheet {
  const decimals = indexNames.map(name => reportIndices[name][1]);
  const units = indexNames.map(name => reportIndices[name][0]);
  const column = (label: string, { index }: ReportPart): SheetColumn => ({
    label,
    unit: '',
    decimals,
    units,
    values: indexNames.map(index),
    uncertain: indexNames.map(name => isUncertain(report, name, report)),
  });
  return {
    name: 'indici',
    title: t('report.indices'),
    isSeries: true,
    columns: [
      textColumn(
        t('report.quantity'),
        indexNames.map(name => t(`report.index.${name}`)),
      ),
      column(t('report.value'), report),
      ...(report.compared ? [column(comparedLabel, report.compared)] : []),
      textColumn(t('table.unit'), units),
      {
        label: t('report.column.copertura'),
        unit: '%',
        decimals: 1,
        values: indexNames.map(name => report.coverage[reportIndices[name][2]]),
      },
    ],
  };
}
