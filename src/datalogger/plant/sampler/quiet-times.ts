import { inverterStates } from '../../../contract/codes';
import type { Measures } from '../../storage/measures/measures';
import { addLate } from '../../storage/measures/rollup';
import { isGood } from '../processing/rows';
import type { DeviceRows, Snapshot } from '../snapshot';
import { longestStepS, type Reading } from './day-counters';
import type { QuietKnowledge, QuietSlot, QuietTime } from './quiet';
import { lateFramesOf } from './quiet-frames';
import { quietSlots } from './quiet-slots';
import { verdictOf } from './standstill-proof';

/** Minutes before this are no longer kept, and nobody waits for the verdict. */
const longestS = 31 * 86_400;

/** What is known of the lifetime counters of inverters, by their ids. */
interface LifetimeCounters {
  /** The last reading. */
  readonly lastOf: (id: number) => Reading | null;
  /** In what steps a counter moves that shows `totalKwh` now. */
  readonly stepKwh: (id: number, totalKwh: number) => number;
}

/** What an inverter may give by its own limit, kW; null where it says none. */
function mostOf({ values }: DeviceRows, row: number): number | null {
  const [percent, ratedKw] = [values.plim?.[row] ?? null, values.pn?.[row] ?? null];
  return percent === null || ratedKw === null || percent >= 100 ? null : (percent / 100) * ratedKw;
}

const lesserOf = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/**
 * Judges inverters that answer again: what their counters did not count in usable light they did not make. What that says is written into
 * the time of the silence, without coverage, because nobody measured it (standstill-proof.ts has the rule).
 */
export class QuietTimes {
  #times: QuietTime[] = [];
  /** What each may give, as it said last, kW. */
  readonly #mostKw = new Map<number, number | null>();
  readonly #planned = new Set<number>();
  /** Inverters that were not asked since their last answer: nothing is expected of them. */
  readonly #unasked = new Set<number>();

  /** To be called with every sample, before its counters are read. */
  read({ groups: { inverter, impianto } }: Snapshot, t: number, counters: LifetimeCounters): void {
    inverter.id.forEach((id, row) => {
      const state = inverter.stato[row];
      if (state === inverterStates.disabled) this.#unasked.add(id);
      if (!isGood(inverter, row, t)) {
        if (state === inverterStates.maintenance) this.#planned.add(id);
        return;
      }
      const total = (inverter.totals ?? inverter.values).etot?.[row] ?? null;
      const kwp = inverter.values.kwp?.[row] ?? null;
      if (total === null || (inverter.values.eday?.[row] ?? null) === null) return;
      const last = counters.lastOf(id);
      const mostKw = lesserOf(this.#mostKw.get(id) ?? null, mostOf(inverter, row));
      this.#mostKw.set(id, mostOf(inverter, row));
      const isPlanned = this.#planned.delete(id);
      // Another counter, or one that was set back, tells nothing of the time before.
      const isSame = !this.#unasked.delete(id) && (inverter.changes?.[row] ?? null) === null;
      if (!last || !isSame || kwp === null) return;
      if (t - last.t <= longestStepS || t - last.t > longestS) return;
      const lightAfter = isGood(impianto, 0, t) ? (impianto.values.poa?.[0] ?? null) : null;
      const movedKwh = total - last.value / 1000;
      if (movedKwh < 0) return;
      const stepKwh = counters.stepKwh(id, total);
      this.#times.push({ id, kwp, from: last.t, to: t, movedKwh, stepKwh, mostKw, isPlanned, lightAfter });
    });
  }

  /** Writes what the counters say. Returns the times that it is in. Inside a transaction. */
  write(store: Measures, plant: QuietKnowledge): readonly { readonly from: number; readonly to: number }[] {
    const known = new Map<string, readonly QuietSlot[]>();
    const judged = this.#times.flatMap(time => {
      const key = `${time.from} ${time.to} ${time.lightAfter}`;
      const slots = known.get(key) ?? quietSlots(store, time, plant);
      known.set(key, slots);
      const verdict = verdictOf(slots, time);
      return verdict ? [{ time, verdict }] : [];
    });
    if (judged.length === 0) return [];
    for (const [group, frames] of lateFramesOf(judged)) addLate(store, plant.zone, group, frames);
    return judged.map(({ time: { from, to } }) => ({ from, to }));
  }

  clear(): void {
    this.#times = [];
  }
}
