import type { RecordOf } from '../../../contract/config/kinds';
import { localDate, quarterS } from '../../../contract/zone';
import type { Answer } from '../source';
import { meterPower } from './meters';
import type { Stand } from './stands';

/** A quarter of an hour of which less was measured, s, has no mean: what is missing may have been anything. */
const leastMeasuredS = 600;

/** Power times time of a quarter, kW·s, and how much of the quarter that is. */
interface Quarter {
  readonly index: number;
  sum: number;
  measuredS: number;
}

interface Peak {
  /** Of the plant's zone: the year times 12, and the month. */
  readonly month: number;
  readonly kw: number;
}

const monthOf = (zone: string, t: number) => {
  const { year, month } = localDate(zone, t);
  return 12 * year + month;
};

/** The greatest mean power of a quarter of an hour in the running month, for meters that do not tell it: of their samples. */
export class MeterPeaks {
  readonly #quarters = new Map<number, Quarter>();
  readonly #peaks = new Map<number, Peak>();

  /** The `seconds` up to `t`; months of `zone`. A meter that does not answer adds nothing. */
  count(
    meters: readonly RecordOf<'contatori'>[],
    answers: ReadonlyMap<number, Answer>,
    { t, seconds, zone }: { t: number; seconds: number; zone: string },
  ): void {
    if (seconds <= 0) return;
    const index = Math.floor((t - seconds) / quarterS);
    for (const meter of meters) {
      const quarter = this.#quarterOf(meter.id, index, zone);
      const answer = answers.get(meter.id);
      const kw = answer?.isResponding ? meterPower(answer.values, meter) : null;
      if (kw === null) continue;
      quarter.sum += kw * seconds;
      quarter.measuredS += seconds;
    }
  }

  #quarterOf(meter: number, index: number, zone: string): Quarter {
    const known = this.#quarters.get(meter);
    if (known?.index === index) return known;
    if (known) this.#close(meter, known, zone);
    const begun = { index, sum: 0, measuredS: 0 };
    this.#quarters.set(meter, begun);
    return begun;
  }

  #close(meter: number, { index, sum, measuredS }: Quarter, zone: string): void {
    if (measuredS < leastMeasuredS) return;
    const month = monthOf(zone, index * quarterS);
    const known = this.#peaks.get(meter);
    const kw = Math.abs(sum) / measuredS;
    this.#peaks.set(meter, { month, kw: known?.month === month ? Math.max(known.kw, kw) : kw });
  }

  /** The answers with `picco`, kW, from the device or counted here; none before the first quarter of the month. */
  told(answers: readonly Answer[], t: number, zone: string): Answer[] {
    const month = monthOf(zone, t);
    return answers.map(answer => {
      const { picco = null } = answer.values;
      const peak = this.#peaks.get(answer.record);
      if (picco !== null || peak?.month !== month) return answer;
      return { ...answer, values: { ...answer.values, picco: peak.kw } };
    });
  }

  /** The peaks of the month of `t`, by names that no other counter has. */
  stands(t: number, zone: string): ReadonlyMap<string, number> {
    const month = monthOf(zone, t);
    const own = [...this.#peaks].filter(([, peak]) => peak.month === month);
    return new Map(own.map(([meter, { kw }]) => [`peak.${meter}`, kw]));
  }

  /** Goes on after a restart at `now`. What was kept at midnight is of the day before. */
  resume(stands: readonly Stand[], now: number, zone: string): void {
    for (const { counter, t, value } of stands) {
      const [, meter] = /^counted:peak\.(\d+)$/.exec(counter) ?? [];
      if (meter && t <= now)
        this.#peaks.set(Number(meter), { month: monthOf(zone, t - 1), kw: value / 1000 });
    }
  }
}
