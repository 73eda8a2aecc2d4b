import type { Series as Answer } from '../../../data/series';
import { formatNumber, formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { repeatedOffset } from '../../../i18n/wall-clock';
import { axisLines, decimalsOf } from '../../../ui/chart-scale';
import { fittedLines } from '../../../ui/fitted-lines';
import type { PlotAxis, PlotModel, Series } from '../../../ui/plot/model';
import { lineName, type Signal } from './signals';

/** Width of a label of the horizontal axis, px. */
const tickPx = 60;

/** A row in which both were measured. */
interface Point {
  readonly startS: number;
  readonly x: number;
  readonly y: number;
}

/** The line y = slope x + offset with the least squares, and the share of the variance of y that it explains. */
export interface Fit {
  readonly slope: number;
  readonly offset: number;
  readonly r2: number;
}

export interface Scatter {
  readonly points: readonly Point[];
  /** Null where the points have no line: fewer than two, or all at one x. */
  readonly fit: Fit | null;
  /** Rows that are uncertain, and left out. */
  readonly leftOut: number;
}

export function scatterOf(x: string, y: string, { starts, columns, uncertain }: Answer): Scatter {
  const [ofX, ofY] = [columns.get(x) ?? [], columns.get(y) ?? []];
  const both = starts.flatMap((startS, row) => {
    const [atX, atY] = [ofX[row] ?? null, ofY[row] ?? null];
    return atX === null || atY === null ? [] : [{ startS, x: atX, y: atY, row }];
  });
  const isDoubted = (row: number) => [x, y].some(each => uncertain.get(each)?.has(row));
  const points = both.filter(({ row }) => !isDoubted(row)).sort((a, b) => a.x - b.x);
  return { points, fit: fitOf(points), leftOut: both.length - points.length };
}

export function fitOf(points: readonly Pick<Point, 'x' | 'y'>[]): Fit | null {
  const count = points.length;
  const sum = (of: (point: Pick<Point, 'x' | 'y'>) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const [meanX, meanY] = [sum(({ x }) => x) / count, sum(({ y }) => y) / count];
  const spreadX = sum(({ x }) => (x - meanX) ** 2);
  const spreadY = sum(({ y }) => (y - meanY) ** 2);
  if (count < 2 || !(spreadX > 0)) return null;
  const slope = sum(({ x, y }) => (x - meanX) * (y - meanY)) / spreadX;
  return {
    slope,
    offset: meanY - slope * meanX,
    r2: spreadY > 0 ? (slope ** 2 * spreadX) / spreadY : 1,
  };
}

/** One signal over another, with the line through the points. */
export function scatterPlot(
  { points, fit }: Scatter,
  [x, y]: readonly [Signal, Signal],
  zone: string,
): PlotModel {
  const slots = points.map(point => ({ from: point.x, to: point.x }));
  const lines = axisLines(Math.min(0, slots[0]?.from ?? 0), slots.at(-1)?.from ?? 1);
  return {
    slots,
    series: [
      ofAxis('x', x, { look: 'context', shape: 'none', axis: 'right', values: points.map(point => point.x) }),
      ofAxis('y', y, { look: 'l1', shape: 'ticks', values: points.map(point => point.y) }),
      ...(fit ? [fittedSeries(fit, points, y)] : []),
    ],
    axis: axisOf(points, zone),
    from: lines[0] ?? 0,
    to: lines.at(-1) ?? 1,
    placeLines: left => fittedLines(left, null),
  };
}

const ofAxis = (
  key: string,
  signal: Signal,
  rest: Pick<Series, 'look' | 'shape' | 'values' | 'axis'>,
): Series => ({ key, label: lineName(signal), unit: signal.unit, decimals: signal.decimals, ...rest });

const fittedSeries = (
  { slope, offset }: Fit,
  points: readonly Point[],
  { unit, decimals }: Signal,
): Series => ({
  key: 'fit',
  label: t('analysis.fit'),
  unit,
  decimals: decimals + 1,
  look: 'expected',
  shape: 'line',
  values: points.map(({ x }) => slope * x + offset),
});

/** The horizontal axis is the first signal; each row is named by its time. */
function axisOf(points: readonly Point[], zone: string): PlotAxis {
  const beginOf = (row: number) => points[row]?.startS ?? 0;
  return {
    head: t('plot.time'),
    tickPx,
    ticks: (from, to) => {
      const within = axisLines(Math.min(0, from), to).filter(at => at >= from && at <= to);
      const decimals = decimalsOf(within);
      return within.map(at => ({ at, label: formatNumber(at, decimals) }));
    },
    nameOf(row) {
      const startS = beginOf(row);
      const clock = formatTime(startS, zone, 'minute') + repeatedOffset(startS, zone);
      return `${formatTime(startS, zone, 'date')} ${clock}`;
    },
    times: { zone, beginOf },
  };
}
