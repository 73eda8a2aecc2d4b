import type { TimeSlot } from '../day-line';
import type { PlotAxis } from './model';

/** A row that may have its name written under it. */
export interface RowMark {
  readonly label: string;
  /** Marks are left out until those whose order is a multiple of a step find room. */
  readonly order: number;
}

interface Rows extends Pick<PlotAxis, 'head' | 'times'> {
  /** In full, for the readout. */
  readonly names: readonly string[];
  readonly marks: readonly RowMark[];
  /** From the least on. */
  readonly steps: readonly number[];
}

/** Room of a letter at 11 px, and between two marks, px. */
const letterPx = 6.2;
const gapPx = 10;

/** The places of rows that stand side by side, each one wide. */
export function rowSlots(count: number): readonly TimeSlot[] {
  return Array.from({ length: count }, (_, row) => ({ from: row, to: row + 1 }));
}

/** The axis of rows that stand side by side: days of a month, inverters. */
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
