import { startOfLocalDay } from '../../../contract/zone';
import type { PlantCounters } from '../source';
import { type Counted, emptyCounters } from './plant-counters';

/** Where a counter stood at `t`, epoch seconds: whole thousandths. */
export interface Stand {
  readonly counter: string;
  readonly t: number;
  readonly value: number;
}

/** Begins the names of the plant's own counters in the archive; the others are named by group, device and point. */
const prefix = 'counted:';

export const isCounted = (counter: string): boolean => counter.startsWith(prefix);

/** A counter of the plant that is kept over a restart: kWh, and its age in s where it was read some time ago. */
export interface KeptStand {
  readonly value: number;
  readonly ageS?: number;
}

/** The plant's counters and those of its devices, by the names that they have in the archive: whole thousandths. */
export function countedStands(
  counters: PlantCounters,
  further: Iterable<readonly [string, KeptStand]>,
): ReadonlyMap<string, KeptStand> {
  const own = Object.entries(counters).map(([name, value]): [string, KeptStand] => [name, { value }]);
  return new Map(
    [...own, ...further].map(([name, { value, ageS = 0 }]) => [
      prefix + name,
      { value: Math.round(1000 * value), ageS },
    ]),
  );
}

/** Where the counters of the inverters or of the meters stood when the local day of `now` began. */
export function dayStarts(
  of: 'inverter' | 'meter',
  stands: readonly Stand[],
  now: number,
  zone: string,
): readonly DayStand[] {
  const dayStart = startOfLocalDay(zone, now);
  const name = new RegExp(`^counted:${of}\\.(-?\\d+)$`);
  return stands.flatMap(({ counter, t, value }) => {
    const [, number] = name.exec(counter) ?? [];
    const isToday = t > dayStart && t <= now;
    return number && isToday ? [{ counter: Number(number), total: value / 1000, today: 0 }] : [];
  });
}

/** What the plant had counted, and when; null where nothing is kept. */
export function countedIn(stands: readonly Stand[]): Counted | null {
  const counters = emptyCounters();
  let until: number | null = null;
  for (const { counter, t, value } of stands) {
    const name = counter.slice(prefix.length);
    if (!isCounted(counter) || !(name in counters)) continue;
    counters[name as keyof PlantCounters] = value / 1000;
    until = t;
  }
  return until === null ? null : { counters, until };
}

/** A lifetime counter and the energy of its day, both kWh and read together. */
export interface DayStand {
  readonly counter: number;
  readonly total: number;
  readonly today: number;
}

/** The inverters of which both were read in the local day of `now`: what versions kept that counted no starts of days. */
export function inverterDays(stands: readonly Stand[], now: number, zone: string): readonly DayStand[] {
  const byName = new Map(stands.map(stand => [stand.counter, stand]));
  const dayStart = startOfLocalDay(zone, now);
  return stands.flatMap(({ counter, t, value }) => {
    const [, id] = /^inverter\.(\d+)$/.exec(counter) ?? [];
    const today = byName.get(`${counter}.eday`);
    // A reading at midnight is of the day before.
    const isToday = today?.t === t && t > dayStart && t <= now;
    return id && isToday ? [{ counter: Number(id), total: value / 1000, today: today.value / 1000 }] : [];
  });
}
