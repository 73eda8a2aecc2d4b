import type { PlotPoint } from './chart-scale';

/** A stretch of the day that has one value of each quantity. Epoch seconds. */
export interface TimeSlot {
  readonly from: number;
  readonly to: number;
}

/** One value for each slot; null is a gap: never 0, never joined over. */
export type Values = readonly (number | null)[];

/** From time and value to a place in the plot. */
export type Place = (t: number, value: number) => PlotPoint;

/** Slots in a row for which `isIn` holds. */
export function runsWhere<S>(slots: readonly S[], isIn: (slot: S) => boolean): readonly (readonly S[])[] {
  const runs: S[][] = [];
  let run: S[] | null = null;
  for (const slot of slots) {
    if (!isIn(slot)) run = null;
    else if (run) run.push(slot);
    else {
      run = [slot];
      runs.push(run);
    }
  }
  return runs;
}

/** Rows in a row: the first, and the one after the last. */
export interface Rows {
  readonly first: number;
  readonly end: number;
}

/** Where a slot stands: its middle. */
export const middleOf = ({ from, to }: TimeSlot) => (from + to) / 2;

/** The stretches of rows that have a value: a line is never joined over a gap. */
export function runsOf(values: Values, { first, end }: Rows): readonly Rows[] {
  const runs: Rows[] = [];
  let start = -1;
  for (let row = first; row <= end; row += 1) {
    const isThere = row < end && (values[row] ?? null) !== null;
    if (isThere && start < 0) start = row;
    if (!isThere && start >= 0) {
      runs.push({ first: start, end: row });
      start = -1;
    }
  }
  return runs;
}

/**
 * The points of a line through the middles of the slots of a run, led on to its outer edges: towards the neighbour, or level
 * where there is none.
 */
export function pointsOf(
  slots: readonly TimeSlot[],
  values: Values,
  { first, end }: Rows,
  place: Place,
): readonly PlotPoint[] {
  const points: PlotPoint[] = [];
  const edge = (row: number, neighbour: number, side: keyof TimeSlot) => {
    const slot = slots[row];
    if (slot && slot.to > slot.from) points.push(place(slot[side], edgeValue(slots, values, row, neighbour)));
  };
  edge(first, first - 1, 'from');
  for (let row = first; row < end; row += 1) {
    const slot = slots[row];
    if (slot) points.push(place(middleOf(slot), values[row] ?? 0));
  }
  edge(end - 1, end, 'to');
  return points;
}

/** What the line through the middles of two slots says where they meet. */
function edgeValue(slots: readonly TimeSlot[], values: Values, row: number, neighbour: number): number {
  const [own, other] = [values[row] ?? 0, values[neighbour] ?? null];
  const [slot, beside] = [slots[row], slots[neighbour]];
  if (other === null || !slot || !beside) return own;
  const [near, far] = [slot.to - slot.from, beside.to - beside.from];
  return own + ((other - own) * near) / (near + far);
}
