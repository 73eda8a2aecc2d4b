import { startOfLocalDay } from '../../../contract/zone';
import { combine } from '../../storage/measures/frame';
import { fieldIndex } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, minuteS, nextDay } from '../../storage/measures/rollup';
import type { Snapshot } from '../snapshot';

const ratios = ['pr', 'disp'] as const;
type Percents = Readonly<Record<(typeof ratios)[number], number | null>>;

/**
 * Performance ratio and availability of today as the archive has them: with what became known late, and without times that nobody sampled.
 * So live values and reports say the same; what the running minute adds comes with the next.
 */
export class DayRatios {
  readonly #store: Measures;
  readonly #zone: () => string;
  #known: { readonly key: string; readonly percents: Percents } | null = null;

  constructor(store: Measures, zone: () => string) {
    this.#store = store;
    this.#zone = zone;
  }

  /** The archive was written late: it is read again. */
  renew(): void {
    this.#known = null;
  }

  /** The snapshot with them. One that the plant has not, or the archive not yet, is left as it is. */
  shown(snapshot: Snapshot): Snapshot {
    const { impianto } = snapshot.groups;
    const percents = this.#at(snapshot.t);
    const values = { ...impianto.values };
    for (const name of ratios)
      values[name] = (values[name] ?? []).map(value => (value === null ? null : (percents[name] ?? value)));
    return { ...snapshot, groups: { ...snapshot.groups, impianto: { ...impianto, values } } };
  }

  #at(t: number): Percents {
    const zone = this.#zone();
    const key = `${zone} ${Math.floor(t / minuteS)} ${this.#store.spans.all().length}`;
    if (this.#known?.key !== key) this.#known = { key, percents: this.#read(zone, t) };
    return this.#known.percents;
  }

  #read(zone: string, t: number): Percents {
    const today = startOfLocalDay(zone, t - 1);
    const frames = dayFrames(this.#store, 'impianto', zone, today, nextDay(zone, today));
    const { values } = combine('impianto', today, frames);
    const percentOf = (name: string) => {
      const at = fieldIndex('impianto', name);
      const percent = (100 * (values[at] ?? Number.NaN)) / (values[at + 1] ?? Number.NaN);
      return Number.isFinite(percent) ? percent : null;
    };
    return { pr: percentOf('pr'), disp: percentOf('disp') };
  }
}
