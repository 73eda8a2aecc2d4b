import { linePath, type PlotPoint } from '../chart-scale';
import { middleOf, type Place, pointsOf, type Rows, type TimeSlot, type Values } from '../day-line';
import { rowAfter, type Series, type Shortfall, type View } from './model';

/** Convert axis values to px. */
export interface Scales {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly place: Place;
}

/** The rows to draw for a view: the visible ones and one more on each side, so that lines continue to the edges. */
export function rowsIn(slots: readonly TimeSlot[], { from, to }: View): Rows {
  return {
    first: Math.max(0, rowAfter(slots, from) - 1),
    end: Math.min(slots.length, rowAfter(slots, to) + 2),
  };
}

/**
 * Reduces points that are denser than pixels: for each pixel the first, the lowest, the highest and the last are kept. The line looks the
 * same, and no peak is lost.
 */
export function thinned(points: readonly PlotPoint[]): readonly PlotPoint[] {
  const [firstPx, lastPx] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  if (points.length <= 2 * (lastPx - firstPx)) return points;
  const kept: PlotPoint[] = [];
  let pixel = Number.NaN;
  let low = 0;
  let high = 0;
  let last = 0;
  const close = () => {
    if (!Number.isNaN(pixel)) kept.push([pixel, low], [pixel, high], [pixel, last]);
  };
  // Without destructuring, which is several times slower for ten thousand points.
  for (const point of points) {
    const at = Math.floor(point[0]);
    const y = point[1];
    if (at !== pixel) {
      close();
      kept.push([at, y]);
      pixel = at;
      low = y;
      high = y;
    }
    if (y < low) low = y;
    if (y > high) high = y;
    last = y;
  }
  close();
  return kept;
}

/** Fraction of the slot's width that a mark fills, and its maximum width in px. */
const widths = {
  measured: [0.5, 40],
  compared: [0.8, 64],
  ticks: [0.72, 56],
} as const;

/** The path of the bars from 0, or of the ticks, for the rows for which `isIn` is true. */
export function marksPath(
  slots: readonly TimeSlot[],
  { values, shape, look, share }: Series,
  { first, end }: Rows,
  { x, y }: Scales,
  isIn: (row: number) => boolean,
): string {
  const [usual, mostPx] =
    shape === 'ticks' ? widths.ticks : look === 'compared' ? widths.compared : widths.measured;
  let path = '';
  for (let row = first; row < end; row += 1) {
    const [slot, value] = [slots[row], values[row] ?? null];
    if (!slot || value === null || !isIn(row)) continue;
    const slotPx = x(slot.to) - x(slot.from);
    const widthPx = share ? share * slotPx : Math.min(usual * slotPx, mostPx);
    const [left, top] = [x(middleOf(slot)) - widthPx / 2, y(value)];
    const [l, w, h] = [left.toFixed(1), widthPx.toFixed(1), top.toFixed(1)];
    path += shape === 'ticks' ? `M${l} ${h}h${w}` : `M${l} ${h}h${w}V${y(0).toFixed(1)}h-${w}z`;
  }
  return path;
}

/** The outline of the area between two series in a range. */
export function shortfallPath(
  slots: readonly TimeSlot[],
  { from, to }: Shortfall,
  [above, below]: readonly [Values, Values],
  scales: Scales,
): string {
  const rows = { first: rowAfter(slots, from), end: rowAfter(slots, to) };
  const line = (values: Values) => pointsOf(slots, values, rows, scales.place);
  return `${linePath([...line(above), ...[...line(below)].reverse()])}z`;
}
