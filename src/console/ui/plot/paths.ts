import { linePath } from '../chart-scale';
import { middleOf, pointsOf, type Rows, type TimeSlot, type Values } from '../day-line';
import { rowAfter, type Scales, type Series, type Shortfall, type View } from './model';

/** The rows to draw for a view: the visible ones and one more on each side, so that lines continue to the edges. */
export function rowsIn(slots: readonly TimeSlot[], { from, to }: View): Rows {
  return {
    first: Math.max(0, rowAfter(slots, from) - 1),
    end: Math.min(slots.length, rowAfter(slots, to) + 2),
  };
}

const round = (px: number) => Math.round(px * 10) / 10;

/** The SVG path of the line through a range of slots. */
export function runPath(slots: readonly TimeSlot[], values: Values, rows: Rows, scales: Scales): string {
  const { first, end } = rows;
  const widthPx = scales.x(slots[end - 1]?.to ?? 0) - scales.x(slots[first]?.from ?? 0);
  return end - first > 2 * widthPx
    ? densePath(slots, values, rows, scales)
    : linePath(pointsOf(slots, values, rows, scales.project));
}

/**
 * The line through slots that are denser than pixels. Of each pixel the first, the lowest, the highest and the last value are kept: the
 * line looks the same, and no peak is lost. Only these are converted to px, because there can be ten thousand slots.
 */
function densePath(
  slots: readonly TimeSlot[],
  values: Values,
  { first, end }: Rows,
  { x, atPx, y }: Scales,
): string {
  let path = '';
  let drawn = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let [low, high, last] = [0, 0, 0];
  const rise = (value: number) => {
    const height = round(y(value));
    if (height !== drawn) path += `V${height}`;
    drawn = height;
  };
  const endPixel = () => {
    rise(low);
    rise(high);
    rise(last);
  };
  for (let row = first; row < end; row += 1) {
    const slot = slots[row];
    const value = values[row] ?? 0;
    if (!slot) break;
    if (slot.to > nextAt) {
      if (row > first) endPixel();
      const px = Math.floor(x(slot.from));
      nextAt = atPx(px + 1);
      drawn = round(y(value));
      path += `${row > first ? 'L' : 'M'}${px} ${drawn}`;
      low = value;
      high = value;
    }
    if (value < low) low = value;
    if (value > high) high = value;
    last = value;
  }
  endPixel();
  return path;
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
  const line = (values: Values) => pointsOf(slots, values, rows, scales.project);
  return `${linePath([...line(above), ...[...line(below)].reverse()])}z`;
}
