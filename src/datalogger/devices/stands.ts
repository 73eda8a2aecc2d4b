import type { PlantCounters } from '../source';
import { startOfLocalDay } from '../time/zone';
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

const ofMeter = 'meter.';

/**
 * The plant's counters, where those of the meters stood when the day began, and what else is `further` counted of devices (what
 * counters had counted before they began anew, the peaks of meters), by the names that they have in the archive.
 */
export function countedStands(
  counters: PlantCounters,
  meters: ReadonlyMap<number, number>,
  further: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const all = [
    ...Object.entries(counters),
    ...[...meters].map(([counter, kwh]) => [ofMeter + counter, kwh] as const),
    ...further,
  ];
  return new Map(all.map(([name, value]) => [prefix + name, Math.round(1000 * value)]));
}

/** Where the counters of the meters stood when the local day of `now` began. */
export function meterDays(stands: readonly Stand[], now: number, zone: string): readonly DayStand[] {
  const dayStart = startOfLocalDay(zone, now);
  return stands.flatMap(({ counter, t, value }) => {
    const [, number] = /^counted:meter\.(-?\d+)$/.exec(counter) ?? [];
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

/** The inverters of which both were read in the local day of `now`. */
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
