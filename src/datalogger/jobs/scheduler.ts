import { earliestS } from '../../contract/earliest';
import type { ScheduleRun } from '../../contract/schedules';
import type { ScheduleRecord, Schedules } from '../store/schedules';
import type { ClockStep } from '../time/steady-clock';
import { nextOccurrence, type Place } from './occurrences';
import { PowerLimit } from './power-limit';
import { Runner, type RunnerOptions, type Running } from './runner';

export interface SchedulerOptions extends RunnerOptions {
  readonly schedules: Schedules;
  /** By whose wall clock and sun they run. */
  readonly place: () => Place;
}

interface Entry extends Running {
  /** When it is due next, epoch s; null when never again. */
  next: number | null;
}

/**
 * Runs the schedules in plant time; all times are epoch seconds of the plant's clock. When that is set, a window that runs lasts as
 * long as it was to last. Set back, what has run does not run again when its hour comes again (but a clock set back by more than a day
 * begins anew); set forward, of what was skipped the last counts, while it still makes sense, as after a time without the datalogger.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #runner: Runner;
  readonly #limit: PowerLimit;
  /** Null: to be read again. */
  #entries: Entry[] | null = null;
  /** Under which place and of which schedules they were read. */
  #seen = '';
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
      for (const entry of entries) this.#runner.end(entry, t);
      // Where nobody knows the hour, none has come.
      if (t >= earliestS) for (const entry of entries) this.#start(entry, t);
      this.#askLimit(entries);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error('schedules could not be run', error);
      this.#isFailing = true;
      this.#entries = null;
    }
  }

  /** For those who look: the last run and the next time. */
  stateOf(
    schedule: ScheduleRecord,
    t: number,
  ): { readonly run: ScheduleRun | null; readonly next: number | null } {
    const { run, handledTo } = this.#runner.stateAt(schedule, t);
    return { run, next: this.#nextAfter(schedule, Math.max(handledTo, t)) };
  }

  /** Before a schedule is changed: what it has changed is undone. */
  release(schedule: ScheduleRecord, t: number): void {
    this.#runner.release(schedule, t);
  }

  /** After a schedule was added or changed. */
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

  /** The clock was set. */
  shift(step: ClockStep): void {
    this.#runner.shift(step);
    this.#entries = null;
  }

  /** When nothing is performed any more. */
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
    this.#runner.forgetAllBut(all);
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

  /** Of several times that have passed only the last counts. */
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
