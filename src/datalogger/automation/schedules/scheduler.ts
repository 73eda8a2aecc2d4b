import { quality } from '../../../contract/codes';
import { earliestS } from '../../../contract/earliest';
import type { ScheduleRun } from '../../../contract/schedules';
import type { Occurrence } from '../../alarms/model';
import type { ClockStep } from '../../core/time/steady-clock';
import type { Plant } from '../../plant/processing/plant';
import type { ScheduleRecord, Schedules } from '../../storage/config/schedules';
import { isUnder } from './maintenance';
import { nextOccurrence, type Place } from './occurrences';
import { Runner, type RunnerOptions, type Running } from './runner';

export interface SchedulerOptions extends RunnerOptions {
  readonly schedules: Schedules;
  /** The time zone and the place that times refer to. */
  readonly place: () => Place;
}

interface Entry extends Running {
  /** When it is next due, epoch s; null where it never is again. */
  next: number | null;
}

/**
 * Runs the schedules in plant time; all times are epoch seconds of the plant's clock. When that clock is set, a running window keeps its
 * length. Set back, a time that has already run does not run again (unless the clock was set back by more than a day). Set forward, only
 * the last of the skipped times runs, where it is not too late for it, as after a time in which the datalogger was off.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #runner: Runner;
  readonly #limit: PowerLimit;
  /** Null where they must be read again. */
  #entries: Entry[] | null = null;
  /** The place and the revision of the schedules with which they were read. */
  #seen = '';
  #hasStarted = false;
  #isFailing = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#runner = new Runner(options);
    this.#limit = new PowerLimit(options.plant);
  }

  /** Begins and ends what is due at `t`. Never throws. */
  tick(t: number): void {
    try {
      this.#runner.retry();
      const entries = this.#current(t);
      if (!this.#hasStarted && t >= earliestS) this.#runner.switchAgain(t);
      this.#hasStarted ||= t >= earliestS;
      for (const entry of entries) this.#runner.end(entry, t);
      // Without a time zone that is known, nothing is due.
      if (t >= earliestS) for (const entry of entries) this.#start(entry, t);
      this.#askLimit(entries);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error('schedules could not be run', error);
      this.#isFailing = true;
      this.#entries = null;
    }
  }

  /** The last run and the next time, to be shown. */
  stateOf(
    schedule: ScheduleRecord,
    t: number,
  ): { readonly run: ScheduleRun | null; readonly next: number | null } {
    const { run, handledTo } = this.#runner.stateAt(schedule, t);
    return { run, next: this.#nextAfter(schedule, Math.max(handledTo, t)) };
  }

  /** To be called before a schedule is changed: undoes what it has changed. */
  release(schedule: ScheduleRecord, t: number): void {
    this.#runner.release(schedule, t);
  }

  /** To be called after a schedule was added or changed. */
  renew(schedule: ScheduleRecord, t: number): void {
    this.#runner.renew(schedule, t);
  }

  /** Alarms of this priority (1 is the highest) and lower are not to be sent now; null when all are. */
  silencedFrom(): number | null {
    const silences = (this.#entries ?? []).flatMap(({ state }) =>
      state.open?.action.tipo === 'silenzio_notifiche' ? [state.open.action.da_priorita] : [],
    );
    return silences.length === 0 ? null : Math.min(...silences);
  }

  /** Whether an alarm is not to be sent now, because what it is about is under maintenance. */
  isUnderMaintenance(occurrence: Pick<Occurrence, 'code' | 'subject'>): boolean {
    return (this.#entries ?? []).some(({ state }) => {
      const action = state.open?.action;
      return action?.tipo === 'manutenzione' && isUnder(action, occurrence, this.#options.plant.snapshot());
    });
  }

  /** The clock was set. */
  shift(step: ClockStep): void {
    this.#runner.shift(step);
    this.#entries = null;
  }

  /** Resolves when no action is running. */
  async settled(): Promise<void> {
    await this.#limit.settled();
    await this.#runner.settled();
  }

  close(): void {
    this.#runner.close();
  }

  /** The entries, read again after a change of them, of the zone or of the place. */
  #current(t: number): Entry[] {
    const { schedules, place } = this.#options;
    const seen = JSON.stringify([place(), schedules.revision()]);
    if (this.#entries && seen === this.#seen) return this.#entries;
    const all = schedules.all();
    this.#runner.forgetAllBut(all, t);
    this.#seen = seen;
    this.#entries = all.map(schedule => {
      const state = this.#runner.stateAt(schedule, t);
      return { schedule, state, next: this.#nextAfter(schedule, state.handledTo) };
    });
    return this.#entries;
  }

  #nextAfter({ body }: ScheduleRecord, after: number): number | null {
    return body.abilitata ? nextOccurrence(body, after, this.#options.place()) : null;
  }

  /** Of several times that have passed only the last one runs. */
  #start(entry: Entry, t: number): void {
    let due: number | null = null;
    for (; entry.next !== null && entry.next <= t; entry.next = this.#nextAfter(entry.schedule, due))
      due = entry.next;
    if (due !== null) this.#runner.start(entry, due, t);
  }

  #askLimit(entries: readonly Entry[]): void {
    const limited = entries.flatMap(entry => {
      const action = entry.state.open?.action;
      return action?.tipo === 'limite_potenza' ? [{ entry, percent: action.percentuale }] : [];
    });
    if (!this.#limit.ask(limited.map(({ percent }) => percent))) return;
    for (const { entry } of limited) this.#runner.take(entry);
  }
}

/** Applies the lowest limit that schedules ask for. Commands of operators come first. */
export class PowerLimit {
  readonly #plant: Plant;
  /** The limit that the plant has accepted; undefined before the first order, and while it refuses. */
  #taken: number | null | undefined;
  /** The order that is not answered yet; there is at most one. */
  #asking: Promise<void> | null = null;

  constructor(plant: Plant) {
    this.#plant = plant;
  }

  /** Orders the lowest of `percents`, or no limit if absent. Returns whether it is in force; to be repeated until it is. */
  ask(percents: readonly number[]): boolean {
    const wanted = percents.length === 0 ? null : Math.min(...percents);
    if (this.#asking === null && (wanted !== this.#taken || wanted !== null)) this.#tell(wanted);
    return this.#taken === wanted;
  }

  /** Resolves when no order is waiting for its answer. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  #tell(percent: number | null): void {
    const { cci } = this.#plant.snapshot().groups;
    if (cci.q.every(value => value === quality.bad)) {
      this.#taken = undefined;
      return;
    }
    this.#asking = this.#plant.execute({ kind: 'schedule-limit', percent }).then(result => {
      this.#taken = result === 'taken' ? percent : undefined;
      this.#asking = null;
    });
  }
}
