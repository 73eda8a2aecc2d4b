import type { PlotPoint } from './chart-scale';

/** A stretch of the day that has one value of each quantity. Epoch seconds. */
export interface TimeSlot {
  readonly from: number;
  readonly to: number;
}

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

/** The lines of a quantity: interrupted where it is missing, never joined over a gap. */
export function linesOf<S extends TimeSlot>(
  slots: readonly S[],
  valueIn: (slot: S) => number | null,
  place: Place,
): readonly (readonly PlotPoint[])[] {
  return runsWhere(slots, slot => valueIn(slot) !== null).map(run => outline(run, valueIn, place));
}

/** The slots on either side of a run whose line goes on there. */
interface Neighbours<S> {
  readonly before?: S | undefined;
  readonly after?: S | undefined;
}

/** The middles of the slots; on the way to the neighbours at both ends, level where there is none. */
export function outline<S extends TimeSlot>(
  run: readonly S[],
  valueIn: (slot: S) => number | null,
  place: Place,
  { before, after }: Neighbours<S> = {},
): readonly PlotPoint[] {
  const middles = run.map(slot => place((slot.from + slot.to) / 2, valueIn(slot) ?? 0));
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return middles;
  const start = place(first.from, between(before, first, valueIn));
  return [start, ...middles, place(last.to, between(after, last, valueIn))];
}

/** What the line through the middles of two slots says where they meet. */
function between<S extends TimeSlot>(
  neighbour: S | undefined,
  slot: S,
  valueIn: (slot: S) => number | null,
): number {
  const own = valueIn(slot) ?? 0;
  const other = neighbour ? valueIn(neighbour) : null;
  if (!neighbour || other === null) return own;
  const [near, far] = [slot.to - slot.from, neighbour.to - neighbour.from];
  return own + ((other - own) * near) / (near + far);
}

/** The slots on either side of a run in the list that it was cut from. */
export function neighboursOf<S>(slots: readonly S[], run: readonly S[]): Neighbours<S> {
  const [first] = run;
  const index = first === undefined ? -1 : slots.indexOf(first);
  return { before: slots[index - 1], after: slots[index + run.length] };
}
