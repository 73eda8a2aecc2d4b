import { quarterS, startOfLocalDay } from '../../../contract/zone';
import { nextDay } from '../../storage/measures/rollup';
import { averageSun } from '../counters/average-sun';
import { longestStepS, type Reading, shiftAll } from './day-counters';

/** Energy between the last reading and the midnight before the next one. */
export interface Missed {
  readonly thousandths: number;
  /** Epoch seconds: [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Devices count whole kWh: a difference of up to one is ignored. */
const resolution = 1000;
/** A longer gap means that the clock was wrong: the energy then belongs to where the archive ended, s. */
const longestAbsenceS = 366 * 86_400;

/**
 * Finds the energy of days whose end was not sampled (datalogger off, or device not responding over midnight): the counter of the day
 * was reset, the lifetime counter was not.
 */
export class TotalCounters {
  readonly #last = new Map<string, Reading>();

  /** The reading of a counter at the end of the archive. */
  restore(key: string, stand: Reading): void {
    this.#last.set(key, stand);
  }

  stands(): ReadonlyMap<string, Reading> {
    return new Map(this.#last);
  }

  /** The clock was set: moves all readings, so that they keep their age. */
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

/**
 * Divides missed energy among the days of the gap, in proportion to the sun that each had in it: an estimate for each day, exact in
 * total. It is stored in the last quarter of each day without coverage: it counts in every sum, but is not shown as measured.
 */
export function spread({ thousandths, from, to }: Missed, zone: string): readonly Share[] {
  const days: { quarter: number; sun: number }[] = [];
  for (let day = startOfLocalDay(zone, from); day < to; day = nextDay(zone, day)) {
    const end = Math.min(nextDay(zone, day), to);
    days.push({ quarter: end - quarterS, sun: averageSun(zone, Math.max(day, from), end) });
  }
  const all = days.reduce((sum, { sun }) => sum + sun, 0);
  let sunUntil = 0;
  let given = 0;
  const shares = days.map(({ quarter, sun }) => {
    sunUntil += sun;
    // A gap without any sun is a night: its energy belongs to the evening before.
    const until = all === 0 ? thousandths : Math.round((thousandths * sunUntil) / all);
    const share = { quarter, thousandths: until - given };
    given = until;
    return share;
  });
  return shares.filter(share => share.thousandths > 0);
}
