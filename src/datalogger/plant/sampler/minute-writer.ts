import { pointOf } from '../../../contract/points';
import { quarterS, startOfLocalDay } from '../../../contract/zone';
import { addMinute } from '../../storage/measures/clock';
import { combine, emptyFrame, type Frame } from '../../storage/measures/frame';
import {
  fieldIndex,
  fieldsOf,
  type KeptGroup,
  keptGroups,
  type Retention,
} from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import {
  addTo,
  archiveEnd,
  closeDays,
  closeQuarters,
  minuteS,
  quarterFrames,
  quarterOf,
} from '../../storage/measures/rollup';
import { moveDays } from '../../storage/measures/zone';
import { isGood } from '../processing/rows';
import { isCounted, type KeptStand } from '../processing/stands';
import type { Snapshot } from '../snapshot';
import type { FigureLimits } from '../source';
import { DayCounters, type Reading } from './day-counters';
import { framesOf, SampleMemory } from './sample-frame';
import { type Missed, spread, TotalCounters } from './total-counters';

interface Slot {
  readonly group: KeptGroup;
  readonly frame: Frame;
}
interface Found extends Slot {
  readonly tier: 'minute' | 'quarter';
}

export interface Target {
  readonly store: Measures;
  readonly zone: () => string;
  readonly retention: () => Retention;
  readonly limits: () => FigureLimits;
  /** What the plant counts itself: kept with the minutes. */
  readonly counted: () => ReadonlyMap<string, KeptStand>;
}

/** How many minutes may wait while the disk refuses: about a day. Beyond that the oldest is dropped. */
const longestQueue = 10_000;

const minuteOf = (t: number) => Math.floor((t - 1) / minuteS) * minuteS;

/** Combines samples into minutes and gathers them in the archive, together with the roll-ups that are due. */
export class MinuteWriter {
  readonly #target: Target;
  readonly #counters = new DayCounters();
  readonly #totals = new TotalCounters();
  readonly #memory = new SampleMemory();
  /** All counters at the end of the newest whole minute. */
  #stands: ReadonlyMap<string, Reading> = new Map();
  /** Whose days the archive has; null until somebody has said. */
  #zone: string | null;
  #minute = Number.NEGATIVE_INFINITY;
  /** When the newest sample was taken; NaN before the first. */
  #newest = Number.NaN;
  #samples = new Map<KeptGroup, Frame[]>();
  #queue: Slot[] = [];
  /** Energy that was not measured by samples. */
  #found: Found[] = [];

  /** `now` in epoch seconds; infinite where the clock was not set yet. */
  constructor(target: Target, now: number) {
    this.#target = target;
    this.#zone = target.store.zone();
    this.#restoreCounters(now);
  }

  /** Adds a sample taken at `t` that stands for the `seconds` before it. */
  add(snapshot: Snapshot, t: number, seconds: number): void {
    if (minuteOf(t) !== this.#minute) this.closeMinute();
    this.#minute = minuteOf(t);
    this.#newest = t;
    this.#readTotals(snapshot, t);
    const frames = framesOf({
      t: this.#minute,
      seconds,
      groups: snapshot.groups,
      limits: this.#target.limits(),
      memory: this.#memory,
      isGood: (_, rows, device) => isGood(rows, device, t),
      energy: (group, point, id, value) => this.#readCounter(group, point, id, value, t),
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
    this.#totals.shift(seconds);
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

  /** Gathers the minutes that ended. Throws when the store does; then they wait for the next commit. */
  commit(): void {
    this.followZone();
    if (this.#queue.length === 0) return;
    const { store, zone, retention } = this.#target;
    this.#queue.splice(0, this.#queue.length - longestQueue);
    const end = Math.max(...this.#queue.map(({ frame }) => frame.t)) + minuteS;
    store.gather(() => {
      for (const { group, frame } of this.#queue) addMinute(store, zone(), group, frame);
      this.#addFound('minute');
      closeQuarters(store, end);
      this.#addFound('quarter');
      closeDays(store, zone(), end, retention());
      for (const [key, stand] of this.#stands) store.setStand(key, stand);
    });
    this.#queue = [];
    this.#found = [];
  }

  #takeStands(): void {
    const t = this.#newest;
    const counted = [...this.#target.counted()].map(
      ([name, { value, ageS = 0 }]) => [name, { value, t: Math.floor(t - ageS) }] as const,
    );
    const all = [...this.#totals.stands(), ...this.#counters.readings(), ...counted];
    this.#stands = new Map(all.filter(([, { t }]) => !Number.isNaN(t)));
  }

  #addFound(tier: Found['tier']): void {
    const { store, zone } = this.#target;
    for (const found of this.#found) if (found.tier === tier) addTo(store, zone(), found);
  }

  /** Finds the energy of plant and inverters on days whose end was not sampled. */
  #readTotals({ groups }: Snapshot, t: number): void {
    const zone = this.#target.zone();
    for (const group of ['impianto', 'inverter'] as const) {
      const { [group]: rows } = groups;
      rows.id.forEach((id, device) => {
        const total = (rows.totals ?? rows.values).etot?.[device] ?? null;
        const today = rows.values.eday?.[device] ?? null;
        if (total === null || today === null || !isGood(rows, device, t)) return;
        const missed = this.#totals.read(`${group}.${id}`, total, today, { t, zone });
        if (missed) this.#addMissed(group, id, missed, rows.values.kwp?.[device] ?? null);
      });
    }
  }

  #addMissed(group: 'impianto' | 'inverter', id: number, missed: Missed, kwp: number | null): void {
    for (const { quarter, thousandths } of spread(missed, this.#target.zone())) {
      const frame = emptyFrame(group, quarter, [id]);
      frame.values[fieldIndex(group, 'eday')] = thousandths;
      if (kwp !== null) frame.values[fieldIndex(group, 'yday')] = Math.round(thousandths / kwp);
      this.#found.push({ group, frame, tier: 'quarter' });
    }
  }

  /**
   * Energy of a sample. Energy of a gap is added to the previous minute without coverage or, where the gap began before this quarter, to
   * the previous quarter: it counts in every sum, but is not shown as measured.
   */
  #readCounter(group: KeptGroup, point: string, id: number, value: number, t: number): number {
    const key = keyOf(group, point, id);
    const { thousandths, since, isFound } = this.#counters.read(key, value, t, this.#target.zone());
    if (!isFound) return thousandths;
    const tier = since < quarterOf(t - 1) ? 'quarter' : 'minute';
    const start = tier === 'quarter' ? quarterOf(t - 1) - quarterS : minuteOf(t) - minuteS;
    const frame = emptyFrame(group, start, [id]);
    frame.values[fieldIndex(group, point)] = thousandths;
    this.#found.push({ group, frame, tier });
    return 0;
  }

  /** Counters continue from their stored readings; in archives of older versions, which have none, from today's energy. */
  #restoreCounters(now: number): void {
    const { store, zone } = this.#target;
    const end = archiveEnd(store);
    if (end === null) return;
    this.#restoreToday(startOfLocalDay(zone(), end - 1), end);
    for (const { counter, t, value } of store.stands()) {
      if (isCounted(counter)) continue;
      const isAhead = t > now;
      if (isOfDay(counter)) this.#counters.restore(counter, { value, t: isAhead ? Number.NaN : t });
      else this.#totals.restore(counter, { value, t: isAhead ? end : t });
    }
  }

  #restoreToday(dayStart: number, end: number): void {
    const { store } = this.#target;
    for (const group of keptGroups) {
      const today = combine(group, dayStart, quarterFrames(store, group, dayStart, end));
      const fields = fieldsOf(group);
      fields.forEach(({ point }, offset) => {
        if (pointOf(group, point)?.[2] !== 'energy') return;
        today.ids.forEach((id, device) => {
          const value = today.values[device * fields.length + offset] ?? Number.NaN;
          if (!Number.isNaN(value)) this.#counters.restore(keyOf(group, point, id), { value, t: end });
        });
      });
    }
  }
}

/** A counter of a lifetime is named by its device, one that starts again every day by its point as well. */
const isOfDay = (counter: string) => counter.split('.').length === 3;
const keyOf = (group: KeptGroup, point: string, id: number) => `${group}.${id}.${point}`;
