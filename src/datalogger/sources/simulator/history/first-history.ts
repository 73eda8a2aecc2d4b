import { localDate, startOfLocalDay, startOfMonth } from '../../../../contract/zone';
import type { PastMoment, PastSlot } from '../../../plant/source';
import { keepCounters, modelAt, type PlantIdentity } from '../physics/counters';
import { coarseS } from '../physics/model';
import { plantPlan } from '../plan';
import type { PlantSize } from '../sizes';
import { PastMoments } from './past-moments';
import { SlotMeans } from './slot-means';

export interface PastOptions {
  readonly size: PlantSize;
  readonly seed: number;
  /** Epoch seconds. Only whole slots between the two are given. */
  readonly from: number;
  readonly to: number;
  /** Length of a slot: a multiple of 300 s, or whole minutes that divide 300. */
  readonly seconds: number;
  readonly hasNaturalFaults?: boolean;
  /** Days (since 1970) on which the modules are washed. */
  readonly washes?: readonly number[];
  /** Called, in order of time, with the moments that the alarms of the past are judged by; without it none is made. */
  readonly watch?: ((moment: PastMoment) => void) | undefined;
}

/**
 * The past of the plant, slot by slot: groups impianto, inverter, contatori and sensori (stringhe and tracker in short slots), with
 * mean powers, the energies of the slot, and counters and states at its end. The live plant starts from the same counters.
 */
export function* pastSlots(options: PastOptions): Generator<PastSlot> {
  const { size, seed, seconds, hasNaturalFaults = true, washes = [], watch } = options;
  const identity: PlantIdentity = { plan: plantPlan(size), seed, hasNaturalFaults };
  const { zone } = identity.plan.site;
  const step = Math.min(seconds, coarseS);
  const first = Math.ceil(options.from / seconds) * seconds;
  const last = Math.floor(options.to / seconds) * seconds - seconds;
  const lastDay = startOfLocalDay(zone, options.to);
  let t = startOfLocalDay(zone, first);
  const model = modelAt(identity, t);
  for (const day of washes) model.environment.weather.washes.add(day);
  for (; t < first; t += step) model.stepCoarse(t, step);
  const means = new SlotMeans(model);
  const moments = watch && new PastMoments(model, t, options.to);
  for (; t <= last; t += seconds) {
    // When every step was coarse, these counters equal those that the live plant would compute for the start of today.
    if (t === lastDay && step === coarseS) keepCounters(identity, t, model);
    means.begin(t);
    for (let within = 0; within < seconds; within += step) {
      model.stepCoarse(t + within, step);
      means.add();
      if (moments) for (const moment of moments.of(t + within, step)) watch(moment);
    }
    yield means.finish(t, seconds);
  }
  if (t === lastDay && step === coarseS) keepCounters(identity, t, model);
}

const quarterS = 900;
const minuteS = 60;
const monthsKept = 13;
const fineDays = 2;
const dayS = 86_400;

type Past = Omit<PastOptions, 'seconds'>;

/** Start of the history that a first start at `now` (epoch s) creates: 13 whole months before the current month. */
export function historyStart(zone: string, now: number): number {
  const { year, month } = localDate(zone, now);
  return startOfMonth(zone, year, month - monthsKept);
}

/** The past of a simulated plant as a datalogger would have stored it: slots of 15 minutes, and of one minute for the last two days. */
export function* firstHistory(past: Past, zone: string): Generator<PastSlot> {
  const fineFrom = Math.max(past.from, startOfLocalDay(zone, past.to) - fineDays * dayS);
  const seam = Math.ceil(fineFrom / quarterS) * quarterS;
  if (seam > past.from) yield* pastSlots({ ...past, to: seam, seconds: quarterS });
  yield* pastSlots({ ...past, from: seam, seconds: minuteS });
}
