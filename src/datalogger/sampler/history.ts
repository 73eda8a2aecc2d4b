import { quality } from '../../contract/codes';
import { usualLimits } from '../devices/limits';
import type { PastSlot } from '../source';
import type { Measures } from '../store/measures';
import type { Frame } from '../store/measures-frame';
import { defaultRetention, type KeptGroup, type Tier } from '../store/measures-kept';
import { minuteS, rewritten, rollUp } from '../store/measures-rollup';
import { localDate, quarterS, startOfMonth } from '../time/zone';
import { framesOf, SampleMemory } from './sample-frame';

export interface HistoryOptions {
  readonly store: Measures;
  /** In order of time; minutes or quarters; the same at every start. */
  readonly slots: Iterable<PastSlot>;
  readonly zone: string;
  /** After every month: the end of what is written, epoch seconds. */
  readonly onProgress?: (writtenTo: number) => void;
}

/**
 * Writes the past of a simulated plant at its first start, in one transaction for each month. Where it was interrupted, the next call
 * continues after the last whole month; where it is complete, it does nothing. Returns whether it wrote anything.
 */
export function fillHistory(options: HistoryOptions): boolean {
  const { store, slots, onProgress } = options;
  if (store.note('history_complete') !== null) return false;
  const writtenTo = store.note('history') ?? 0;
  const energies = new WholeEnergies();
  const memory = new SampleMemory();
  let writtenEnd = writtenTo;
  for (const month of months(slots, options.zone)) {
    const end = endOf(month);
    const frames = month.map(slot => ({ tier: tierOf(slot), frames: framesOfPast(slot, energies, memory) }));
    if (end <= writtenTo) continue;
    store.transaction(() => writeMonth(options, frames, end));
    writtenEnd = end;
    onProgress?.(end);
  }
  store.transaction(() => {
    store.setNote('history_complete', writtenEnd);
    rewritten(store);
  });
  return true;
}

interface Written {
  readonly tier: Tier;
  readonly frames: ReadonlyMap<KeptGroup, Frame>;
}

function writeMonth({ store, zone }: HistoryOptions, slots: readonly Written[], end: number): void {
  for (const { tier, frames } of slots) {
    for (const [group, frame] of frames) store.put(tier, group, frame);
  }
  rollUp(store, zone, end, defaultRetention);
  store.setNote('history', end);
}

function endOf(slots: readonly PastSlot[]): number {
  const last = slots.at(-1);
  return last ? last.t + last.seconds : 0;
}

/** Cuts the slots at the starts of the zone's months. */
function* months(slots: Iterable<PastSlot>, zone: string): Generator<PastSlot[]> {
  let month: PastSlot[] = [];
  let monthEnd = 0;
  for (const slot of slots) {
    if (slot.t >= monthEnd) {
      if (month.length > 0) yield month;
      month = [];
      const local = localDate(zone, slot.t);
      monthEnd = startOfMonth(zone, local.year, local.month + 1);
    }
    month.push(slot);
  }
  if (month.length > 0) yield month;
}

function tierOf({ seconds }: PastSlot): Tier {
  if (seconds === minuteS) return 'minute';
  if (seconds === quarterS) return 'quarter';
  throw new Error(`a slot of ${seconds} s is neither a minute nor a quarter of an hour`);
}

function framesOfPast({ t, seconds, groups }: PastSlot, energies: WholeEnergies, memory: SampleMemory) {
  return framesOf({
    t,
    seconds,
    groups,
    limits: usualLimits,
    memory,
    isGood: (_group, rows, device) => rows.q[device] !== quality.bad,
    energy: (group, point, id, value) => energies.round(`${group}.${id}.${point}`, value),
  });
}

/** Rounds energies to whole thousandths and carries the remainder on, so that the sum is right to one of them. */
class WholeEnergies {
  readonly #remainders = new Map<string, number>();

  round(key: string, value: number): number {
    const exact = value * 1000 + (this.#remainders.get(key) ?? 0);
    const whole = Math.round(exact);
    this.#remainders.set(key, exact - whole);
    return whole;
  }
}
