import { meterRoles } from '../../contract/codes';
import type { DeviceRows } from '../snapshot';
import type { Measures } from '../store/measures';
import type { Frame } from '../store/measures-frame';
import { readingOf, sumOf } from './reading';

/** What a meter counted, kWh. */
export interface Counted {
  readonly exported: number | null;
  readonly imported: number | null;
}

export const uncounted: Counted = { exported: null, imported: null };

/** The counters of every meter by id, as they stood at the end of a frame. */
type Stand = ReadonlyMap<number, Counted>;

function standOf(frame: Frame): Stand {
  const read = readingOf('contatori', frame);
  return new Map(
    frame.ids.map((id, device) => [
      id,
      { exported: read(device, 'e_imm'), imported: read(device, 'e_prel') },
    ]),
  );
}

/** How far a counter moved; null where it is not known, and where it fell: it was replaced. */
function moved(before: number | null | undefined, after: number | null): number | null {
  if (after === null || before === null || before === undefined) return null;
  return after < before ? null : after - before;
}

/** Where the counters stood when a period began: at the end of the newest slot before it, else after the first slot of it. */
function firstStand(store: Measures, from: number, to: number): Stand {
  const before = store.newestBefore('quarter', 'contatori', from);
  const after = before ?? store.oldestSince('quarter', 'contatori', from);
  return after && after.t < to ? standOf(after) : new Map();
}

/** Goes through frames in order of time and tells what the counters moved in each: a gap counts in the frame after it. */
export class MeterCounters {
  readonly #stand: Map<number, Counted>;

  constructor(store: Measures, from: number, to: number) {
    this.#stand = new Map(firstStand(store, from, to));
  }

  /** By meter, since the frame before. */
  next(frame: Frame | undefined): ReadonlyMap<number, Counted> {
    const result = new Map<number, Counted>();
    for (const [id, now] of frame ? standOf(frame) : []) {
      const before = this.#stand.get(id);
      result.set(id, {
        exported: moved(before?.exported, now.exported),
        imported: moved(before?.imported, now.imported),
      });
      this.#stand.set(id, {
        exported: now.exported ?? before?.exported ?? null,
        imported: now.imported ?? before?.imported ?? null,
      });
    }
    return result;
  }
}

/** What some meters counted in all. */
export function countedInAll(parts: readonly Counted[]): Counted {
  return {
    exported: sumOf(parts.map(({ exported }) => exported)),
    imported: sumOf(parts.map(({ imported }) => imported)),
  };
}

/** What the plant exchanged with the grid, from what its meters counted. */
export function exchanged(counted: ReadonlyMap<number, Counted>, meters: DeviceRows): Counted {
  const exchange = meters.id.filter((_, device) => meters.values.ruolo?.[device] === meterRoles.exchange);
  return countedInAll(exchange.map(id => counted.get(id) ?? uncounted));
}
