import type { TimeSlot } from '../day-line';
import type { PlotAxis } from './model';

/** The label below a row, if there is space for it. */
export interface RowMark {
  readonly label: string;
  /** Only labels are shown whose order is a multiple of n, with the smallest n for which they fit. */
  readonly order: number;
}

interface Rows extends Pick<PlotAxis, 'head' | 'times'> {
  /** Full names, for the readout. */
  readonly names: readonly string[];
  readonly marks: readonly RowMark[];
  /** The possible values of n, in ascending order. */
  readonly steps: readonly number[];
}

/** Width of a letter at 11 px, and distance between two labels, px. */
const letterPx = 6.2;
const gapPx = 10;

/** Slots of width 1, side by side. */
export function rowSlots(count: number): readonly TimeSlot[] {
  return Array.from({ length: count }, (_, row) => ({ from: row, to: row + 1 }));
}

/** The axis for rows side by side, such as days of a month or inverters. */
export function rowsAxis({ head, times, names, marks, steps }: Rows): PlotAxis {
  const longest = marks.reduce((most, { label }) => Math.max(most, label.length), 1);
  const placed = marks.map(({ label, order }, row) => ({ at: row + 0.5, label, order }));
  return {
    head,
    ...(times && { times }),
    tickPx: longest * letterPx + gapPx,
    ticks(from, to, most) {
      const within = placed.filter(({ at }) => at >= from && at <= to);
      const every = (step: number) => within.filter(({ order }) => order % step === 0);
      const step = steps.find(each => every(each).length <= most) ?? steps.at(-1) ?? 1;
      return every(step);
    },
    nameOf: row => names[row] ?? '',
  };
}
