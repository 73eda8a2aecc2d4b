import { lightVerdicts, sensorKinds } from '../../../contract/codes';
import { startOfLocalDay } from '../../../contract/zone';
import type { Doubt } from '../../storage/measures/doubts';
import type { Measures } from '../../storage/measures/measures';
import { minuteS, nextDay } from '../../storage/measures/rollup';
import { countersOf } from '../counters/powers';
import { isGood } from '../processing/rows';
import type { DeviceRows, Snapshot } from '../snapshot';

const keyOf = ({ group, device }: Pick<Doubt, 'group' | 'device'>) => `${group}.${device}`;

const groups = ['inverter', 'contatori'] as const;

/** What has to be stored of a doubt, or taken out again. */
interface Change {
  readonly doubt: Doubt;
  readonly isThere: boolean;
}

/** What of the plant rests on the light that a sensor of the modules' plane measures (`sensorKinds`). */
const ofPlane = sensorKinds.findIndex(([kind]) => kind === 'poa');

/**
 * Keeps of each local day whose counters are doubted, so that its energies stay marked when it is over. What is settled on its day is
 * forgotten; a device that says nothing more that day settles nothing. Light that was found to be a repeated value was counted until then:
 * the day is doubted since it began to repeat.
 */
export class DoubtedDays {
  #day = Number.NaN;
  /** Those of the day that runs. */
  readonly #today = new Map<string, Doubt>();
  readonly #changes = new Map<string, Change>();

  /** A sample at `t`, which belongs to the minute that begins at `minute`. */
  add({ groups: all }: Snapshot, { t, minute }: { readonly t: number; readonly minute: number }, of: DaysOf) {
    this.#begin(startOfLocalDay(of.zone, minute), of);
    this.#addLight(all.sensori, minute);
    for (const group of groups) {
      const rows = all[group];
      if (this.#today.size === 0 && !rows.refused?.some(each => each !== null)) continue;
      rows.id.forEach((device, row) => {
        if (isGood(rows, row, t)) this.#note({ group, device, since: minute }, isDoubted(group, rows, row));
      });
    }
  }

  /** The sensors of the modules' light that repeat one value. */
  #addLight({ id, values, stuckS }: DeviceRows, minute: number): void {
    stuckS?.forEach((seconds, row) => {
      if (seconds === null || values.tipo?.[row] !== ofPlane) return;
      if (values.giudizio?.[row] === lightVerdicts.drifts) return;
      const since = minute - minuteS * Math.ceil(seconds / minuteS);
      this.#note({ group: 'sensori', device: id[row] ?? 0, since: Math.max(since, this.#day) }, true);
    });
  }

  /** Throws where the disk refuses: then the changes wait. */
  write({ doubts }: Measures): void {
    for (const [key, { doubt, isThere }] of this.#changes) {
      if (isThere) doubts.add(doubt);
      else doubts.remove(doubt);
      this.#changes.delete(key);
    }
  }

  #begin(day: number, { store, zone }: DaysOf): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#today.clear();
    for (const doubt of store.doubts.within(day, nextDay(zone, day))) this.#today.set(keyOf(doubt), doubt);
  }

  #note(doubt: Doubt, isThere: boolean): void {
    const key = keyOf(doubt);
    const held = this.#today.get(key);
    if (isThere === (held !== undefined)) return;
    if (isThere) this.#today.set(key, doubt);
    else this.#today.delete(key);
    const changed = held ?? doubt;
    this.#changes.set(`${key}.${changed.since}`, { doubt: changed, isThere });
  }
}

interface DaysOf {
  readonly store: Measures;
  readonly zone: string;
}

function isDoubted(group: (typeof groups)[number], { refused }: DeviceRows, row: number): boolean {
  const own = refused?.[row];
  return own != null && countersOf[group].some(point => own[point] !== undefined);
}
