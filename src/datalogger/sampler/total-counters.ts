import { nextDay } from '../store/measures-rollup';
import { quarterS, startOfLocalDay, zoneOffset } from '../time/zone';
import { longestStepS, type Reading, shiftAll } from './day-counters';

/** What moved between the last reading and a midnight after which somebody read again. */
export interface Missed {
  readonly thousandths: number;
  /** Epoch seconds: [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Devices count whole kWh: a difference up to one is none. */
const resolution = 1000;
/** Nobody leaves a plant alone for longer: the clock was wrong. What moved belongs to where the archive ended, s. */
const longestAbsenceS = 366 * 86_400;

/**
 * Finds the energy of days that nobody saw the end of (the datalogger off, the device silent over midnight): counters of the day
 * have forgotten it, the counter of a lifetime has not.
 */
export class TotalCounters {
  readonly #last = new Map<string, Reading>();

  /** Where a counter stood when the archive ended. */
  restore(key: string, stand: Reading): void {
    this.#last.set(key, stand);
  }

  stands(): ReadonlyMap<string, Reading> {
    return new Map(this.#last);
  }

  /** The clock was set: what was read keeps its age. */
  shift(seconds: number): void {
    shiftAll(this.#last, seconds);
  }

  /** `total` and `today` in thousands of the result, sampled at `t`. Null where nothing was missed or the counter was replaced. */
  read(key: string, total: number, today: number, { t, zone }: { t: number; zone: string }): Missed | null {
    const value = Math.round(total * 1000);
    const last = this.#last.get(key);
    this.#last.set(key, { value, t });
    const to = startOfLocalDay(zone, t - 1);
    if (last === undefined || last.t >= to || t - last.t <= longestStepS) return null;
    const thousandths = value - last.value - Math.round(today * 1000);
    if (thousandths <= resolution) return null;
    const isTooLong = to - last.t > longestAbsenceS;
    return { thousandths, from: last.t, to: isTooLong ? nextDay(zone, last.t) : to };
  }
}

/** An energy in the last quarter of its local day. */
export interface Share {
  readonly quarter: number;
  readonly thousandths: number;
}

/** The sun of an average day: a half sine from 6 to 18 on the wall clock. */
function sunAt(zone: string, t: number): number {
  const wall = (((t + zoneOffset(zone, t)) / 3600) % 24) - 6;
  return Math.max(0, Math.sin((Math.PI * wall) / 12));
}

/**
 * Spreads what was missed over the days it lies in, in proportion to the sun that each had of it: an estimate day by day, but whole
 * in their sum. It lies in the last quarter of each day, uncovered: it counts in every sum, but nothing shows it as measured.
 */
export function spread({ thousandths, from, to }: Missed, zone: string): readonly Share[] {
  const days: { quarter: number; sun: number }[] = [];
  for (let day = startOfLocalDay(zone, from); day < to; day = nextDay(zone, day)) {
    const end = Math.min(nextDay(zone, day), to);
    let sun = 0;
    for (let t = Math.max(day, from); t < end; t += quarterS) sun += sunAt(zone, t);
    days.push({ quarter: end - quarterS, sun });
  }
  const all = days.reduce((sum, { sun }) => sum + sun, 0);
  let sunUntil = 0;
  let given = 0;
  const shares = days.map(({ quarter, sun }) => {
    sunUntil += sun;
    // Without any sun in it, a night: the evening before had what was left of the light.
    const until = all === 0 ? thousandths : Math.round((thousandths * sunUntil) / all);
    const share = { quarter, thousandths: until - given };
    given = until;
    return share;
  });
  return shares.filter(share => share.thousandths > 0);
}
