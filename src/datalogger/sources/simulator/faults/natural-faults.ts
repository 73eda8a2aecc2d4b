import { uniform } from '../physics/random';
import { streams } from '../physics/streams';
import type { PlantPlan } from '../plan';
import type { Fault, TimedFault } from './faults';

interface Rule {
  /**
   * Mean number that begin in a day in a medium plant. With `grows` it rises with the size of the plant; without, the cause is outside
   * of the plant and the number is the same for all sizes.
   */
  readonly perDay: number;
  readonly grows: boolean;
  /** Hours of the UTC day in which it begins. */
  readonly hours: readonly [number, number];
  readonly seconds: readonly [number, number];
  make(plan: PlantPlan, pick: (count: number) => number, range: (low: number, high: number) => number): Fault;
}

const hourS = 3600;
const dayS = 86_400;
const daylight = [6, 16] as const;
const anyHour = [0, 24] as const;

/** The faults are rare: a medium plant usually shows no anomaly, or one or two at once. */
const rules: readonly Rule[] = [
  {
    perDay: 0.05,
    grows: true,
    hours: daylight,
    seconds: [dayS, 5 * dayS],
    make: (plan, pick) => ({ kind: 'string-open', string: pick(plan.strings.length) }),
  },
  {
    perDay: 0.05,
    grows: true,
    hours: daylight,
    seconds: [dayS, 6 * dayS],
    make: (plan, pick, range) => ({
      kind: 'string-drift',
      string: pick(plan.strings.length),
      percent: range(12, 33),
    }),
  },
  {
    perDay: 0.04,
    grows: true,
    hours: anyHour,
    seconds: [2 * dayS, 6 * dayS],
    make: (plan, pick, range) => ({
      kind: 'soiled-group',
      box: pick(plan.strings.at(-1)?.box ?? 1),
      percent: range(5, 9),
    }),
  },
  {
    perDay: 0.07,
    grows: true,
    hours: daylight,
    seconds: [0.3 * hourS, 4 * hourS],
    make: (plan, pick, range) => ({
      kind: 'inverter-trip',
      inverter: pick(plan.inverters.length),
      cause: range(0, 1) < 0.75 ? 'isolation' : 'ground',
    }),
  },
  {
    perDay: 0.08,
    grows: true,
    hours: anyHour,
    seconds: [180, 0.6 * hourS],
    make: (plan, pick) => ({ kind: 'inverter-silent', inverter: pick(plan.inverters.length) }),
  },
  {
    perDay: 0.06,
    grows: true,
    hours: [9, 13],
    seconds: [0.5 * hourS, 2 * hourS],
    make: (plan, pick, range) => ({
      kind: 'inverter-derating',
      inverter: pick(plan.inverters.length),
      percent: range(45, 65),
    }),
  },
  {
    perDay: 0.06,
    grows: true,
    hours: daylight,
    seconds: [0.5 * hourS, 20 * hourS],
    make: (plan, pick) => ({ kind: 'tracker-stuck', tracker: pick(plan.trackers.length) }),
  },
  {
    perDay: 0.03,
    grows: true,
    hours: anyHour,
    seconds: [dayS, 6 * dayS],
    make: (plan, pick, range) => ({
      kind: 'sensor-drift',
      sensor: pick(plan.sensors.length),
      percent: range(0, 1) < 0.5 ? range(-14, -8) : range(8, 14),
    }),
  },
  {
    perDay: 0.03,
    grows: true,
    hours: anyHour,
    seconds: [0.2 * hourS, 2 * hourS],
    make: (plan, pick) => ({ kind: 'sensor-silent', sensor: pick(plan.sensors.length) }),
  },
  {
    perDay: 0.12,
    grows: false,
    hours: anyHour,
    seconds: [0.1, 2.5],
    make: (_plan, _pick, range) => ({ kind: 'grid-dip', percent: range(25, 82) }),
  },
  {
    perDay: 0.03,
    grows: false,
    hours: anyHour,
    seconds: [0.1, 0.5],
    make: (_plan, _pick, range) => ({ kind: 'grid-swell', percent: range(111, 118) }),
  },
  {
    perDay: 0.01,
    grows: false,
    hours: anyHour,
    seconds: [1, 6],
    make: (_plan, _pick, range) => ({ kind: 'grid-frequency', hertz: range(0, 1) < 0.5 ? 47.4 : 51.6 }),
  },
  {
    perDay: 0.006,
    grows: false,
    hours: anyHour,
    seconds: [120, 2 * hourS],
    make: () => ({ kind: 'grid-outage' }),
  },
  {
    perDay: 0.03,
    grows: false,
    hours: [8, 12],
    seconds: [hourS, 3.5 * hourS],
    make: (_plan, _pick, range) => ({ kind: 'dso-limit', percent: Math.round(range(5, 9)) * 10 }),
  },
];
/** No natural fault lasts longer than this. */
export const longestFaultDays = 7;

/** The faults that begin by themselves on a UTC day (counted from the epoch). */
export function naturalFaults(plan: PlantPlan, seed: number, day: number): TimedFault[] {
  const growth = Math.sqrt(plan.strings.length / 80);
  return rules.flatMap((rule, index): TimedFault[] => {
    const draw = (n: number) => uniform(seed, streams.faults + index, day * 8 + n);
    if (draw(0) >= rule.perDay * (rule.grows ? growth : 1)) return [];
    const between = (n: number, [low, high]: readonly [number, number]) => low + (high - low) * draw(n);
    let used = 3;
    const range = (low: number, high: number) => between(used++, [low, high]);
    const pick = (count: number) => Math.floor(range(0, count)) + 1;
    const from = day * dayS + between(1, rule.hours) * hourS;
    const fault = rule.make(plan, pick, range);
    if (fault.kind === 'tracker-stuck' && plan.trackers.length === 0) return [];
    return [{ fault, from, to: from + between(2, rule.seconds) }];
  });
}
