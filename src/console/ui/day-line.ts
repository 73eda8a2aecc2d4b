import type { PlotPoint } from './chart-scale';

/** A part of the day with one value of each quantity. Epoch seconds. */
export interface TimeSlot {
  readonly from: number;
  readonly to: number;
}

/** One value for each slot; null is a gap, which is never drawn as 0 and never bridged by a line. */
export type Values = readonly (number | null)[];

/** Converts time and value to a position in the plot. */
export type Projection = (t: number, value: number) => PlotPoint;

/** Groups of consecutive slots for which `isIn` is true. */
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

/** A range of rows: the first row, and the row after the last one. */
export interface Rows {
  readonly first: number;
  readonly end: number;
}

/** Time at the middle of a slot, where its value is drawn. */
export const middleOf = ({ from, to }: TimeSlot) => (from + to) / 2;

/** The ranges of consecutive rows with a value. A line never bridges a gap. */
export function runsOf(values: Values, { first, end }: Rows): readonly Rows[] {
  const runs: Rows[] = [];
  const last = Math.min(end, values.length);
  for (let row = first; row < last; row += 1) {
    if (values[row] === null) continue;
    const gap = values.indexOf(null, row);
    const run = { first: row, end: gap < 0 ? last : Math.min(gap, last) };
    runs.push(run);
    row = run.end;
  }
  return runs;
}

/**
 * The points of a line through the middles of a range of slots, extended to its outer edges: towards the value of the neighbour, or
 * horizontally without a neighbour.
 */
export function pointsOf(
  slots: readonly TimeSlot[],
  values: Values,
  { first, end }: Rows,
  project: Projection,
): readonly PlotPoint[] {
  const points: PlotPoint[] = [];
  const edge = (row: number, neighbour: number, side: keyof TimeSlot) => {
    const slot = slots[row];
    if (slot && slot.to > slot.from)
      points.push(project(slot[side], edgeValue(slots, values, row, neighbour)));
  };
  edge(first, first - 1, 'from');
  for (let row = first; row < end; row += 1) {
    const slot = slots[row];
    if (slot) points.push(project(middleOf(slot), values[row] ?? 0));
  }
  edge(end - 1, end, 'to');
  return points;
}

/** The value, at the edge between two slots, of the line through their middles. */
function edgeValue(slots: readonly TimeSlot[], values: Values, row: number, neighbour: number): number {
  const [own, other] = [values[row] ?? 0, values[neighbour] ?? null];
  const [slot, beside] = [slots[row], slots[neighbour]];
  if (other === null || !slot || !beside) return own;
  const [near, far] = [slot.to - slot.from, beside.to - beside.from];
  return own + ((other - own) * near) / (near + far);
}
