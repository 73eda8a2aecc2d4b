import type { Fault } from '../../src/contract/faults';
import type { PlantPlan } from '../../src/datalogger/sources/simulator/plan';
import { numbersFrom } from './numbers';

/** Something that happens to a plant: a fault, or a time in which the datalogger does not run. */
export interface Happening {
  /** Seconds after the first midnight. */
  readonly afterS: number;
  readonly lastsS: number;
  readonly fault: Fault | 'off';
}

/** Two days by chance. What happens may overlap, go on over midnight, and be acknowledged or not. */
export interface RandomDays {
  /** The first of the two days. */
  readonly d: string;
  readonly happenings: readonly Happening[];
  readonly isAcknowledged: boolean;
}

const hourS = 3600;
export const hours = 48;

export function randomDays(seed: number, plan: PlantPlan): RandomDays {
  const next = numbersFrom(7919 * seed);
  const range = (low: number, high: number) => low + (high - low) * next();
  const pick = (count: number) => Math.floor(range(0, count)) + 1;
  const kinds: readonly (() => readonly [fault: Fault | 'off', hours: number])[] = [
    () => [{ kind: 'inverter-trip', inverter: pick(plan.inverters.length), cause: 'ground' }, range(0.1, 9)],
    () => [
      { kind: 'inverter-trip', inverter: pick(plan.inverters.length), cause: 'isolation' },
      range(0.1, 3),
    ],
    () => [{ kind: 'inverter-silent', inverter: pick(plan.inverters.length) }, range(0.1, 6)],
    () => [
      { kind: 'inverter-derating', inverter: pick(plan.inverters.length), percent: range(20, 80) },
      range(0.5, 6),
    ],
    () => [{ kind: 'string-open', string: pick(plan.strings.length) }, range(0.5, 20)],
    () => [{ kind: 'string-drift', string: pick(plan.strings.length), percent: range(5, 60) }, range(1, 20)],
    () => [
      { kind: 'sensor-drift', sensor: pick(plan.sensors.length), percent: range(-20, 20) },
      range(1, 20),
    ],
    () => [{ kind: 'sensor-silent', sensor: pick(plan.sensors.length) }, range(0.1, 16)],
    () => [{ kind: 'grid-dip', percent: range(20, 70) }, range(1, 4) / hourS],
    () => [{ kind: 'grid-swell', percent: range(122, 130) }, 2 / hourS],
    () => [{ kind: 'grid-frequency', hertz: range(51.6, 52.5) }, 5 / hourS],
    () => [{ kind: 'grid-outage' }, range(0.05, 5)],
    () => [{ kind: 'remote-trip' }, range(0.02, 0.5)],
    () => [{ kind: 'ddi-open' }, range(0.05, 2)],
    () => [{ kind: 'dso-limit', percent: range(10, 80) }, range(0.2, 5)],
    () => [{ kind: 'plant-silent' }, range(0.05, 5)],
    () => [{ kind: 'override-silent', group: 'contatori', id: 1 }, range(0.1, 8)],
    () => ['off', range(0.05, 3)],
  ];
  const day = String(1 + Math.floor(range(0, 26))).padStart(2, '0');
  const month = String(3 + Math.floor(range(0, 7))).padStart(2, '0');
  const happenings = Array.from({ length: 4 + pick(8) }, (): Happening => {
    const [fault, lasts] = kinds[pick(kinds.length) - 1]?.() ?? ['off', 1];
    const hour = 24 * Math.floor(range(0, 2)) + range(5, 22);
    return { afterS: 60 * Math.round(60 * hour), lastsS: Math.max(1, Math.round(lasts * hourS)), fault };
  });
  const isAcknowledged = next() < 0.5;
  return {
    d: `2026-${month}-${day}`,
    happenings: [...happenings].sort((a, b) => a.afterS - b.afterS),
    isAcknowledged,
  };
}
