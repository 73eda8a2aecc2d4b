import { meterRoles } from '../../../contract/codes';
import { quarterS } from '../../../contract/zone';
import type { DeviceRows } from '../../plant/snapshot';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { readingOf, sumOf } from './reading';

/** Energies of a meter, kWh. */
export interface Counted {
  readonly exported: number | null;
  readonly imported: number | null;
}

export const uncounted: Counted = { exported: null, imported: null };

/** Differences of counters are exact but for the last bits of their floating-point numbers, kWh. */
const rounding = 1e-6;

/** A counter that goes back by no more than this share of itself is the same one, a little behind: it is waited for. A new one begins lower. */
const behindShare = 1e-4;

/** Where a counter stands after another reading: never back by a little. */
const standAfter = (before: number | null | undefined, now: number | null): number | null =>
  now === null || (before != null && now < before && before - now <= behindShare * before)
    ? (before ?? null)
    : now;

/** The counters of every meter by id, as they stood at the end of a frame. */
function standOf(frame: Frame): ReadonlyMap<number, Counted> {
  const read = readingOf('contatori', frame);
  return new Map(
    frame.ids.map((id, device) => [
      id,
      { exported: read(device, 'e_imm'), imported: read(device, 'e_prel') },
    ]),
  );
}

/** The difference of a counter without what it moved in marked times; null where it is not known or negative (the meter was replaced). */
function moved(before: number | null | undefined, after: number | null, marked: number): number | null {
  if (after === null || before === null || before === undefined) return null;
  const kwh = after - before - marked;
  return kwh < -rounding ? null : Math.max(0, kwh);
}

/** By how much the counters of a meter moved over a marked time, whatever the cause; `at`: the first slot after it. */
interface MarkedMove extends Counted {
  readonly at: number;
}

/** The marked times of a meter, its own and those of the plant, joined where they touch. Oldest first. */
function markedTimes(store: Measures, id: number): readonly { readonly from: number; readonly to: number }[] {
  const joined: { from: number; to: number }[] = [];
  for (const { group, device, from, to } of store.spans.all()) {
    if (group !== 'impianto' && (group !== 'contatori' || device !== id)) continue;
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The first slot after a time, as fine as it is kept. */
function slotSince(store: Measures, t: number): Frame | null {
  const minute = store.oldestSince('minute', 'contatori', t);
  const quarter = store.oldestSince('quarter', 'contatori', t);
  return minute && (!quarter || minute.t < quarter.t + quarterS) ? minute : quarter;
}

/** Takes frames in order of time and gives the differences of the counters in each: a gap counts in the frame after it. */
export class MeterCounters {
  readonly #stand = new Map<number, Counted>();
  readonly #marked = new Map<number, readonly MarkedMove[]>();

  constructor(store: Measures, from: number, to: number) {
    // The counters at the start: at the end of the last slot before it, else after the first slot.
    const before = store.newestBefore('quarter', 'contatori', from);
    const first = before ?? store.oldestSince('quarter', 'contatori', from);
    if (first && first.t < to) for (const [id, stand] of standOf(first)) this.#stand.set(id, stand);
    if (store.spans.all().length === 0) return;
    const newest = store.newestBefore('quarter', 'contatori', to);
    for (const id of newest?.ids ?? []) this.#skipMarked(store, id, first?.t ?? from, to);
  }

  #skipMarked(store: Measures, id: number, startedAt: number, to: number): void {
    for (const marked of markedTimes(store, id)) {
      if (marked.to <= startedAt || marked.from >= to) continue;
      const next = slotSince(store, marked.to);
      const after = next && next.t < to ? standOf(next).get(id) : undefined;
      if (marked.from <= startedAt) {
        this.#stand.set(id, after ?? uncounted);
        continue;
      }
      const last = store.newestBefore('quarter', 'contatori', marked.from);
      const before = last ? standOf(last).get(id) : undefined;
      if (!next || !after || !before) continue;
      const move = (counter: keyof Counted) => (after[counter] ?? 0) - (before[counter] ?? 0);
      const moves = this.#marked.get(id) ?? [];
      this.#marked.set(id, [
        ...moves,
        { at: next.t, exported: move('exported'), imported: move('imported') },
      ]);
    }
  }

  /** Differences by meter since the previous frame; `end`: of this frame. */
  next(frame: Frame | undefined, end: number): ReadonlyMap<number, Counted> {
    const result = new Map<number, Counted>();
    for (const [id, now] of frame ? standOf(frame) : []) {
      const before = this.#stand.get(id);
      const isRead = now.exported !== null || now.imported !== null;
      const marked = isRead ? this.#takeMarked(id, end) : uncounted;
      const stand = {
        exported: standAfter(before?.exported, now.exported),
        imported: standAfter(before?.imported, now.imported),
      };
      const movedBy = (counter: keyof Counted) =>
        now[counter] === null ? null : moved(before?.[counter], stand[counter], marked[counter] ?? 0);
      result.set(id, { exported: movedBy('exported'), imported: movedBy('imported') });
      this.#stand.set(id, stand);
    }
    return result;
  }

  #takeMarked(id: number, end: number): Counted {
    const moves = this.#marked.get(id) ?? [];
    if (moves.length === 0) return uncounted;
    this.#marked.set(
      id,
      moves.filter(({ at }) => at >= end),
    );
    return countedInAll(moves.filter(({ at }) => at < end));
  }
}

/** The sum of the energies of some meters. */
export function countedInAll(parts: readonly Counted[]): Counted {
  return {
    exported: sumOf(parts.map(({ exported }) => exported)),
    imported: sumOf(parts.map(({ imported }) => imported)),
  };
}

/** Energies exchanged with the grid, from the meters. */
export function exchanged(counted: ReadonlyMap<number, Counted>, meters: DeviceRows): Counted {
  const exchange = meters.id.filter((_, device) => meters.values.ruolo?.[device] === meterRoles.exchange);
  return countedInAll(exchange.map(id => counted.get(id) ?? uncounted));
}
