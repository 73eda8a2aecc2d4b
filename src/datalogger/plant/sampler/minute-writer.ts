import { addMinute } from '../../storage/measures/clock';
import { combine, type Frame } from '../../storage/measures/frame';
import type { KeptGroup, Retention } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { closeDays, closeQuarters, minuteS } from '../../storage/measures/rollup';
import { moveDays } from '../../storage/measures/zone';
import { isGood } from '../processing/rows';
import type { KeptStand } from '../processing/stands';
import type { Snapshot } from '../snapshot';
import type { FigureLimits, Site } from '../source';
import type { Reading } from './day-counters';
import { DoubtedDays } from './doubted-days';
import { EnergyCounters } from './energy-counters';
import type { QuietKnowledge } from './quiet';
import { framesOf, SampleMemory } from './sample-frame';

interface Slot {
  readonly group: KeptGroup;
  readonly frame: Frame;
}

export interface Target {
  readonly store: Measures;
  readonly zone: () => string;
  readonly retention: () => Retention;
  readonly limits: () => FigureLimits;
  /** Where the plant is; null until it is configured. */
  readonly site: () => Site | null;
  /** Called when energy of [from, to) became known that was written without it. */
  readonly onLate: (from: number, to: number) => void;
  /** What the plant counts itself: kept with the minutes. */
  readonly counted: () => ReadonlyMap<string, KeptStand>;
}

/** How many minutes may wait while the disk refuses: about a day. Beyond that the oldest is dropped. */
const longestQueue = 10_000;

const minuteOf = (t: number) => Math.floor((t - 1) / minuteS) * minuteS;

/** Combines samples into minutes and gathers them in the archive, together with the roll-ups that are due. */
export class MinuteWriter {
  readonly #target: Target;
  readonly #counters: EnergyCounters;
  readonly #memory = new SampleMemory(null);
  readonly #doubted = new DoubtedDays();
  /** All counters at the end of the newest whole minute. */
  #stands: ReadonlyMap<string, Reading> = new Map();
  /** Whose days the archive has; null until somebody has said. */
  #zone: string | null;
  #minute = Number.NEGATIVE_INFINITY;
  /** When the newest sample was taken; NaN before the first. */
  #newest = Number.NaN;
  #samples = new Map<KeptGroup, Frame[]>();
  #queue: Slot[] = [];
  #plant: SampledPlant = nothingSampled;

  /** `now` in epoch seconds; infinite where the clock was not set yet. */
  constructor(target: Target, now: number) {
    this.#target = target;
    this.#zone = target.store.zone();
    this.#counters = new EnergyCounters(target.zone);
    this.#counters.restore(target.store, now);
  }

  /** Adds a sample taken at `t` that stands for the `seconds` before it. */
  add(snapshot: Snapshot, t: number, seconds: number): void {
    if (minuteOf(t) !== this.#minute) this.closeMinute();
    this.#minute = minuteOf(t);
    this.#newest = t;
    this.#counters.begin(snapshot, t);
    const { store, zone } = this.#target;
    this.#doubted.add(snapshot, { t, minute: this.#minute }, { store, zone: zone() });
    this.#plant = plantOf(snapshot, this.#target.limits());
    const frames = framesOf({
      t: this.#minute,
      seconds,
      groups: snapshot.groups,
      limits: this.#target.limits(),
      memory: this.#memory,
      isGood: (_, rows, device) => isGood(rows, device, t),
      energy: (group, point, id, value) => this.#counters.energyOf(group, point, id, value, t),
    });
    for (const [group, frame] of frames) {
      const samples = this.#samples.get(group);
      if (samples) samples.push(frame);
      else this.#samples.set(group, [frame]);
    }
    if (t - this.#minute >= minuteS) this.closeMinute();
  }

  /** Ends the current minute, however much of it was sampled. */
  closeMinute(): void {
    for (const [group, frames] of this.#samples) {
      this.#queue.push({ group, frame: combine(group, this.#minute, frames) });
    }
    this.#samples = new Map();
    this.#takeStands();
  }

  /** The clock was set: the minute ends here, and the counters' readings keep their age. */
  shift(seconds: number): void {
    this.closeMinute();
    this.#minute = Number.NEGATIVE_INFINITY;
    this.#counters.shift(seconds);
    this.#newest += seconds;
    this.#takeStands();
  }

  /** The plant may have another time zone: what is written so far gets its days. Throws when the store does. */
  followZone(): void {
    const { store, zone } = this.#target;
    const [before, now] = [this.#zone, zone()];
    if (before === now) return;
    moveDays(store, now);
    if (before !== null) this.#counters.moveTo(now, before);
    this.#zone = now;
  }

  /** Gathers the minutes that ended. Returns whether there were any. Throws when the store does; then they wait for the next commit. */
  commit(): boolean {
    this.followZone();
    if (this.#queue.length === 0) return false;
    const { store, zone, site, limits, retention, onLate } = this.#target;
    const { gaps, quiet } = this.#counters;
    const late: { readonly from: number; readonly to: number }[] = [];
    this.#queue.splice(0, this.#queue.length - longestQueue);
    const end = Math.max(...this.#queue.map(({ frame }) => frame.t)) + minuteS;
    store.gather(() => {
      for (const { group, frame } of this.#queue) addMinute(store, zone(), group, frame);
      const plant = { zone: zone(), site: site(), ...this.#plant };
      late.push(...gaps.write(store, plant), ...quiet.write(store, { ...plant, limits: limits() }));
      closeQuarters(store, end);
      closeDays(store, zone(), end, retention());
      for (const [key, stand] of this.#stands) store.setStand(key, stand);
    });
    this.#queue = [];
    gaps.clear();
    quiet.clear();
    for (const { from, to } of late) onLate(from, to);
    this.#doubted.write(store);
    return true;
  }

  #takeStands(): void {
    const t = this.#newest;
    const counted = [...this.#target.counted()].map(
      ([name, { value, ageS = 0 }]) => [name, { value, t: Math.floor(t - ageS) }] as const,
    );
    const all = [...this.#counters.readings(), ...counted];
    this.#stands = new Map(all.filter(([, { t }]) => !Number.isNaN(t)));
  }
}

type SampledPlant = Pick<QuietKnowledge, 'hasTrackers' | 'peakKwp' | 'ratedKw' | 'peaks'>;

const nothingSampled: SampledPlant = { hasTrackers: false, peakKwp: 0, ratedKw: 0, peaks: new Map() };

function plantOf({ groups: { inverter, tracker } }: Snapshot, { peakKwp }: FigureLimits): SampledPlant {
  const all = (point: string) =>
    (inverter.values[point] ?? []).reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return {
    hasTrackers: tracker.id.length > 0,
    peakKwp: peakKwp ?? all('kwp'),
    ratedKw: all('pn') || all('kwp'),
    peaks: new Map(inverter.id.map((id, row) => [id, inverter.values.kwp?.[row] ?? 0])),
  };
}
