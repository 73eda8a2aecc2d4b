import type { Series } from '../../../data/series';
import { formatNumber, formatQuantity } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { scaleOf } from '../../../reporting/sheet';
import { DataTable } from '../../../ui/DataTable';
import type { DataColumn } from '../../../ui/data-column';
import { Icon } from '../../../ui/Icon';
import { columnsOf, strokeOf } from './line-plot';
import { axisUnits, comparableGroups, lineName, medianOf, type Signal } from './signals';

interface Props {
  readonly signals: readonly Signal[];
  readonly series: Series | undefined;
  readonly other: Series | null;
  readonly otherName: string;
  readonly onLines: (change: (codes: readonly string[]) => readonly string[]) => void;
}

/** A line, or the same line in the time that it is compared with. */
interface Row {
  readonly signal: Signal;
  readonly order: number;
  readonly answer: Series | undefined;
  readonly isOther: boolean;
}

/** The chosen lines with their least, mean and greatest values, and what can be done with them. */
export function LineList({ signals, series, other, otherName, onLines }: Props) {
  const rows = signals.flatMap((signal, order): readonly Row[] => [
    { signal, order, answer: series, isOther: false },
    ...(other && !signal.isAll ? [{ signal, order, answer: other, isOther: true }] : []),
  ]);
  return (
    <DataTable
      label={t('analysis.lines')}
      className="rep stack"
      columns={columnsOfLines(rows, { signals, otherName, onLines })}
      rows={rows}
      keyOf={({ signal, isOther }) => `${signal.code} ${isOther}`}
    />
  );
}

function columnsOfLines(
  rows: readonly Row[],
  { signals, otherName, onLines }: Pick<Props, 'signals' | 'otherName' | 'onLines'>,
): readonly DataColumn<Row>[] {
  const hasTotal = rows.some(({ signal, answer }) => totalOf(signal, answer) !== null);
  const units = axisUnits(signals);
  const number = (key: string, head: string, of: (stats: Stats) => number | null): DataColumn<Row> => ({
    key,
    head,
    isNamed: true,
    isNumber: true,
    cell: ({ signal, answer }) => formatNumber(of(statsOf(signal, answer)), signal.decimals),
  });
  return [
    {
      key: 'line',
      head: t('analysis.line'),
      isHeading: true,
      cell: ({ signal, order, isOther }) => (
        <>
          <Sign look={signal.isAll ? 'context' : `${strokeOf(order)}${isOther ? ' then' : ''}`} />{' '}
          {lineName(signal)}
          {isOther && `, ${otherName}`}
          {!units.includes(signal.unit) && <small>{t('analysis.notDrawn')}</small>}
        </>
      ),
    },
    { key: 'unit', head: t('table.unit'), isNamed: true, cell: ({ signal }) => signal.unit },
    number('least', t('analysis.least'), ({ least }) => least),
    number('mean', t('analysis.mean'), ({ mean }) => mean),
    number('most', t('analysis.most'), ({ most }) => most),
    ...(hasTotal
      ? [
          {
            key: 'total',
            head: t('analysis.total'),
            isNamed: true,
            isNumber: true,
            cell: ({ signal, answer }: Row) => totalWords(signal, totalOf(signal, answer)),
          },
        ]
      : []),
    {
      key: 'do',
      className: 'noprint',
      cell: ({ signal, isOther }) => !isOther && <Actions {...{ signal, signals, onLines }} />,
    },
  ];
}

function Sign({ look }: { readonly look: string }) {
  return (
    <span className="key">
      <svg viewBox="0 0 24 10" aria-hidden="true">
        <path className={`line ${look}`} d="M0 5h24" />
      </svg>
    </span>
  );
}

function Actions({
  signal,
  signals,
  onLines,
}: Pick<Props, 'signals' | 'onLines'> & { readonly signal: Signal }) {
  const { code, group, device, isMedian } = signal;
  const median = medianOf(code);
  const canMedian = comparableGroups.includes(group) && device !== null && !isMedian;
  const hasMedian = signals.some(each => each.code === median);
  const name = lineName(signal);
  return (
    <div className="row">
      {canMedian && !hasMedian && (
        <button
          type="button"
          className="lnk keep"
          aria-label={t('analysis.addMedianOf', { name })}
          onClick={() => onLines(codes => codes.flatMap(each => (each === code ? [code, median] : [each])))}
        >
          {t('analysis.addMedian')}
        </button>
      )}
      <button
        type="button"
        className="q keep end"
        aria-label={t('analysis.remove', { name })}
        onClick={() => onLines(codes => codes.filter(each => each !== code))}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

interface Stats {
  readonly least: number | null;
  readonly mean: number | null;
  readonly most: number | null;
}

/** Least and greatest of the values that are drawn; the mean of all that was measured, of energies that of the rows. */
export function statsOf(signal: Signal, series: Series | undefined): Stats {
  const columns = series ? columnsOf(signal, series) : [];
  let [least, most, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (const value of columns.flatMap(column => series?.columns.get(column) ?? [])) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    sum += value;
    count += 1;
  }
  if (!series || count === 0) return { least: null, mean: null, most: null };
  const isEnergy = totalOf(signal, series) !== null;
  return { least, most, mean: isEnergy || signal.isAll ? sum / count : series.mean(signal.code) };
}

/** The energy of the range; null where the line is not a power. */
export function totalOf(signal: Signal, series: Series | undefined): number | null {
  const totals = series ? columnsOf(signal, series).map(series.total) : [];
  const known = totals.filter(total => total !== null);
  // The yields of several devices have no sum.
  const isSum = !signal.isAll || signal.unit === 'kWh';
  return known.length > 0 && isSum ? known.reduce((sum, total) => sum + total, 0) : null;
}

function totalWords({ unit, decimals }: Signal, total: number | null): string {
  const scale = scaleOf(unit, decimals, [total]);
  return formatQuantity(total === null ? null : total * scale.factor, scale.decimals, scale.unit);
}
