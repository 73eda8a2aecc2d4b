import { localDate, startOfLocalDay } from '../../contract/zone';
import { dayIndex, usualIndex } from '../analytics/key-figures/usual-index';
import type { Snapshot } from '../plant/snapshot';
import type { PastMoment, PastSlot } from '../plant/source';
import type { AlarmStore } from '../storage/alarms/alarms';
import { catalogue } from './catalogue';
import { createAlarmEngine } from './engine';
import type { AlarmEngine, InstallationInputs, Rules } from './inputs';
import { type Change, joined, type Occurrence } from './model';

export interface PastAlarmsOptions {
  readonly store: AlarmStore;
  /** The plant's IANA zone. */
  readonly zone: () => string;
  /** How the plant is configured at its first start. */
  readonly installation: () => InstallationInputs;
}

/** Who acknowledged the alarms of the past. */
const operator = 'operatore';
/** After a longer time without a moment (s), the engine starts again, as after a restart: its counters would see a leap. */
const longestGapS = 1800;
/** What is wrong with the datalogger now was not so in the past. */
const ofSoundDatalogger = { diskUsedPercent: null, hasDamage: false, isDiskRefusing: false, memoryEnds: 0 };
const rules: Rules = new Map(catalogue.map(rule => [rule.code, rule]));

/**
 * The alarms of the past that a simulated plant makes at its first start: raised and cleared by the engine that judges the live plant,
 * acknowledged by an operator on duty. They are stored when the past is complete, and only where there has never been an alarm.
 */
export class PastAlarms {
  readonly #options: PastAlarmsOptions;
  readonly #changes = new Map<number, Change>();
  /** When those are acknowledged that nobody has acknowledged yet, epoch seconds by id. */
  readonly #due = new Map<number, number>();
  #engine: AlarmEngine;
  #lastId = 0;
  #t = Number.NEGATIVE_INFINITY;
  #installation: InstallationInputs | null = null;
  #zone = '';
  /** EPI of the days that are over, and of the one that runs, %. */
  readonly #indices: number[] = [];
  #day = Number.NaN;
  #index: number | null = null;

  constructor(options: PastAlarmsOptions) {
    this.#options = options;
    this.#engine = this.#newEngine([]);
  }

  /** The slots of a past, whose moments are judged while they are made. */
  *judging(past: (watch: (moment: PastMoment) => void) => Iterable<PastSlot>): Generator<PastSlot> {
    const isFirst = this.#options.store.lastId() === 0;
    yield* past(moment => this.#judge(moment));
    if (isFirst) this.#write();
  }

  /** The same for the last days of a past: their alarms leave room for those before. */
  *judgingRecent(past: (watch: (moment: PastMoment) => void) => Iterable<PastSlot>): Generator<PastSlot> {
    const { store } = this.#options;
    const isFirst = store.lastId() === 0;
    if (isFirst) store.reserveIds();
    this.#lastId = store.lastId();
    yield* past(moment => this.#judge(moment));
    if (isFirst) this.#write();
  }

  #write(): void {
    this.#acknowledgeUntil(this.#t);
    this.#options.store.write([...this.#changes.values()]);
  }

  #judge({ snapshot, hardware }: PastMoment): void {
    const { t } = snapshot;
    if (this.#installation === null) {
      this.#installation = { ...this.#options.installation(), ...ofSoundDatalogger };
      this.#zone = this.#options.zone();
    }
    this.#acknowledgeUntil(t);
    if (t - this.#t > longestGapS) this.#engine = this.#newEngine(this.#engine.open());
    this.#t = t;
    const usualEpi = this.#usualEpi(snapshot);
    const inputs = { ...this.#installation, usualEpi, hardware, snapshot };
    for (const change of this.#engine.cycle(inputs, rules, t)) this.#note(change);
  }

  /** What is usual after the days that are over. */
  #usualEpi({ t, groups }: Snapshot): number | null {
    const value = (point: string) => groups.impianto.values[point]?.[0] ?? null;
    const day = startOfLocalDay(this.#zone, t);
    if (day !== this.#day) {
      if (this.#index !== null) this.#indices.push(this.#index);
      this.#day = day;
      this.#index = null;
    }
    const parts = { eday: value('eday'), eattesa: value('eattesa'), copertura: value('copertura') };
    this.#index = dayIndex(parts) ?? this.#index;
    return usualIndex(this.#indices);
  }

  #newEngine(open: readonly Occurrence[]): AlarmEngine {
    return createAlarmEngine({ open, nextId: () => ++this.#lastId });
  }

  #note(change: Change): void {
    const { occurrence, steps } = change;
    const { id, acknowledged } = occurrence;
    this.#changes.set(id, joined(this.#changes.get(id), change));
    const announced = steps.find(({ to }) => to === 'attivo');
    if (acknowledged === null && announced && !this.#due.has(id))
      this.#due.set(id, acknowledgedAt(occurrence, announced.t, this.#zone));
  }

  #acknowledgeUntil(t: number): void {
    for (const [id, at] of this.#due) {
      if (at > t) continue;
      this.#due.delete(id);
      const change = this.#engine.acknowledge(id, { by: operator, at, note: '' });
      if (!change) continue;
      this.#engine.accept(change);
      this.#note(change);
    }
  }
}

const minuteS = 60;
const hourS = 3600;
const dayS = 86_400;
/** Somebody sits in the control room between these hours; at other hours only what is critical wakes somebody. */
const duty = { from: 7, to: 19 };
const critical = 1;
/** Seconds until an alarm is acknowledged: at least, and how much longer at most. */
const onDuty = [2 * minuteS, 18 * minuteS] as const;
const awakened = [8 * minuteS, 30 * minuteS] as const;

/** When the operator of a simulated past acknowledges an alarm that was announced at `t`; epoch seconds. */
export function acknowledgedAt(
  { id, priority }: Pick<Occurrence, 'id' | 'priority'>,
  t: number,
  zone: string,
): number {
  const share = shareOf(id);
  const after = ([least, more]: readonly [number, number]) => Math.round(least + share * more);
  const { hour } = localDate(zone, t);
  if (hour >= duty.from && hour < duty.to) return t + after(onDuty);
  if (priority === critical) return t + after(awakened);
  const today = startOfLocalDay(zone, t) + duty.from * hourS;
  const morning = today > t ? today : startOfLocalDay(zone, t + dayS) + duty.from * hourS;
  return morning + after(onDuty);
}

/** A number from 0 to 1 that is always the same for an id (Knuth's multiplicative hash). */
const shareOf = (id: number) => ((id * 2_654_435_761) % 2 ** 32) / 2 ** 32;
