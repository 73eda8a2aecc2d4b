import type { Answer, DeviceGroup, Values } from '../source';

/** The power of a device that gives or takes any: while it is 0, an answer may well be the one before. */
const powerOf: Readonly<Partial<Record<DeviceGroup, string>>> = { inverter: 'pac', contatori: 'p' };
/** Fewer values that are not 0 may be the same by chance. */
const tellingValues = 4;
/** An answer is old of which nothing has changed for `afterS` seconds and as many readings: neither a voltage, nor the counter that its power moves. */
const repeated = { afterS: 1800, readings: 5 } as const;
/** kWh that move the counters of most devices: a small load in coarse figures may be the same for hours. */
const movingKwh = 2;

interface Seen {
  readonly values: Values;
  /** kW, without its sign. */
  readonly power: number;
  /** When these values came first, and when they were read last before they were found to repeat; seconds. */
  readonly since: number;
  last: number;
  readings: number;
}

/**
 * Devices in whose place a gateway repeats an old answer, power and counter alike. Such a device is silent: what it said counts as its last
 * values, which age.
 */
export class RepeatedAnswers {
  readonly #seen = new Map<string, Seen>();

  /** The answer as it came, or as that of a device that does not respond. Inputs of an inverter are as silent as the inverter. */
  pass(group: DeviceGroup, answer: Answer): Answer {
    const seen = group === 'mppt' ? this.#seen.get(keyOf('inverter', answer)) : this.#follow(group, answer);
    const isOld = seen && seen.readings >= repeated.readings && isLong(seen, answer.sampled);
    return isOld ? { ...answer, isResponding: false, sampled: Math.min(answer.sampled, seen.last) } : answer;
  }

  #follow(group: DeviceGroup, answer: Answer): Seen | undefined {
    const power = powerOf[group];
    const { values, sampled, isResponding } = answer;
    if (power === undefined || !isResponding) return undefined;
    const key = keyOf(group, answer);
    const before = this.#seen.get(key);
    if (!before || !isSame(before.values, values) || !isTelling(values, power)) {
      const kw = Math.abs(values[power] ?? 0);
      this.#seen.set(key, { values, power: kw, since: sampled, last: sampled, readings: 1 });
      return undefined;
    }
    if (!isLong(before, sampled) && sampled > before.last) {
      before.last = sampled;
      before.readings++;
    }
    return before;
  }
}

/** Whether the counter should have moved since. */
const isLong = ({ since, power }: Seen, at: number) =>
  at - since >= repeated.afterS && (power * (at - since)) / 3600 >= movingKwh;

const keyOf = (group: DeviceGroup, { record }: Answer) => `${group}:${record}`;

const isSame = (a: Values, b: Values) => a === b || Object.keys(b).every(point => a[point] === b[point]);

const isTelling = (values: Values, power: string) =>
  (values[power] ?? 0) !== 0 && Object.values(values).filter(value => value).length >= tellingValues;
