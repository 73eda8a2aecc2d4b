import { meterRoles } from '../../../contract/codes';
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

/** The difference of a counter; null where it is not known or negative (the meter was replaced). */
function moved(before: number | null | undefined, after: number | null): number | null {
  if (after === null || before === null || before === undefined) return null;
  return after < before ? null : after - before;
}

/** The counters at the start of a period: at the end of the last slot before it, else after its first slot. */
function firstStand(store: Measures, from: number, to: number): Stand {
  const before = store.newestBefore('quarter', 'contatori', from);
  const after = before ?? store.oldestSince('quarter', 'contatori', from);
  return after && after.t < to ? standOf(after) : new Map();
}

/** Takes frames in order of time and gives the differences of the counters in each: a gap counts in the frame after it. */
export class MeterCounters {
  readonly #stand: Map<number, Counted>;

  constructor(store: Measures, from: number, to: number) {
    this.#stand = new Map(firstStand(store, from, to));
  }

  /** Differences by meter since the previous frame. */
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
