import { quality } from '../../../contract/codes';
import { localDate, quarterS, startOfMonth } from '../../../contract/zone';
import { defaultRetention, type Tier } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { minuteS, rewritten, rollUp } from '../../storage/measures/rollup';
import { usualLimits } from '../processing/limits';
import type { PastSlot } from '../source';
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
  const { store, zone, onProgress } = options;
  if (store.note('history_complete') !== null) return false;
  const writtenTo = store.note('history') ?? 0;
  const earlier = { energies: new WholeEnergies(), memory: new SampleMemory() };
  const slots = options.slots[Symbol.iterator]();
  let writtenEnd = writtenTo;
  for (let next = slots.next(); !next.done; ) {
    const { year, month } = localDate(zone, next.value.t);
    const monthEnd = startOfMonth(zone, year, month + 1);
    const isWritten = monthEnd <= writtenTo;
    store.transaction(() => {
      // Each slot is written as soon as it is made: a month of them would only be carried about in memory.
      for (; !next.done && next.value.t < monthEnd; next = slots.next()) {
        const slot = next.value;
        const frames = framesOfPast(slot, earlier);
        if (isWritten) continue;
        for (const [group, frame] of frames) store.put(tierOf(slot), group, frame);
        writtenEnd = slot.t + slot.seconds;
      }
      if (isWritten) return;
      rollUp(store, zone, writtenEnd, defaultRetention);
      store.setNote('history', writtenEnd);
    });
    if (!isWritten) onProgress?.(writtenEnd);
  }
  completeHistory(store, writtenEnd);
  return true;
}

/**
 * Writes the last days of a past that ends at `endS`, for a start that does not wait for the rest; all of them or nothing. Does nothing
 * where that was done before.
 */
export function fillRecent(options: Omit<HistoryOptions, 'onProgress'> & { readonly endS: number }): void {
  const { store, slots, zone, endS } = options;
  if (store.note('history_complete') !== null || store.note('history_recent') !== null) return;
  const earlier = { energies: new WholeEnergies(), memory: new SampleMemory() };
  store.transaction(() => {
    for (const slot of slots)
      for (const [group, frame] of framesOfPast(slot, earlier)) store.put(tierOf(slot), group, frame);
    rollUp(store, zone, endS, defaultRetention);
    store.setNote('history_recent', endS);
  });
}

/** The past is whole: no later start writes any of it, and no old answer about it is used again. */
export function completeHistory(store: Measures, endS: number): void {
  store.transaction(() => {
    store.setNote('history_complete', endS);
    rewritten(store);
  });
}

/** What a slot has to know of those before it. */
interface Earlier {
  readonly energies: WholeEnergies;
  readonly memory: SampleMemory;
}

function tierOf({ seconds }: PastSlot): Tier {
  if (seconds === minuteS) return 'minute';
  if (seconds === quarterS) return 'quarter';
  throw new Error(`a slot of ${seconds} s is neither a minute nor a quarter of an hour`);
}

function framesOfPast({ t, seconds, groups }: PastSlot, { energies, memory }: Earlier) {
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
