import { type ClockStep, readClockSteps } from '../../data/clock-steps';
import { dayOf } from '../../data/days';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { type Resource, resource, type Snapshot } from '../../data/resource';
import { useResource } from '../../data/use-resource';
import { readToday, type Today } from '../../device-screens/today';
import { dayCodes, readDay, type Slot } from './curve';

export interface DayAnswer extends Today {
  readonly slots: readonly Slot[];
  readonly clockSteps: readonly ClockStep[];
}

const everyMs = 60_000;

function readAnswer(raw: unknown): DayAnswer {
  const today = readToday(raw);
  return { ...today, slots: readDay(today), clockSteps: readClockSteps(raw) };
}

/** Today's slots of the plant, polled once a minute. */
export function dayOfPlant(zone: string): Resource<DayAnswer> {
  const query = { m: dayCodes, d: dayOf(plantNowMs(), zone) };
  return resource('GET dati_impianto/daily', { query }, readAnswer, { everyMs });
}

export function useDay(zone: string): Snapshot<DayAnswer> & { readonly retry: () => void } {
  const today = dayOfPlant(zone);
  const snapshot = useResource(today);
  return { ...snapshot, retry: () => refresh(today) };
}
