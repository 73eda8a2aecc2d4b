import { firstBusOutput } from '../../../contract/config/output-numbers';
import type { ScheduleRun } from '../../../contract/schedules';
import type { Log } from '../../core/log';
import type { ClockStep } from '../../core/time/steady-clock';
import type { ScheduleRecord, Schedules } from '../../storage/config/schedules';
import type { OpenWindow, RunState, ScheduleRuns } from '../../storage/jobs/schedule-runs';
import {
  type ActionDeps,
  begin,
  type Failure,
  type InstantAction,
  isWindow,
  lastingS,
  perform,
  restore,
  type WindowAction,
} from './actions';
import { RunBook } from './run-book';

/** A schedule and the state of its runs. */
export interface Running {
  readonly schedule: ScheduleRecord;
  state: RunState;
}

export interface RunnerOptions extends ActionDeps {
  readonly schedules: Pick<Schedules, 'find'>;
  readonly runs: ScheduleRuns;
  /** Called after every run. */
  readonly onRun: (schedule: ScheduleRecord, run: ScheduleRun) => void;
  readonly log: Log;
}

/** After a clock is set back by more than this, earlier runs do not count any more, s. */
const clockSetBackS = 86_400;

/** Begins and ends windows and performs actions. Nothing is performed twice: a time is stored as done before its action begins. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #book: RunBook;
  /** By id of the schedule. */
  readonly #performing = new Map<number, Promise<void>>();
  #isClosed = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#book = new RunBook(options.runs, options.log);
  }

  /** Tries again to store what the disk refused. */
  retry(): void {
    this.#book.retry();
  }

  /** The stored state. A run that was interrupted by the end of the program has failed. */
  stateAt({ id }: ScheduleRecord, t: number): RunState {
    const stored = this.#book.find(id) ?? { scheduleId: id, handledTo: t, run: null, open: null };
    const handledTo = stored.handledTo > t + clockSetBackS ? t : stored.handledTo;
    const wasCut = stored.run?.fine === null && !stored.open && !this.#performing.has(id);
    const run = wasCut && stored.run ? runOf(stored.run.inizio, t, 'interno') : stored.run;
    return { ...stored, handledTo, run };
  }

  /** Starts the run that was due at `due`, unless it is too late for it at `t`. */
  start(running: Running, due: number, t: number): void {
    const { azione: action } = running.schedule.body;
    const { open } = running.state;
    if (t - due > lastingS(action)) {
      this.#finish(running, runOf(due, due, 'persa'), open);
      return;
    }
    if (open) restore(open, this.#options, t);
    if (isWindow(action)) this.#begin(running, action, due);
    else this.#perform(running, action, due, t);
  }

  /** Ends the window that is over at `t`. */
  end(running: Running, t: number): void {
    const { open, run } = running.state;
    if (!open || open.endsAt === null || !run) return;
    this.#compare(running, open);
    const hasClockGoneBack = t < run.inizio - clockSetBackS;
    if (t < open.endsAt && !hasClockGoneBack) return;
    const stays = 'a_fine' in open.action && open.action.a_fine === 'mantieni';
    if (!stays) restore(open, this.#options, t);
    const held = stays && open.action.tipo === 'limite_potenza' ? { ...open, endsAt: null } : null;
    const isTaken = running.state.open?.isTaken ?? open.isTaken;
    const failure = open.action.tipo === 'uscita_rele' ? 'non_riletta' : 'comando_superiore';
    this.#finish(running, runOf(run.inizio, open.endsAt, isTaken ? null : failure), held);
  }

  /** An output on the bus that is read otherwise than its window switched it, or is not read, is said to be so while that lasts. */
  #compare(running: Running, open: OpenWindow): void {
    const { action } = open;
    const { run } = running.state;
    if (action.tipo !== 'uscita_rele' || action.uscita < firstBusOutput || !run) return;
    const { id } = running.schedule;
    if (this.#performing.has(id)) return;
    const isTaken = this.#options.system.output(action.uscita) === action.attiva;
    if (isTaken === open.isTaken) return;
    const motivo = isTaken ? null : ('non_riletta' as const);
    this.#keep(running, { ...running.state, run: { ...run, motivo }, open: { ...open, isTaken } });
  }

  /** The window's limit is in force. */
  take(running: Running): void {
    const { open } = running.state;
    if (open && !open.isTaken) this.#keep(running, { ...running.state, open: { ...open, isTaken: true } });
  }

  /** Undoes what a schedule has changed, before it is changed or removed. */
  release({ id }: ScheduleRecord, t: number): void {
    const state = this.#book.find(id);
    if (!state?.open) return;
    restore(state.open, this.#options, t);
    const run = state.run?.fine === null ? runOf(state.run.inizio, t, null) : state.run;
    this.#book.write({ ...state, run, open: null });
  }

  /** A schedule was added or changed at `t`: a window that contains `t` begins at once; no earlier action is performed. */
  renew({ id, body }: ScheduleRecord, t: number): void {
    const run = this.#book.find(id)?.run ?? null;
    const handledTo = isWindow(body.azione) ? t - lastingS(body.azione) - 1 : t;
    this.#book.write({ scheduleId: id, handledTo, run, open: null });
  }

  /** The clock was set: running windows keep their length. */
  shift({ fromMs, shiftMs }: ClockStep): void {
    const [from, seconds] = [fromMs / 1000, Math.round(shiftMs / 1000)];
    for (const state of this.#options.runs.all()) {
      const { open, run } = state;
      if (!open || !run || open.endsAt === null) continue;
      // A window that would last longer than allowed was begun under another clock.
      const left = open.endsAt - from;
      if (left <= 0 || left > lastingS(open.action) + 1) continue;
      const inizio = run.inizio + seconds;
      this.#options.runs.put({
        ...state,
        handledTo: Math.max(state.handledTo, inizio),
        run: { ...run, inizio },
        open: { ...open, endsAt: open.endsAt + seconds },
      });
    }
  }

  /** Undoes the changes of schedules that no longer exist. */
  forgetAllBut(schedules: readonly ScheduleRecord[], t: number): void {
    const there = new Set(schedules.map(({ id }) => id));
    for (const { scheduleId, open } of this.#book.all()) {
      if (there.has(scheduleId)) continue;
      if (open) restore(open, this.#options, t);
      this.#book.remove(scheduleId);
    }
  }

  /** After a start: switches what an open window had switched and the box does not hold any more, as after a power cut. */
  switchAgain(t: number): void {
    const { system } = this.#options;
    for (const { open } of this.#book.all()) {
      if (open?.action.tipo !== 'uscita_rele' || open.endsAt === null || open.endsAt <= t) continue;
      const { uscita, attiva } = open.action;
      if (system.output(uscita) !== attiva) void system.switchOutput(uscita, attiva);
    }
  }

  /** Resolves when no action is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#performing.values());
  }

  /** The result of an action that is still running is not stored any more. */
  close(): void {
    this.#isClosed = true;
  }

  #begin(running: Running, action: WindowAction, due: number): void {
    const wasOn = action.tipo === 'uscita_rele' && this.#options.system.output(action.uscita) === true;
    const begun = begin(action, due, this.#options);
    if (typeof begun === 'string') {
      this.#finish(running, runOf(due, due, begun), null);
      return;
    }
    const isTaken = action.tipo !== 'limite_potenza';
    const open = { action, endsAt: due + action.durata * 60, wasOn, isTaken };
    const run: ScheduleRun = { inizio: due, fine: null, esito: 'in_corso', motivo: null };
    this.#keep(running, { ...running.state, handledTo: due, run, open });
    if (begun) this.#finishWhenRefused(running, open, begun);
  }

  /** Waits for the answers of the devices: where they refuse, the window ends. */
  #finishWhenRefused(running: Running, open: OpenWindow, begun: Promise<Failure>): void {
    const { id } = running.schedule;
    const due = running.state.run?.inizio ?? 0;
    const work = begun.then(failure => {
      this.#performing.delete(id);
      const isStillOpen = !this.#isClosed && running.state.open === open;
      // What was not read back may be switched: its window goes on, says so, and is undone at its end.
      if (failure !== null && failure !== 'non_riletta' && isStillOpen)
        this.#finish(running, runOf(due, due, failure), null);
    });
    this.#performing.set(id, work);
  }

  #perform(running: Running, action: InstantAction, due: number, t: number): void {
    const { id } = running.schedule;
    const run: ScheduleRun = { inizio: t, fine: null, esito: 'in_corso', motivo: null };
    const state = { ...running.state, handledTo: due, run, open: null };
    this.#book.write(state);
    running.state = state;
    const finish = (failure: Failure) => this.#finish(running, runOf(t, t, failure), null);
    // Stored as successful before it begins: a restart may leave no time for that.
    const isLast = action.tipo === 'riavvio';
    if (isLast) finish(null);
    const work = perform(action, due, this.#options)
      .catch((error): Failure => {
        this.#options.log.error(`schedule ${id} failed`, error);
        return 'interno';
      })
      .then(failure => {
        this.#performing.delete(id);
        const isThere = !this.#isClosed && this.#options.schedules.find(id) !== null;
        if (isThere && !(isLast && failure === null)) finish(failure);
      });
    this.#performing.set(id, work);
  }

  #finish(running: Running, run: ScheduleRun, open: OpenWindow | null): void {
    const handledTo = Math.max(running.state.handledTo, run.inizio);
    this.#keep(running, { ...running.state, handledTo, run, open });
    try {
      this.#options.onRun(running.schedule, run);
    } catch (error) {
      this.#options.log.error(`the run of schedule ${running.schedule.id} is not on record`, error);
    }
  }

  #keep(running: Running, state: RunState): void {
    running.state = state;
    this.#book.keep(state);
  }
}

function runOf(inizio: number, fine: number, failure: Failure): ScheduleRun {
  const isSkipped = failure === 'persa' || failure === 'comando_superiore';
  const esito = failure === null ? 'riuscita' : isSkipped ? 'saltata' : 'fallita';
  return { inizio, fine, esito, motivo: failure };
}
