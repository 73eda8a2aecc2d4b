import { atMostEvery, type Log } from '../../core/log';
import type { RunState, ScheduleRuns } from '../../storage/jobs/schedule-runs';

const failureSaidEveryMs = 60_000;

/**
 * The states of all schedules: stored, or kept in memory while the disk refuses. So a power limit begins and ends on time even without
 * the disk.
 */
export class RunBook {
  readonly #runs: ScheduleRuns;
  readonly #say: (error: unknown) => void;
  /** By id of the schedule. */
  readonly #unwritten = new Map<number, RunState>();

  constructor(runs: ScheduleRuns, log: Log) {
    this.#runs = runs;
    this.#say = atMostEvery(failureSaidEveryMs, error =>
      log.error('runs of schedules could not be written, they are kept', error),
    );
  }

  all(): RunState[] {
    const written = this.#runs.all().filter(({ scheduleId }) => !this.#unwritten.has(scheduleId));
    return [...written, ...this.#unwritten.values()];
  }

  find(scheduleId: number): RunState | null {
    return this.#unwritten.get(scheduleId) ?? this.#runs.find(scheduleId);
  }

  /** Throws where the disk refuses. */
  write(state: RunState): void {
    this.#runs.put(state);
    this.#unwritten.delete(state.scheduleId);
  }

  /** Never throws: `retry` tries again to store what the disk refused. */
  keep(state: RunState): void {
    try {
      this.write(state);
    } catch (error) {
      this.#unwritten.set(state.scheduleId, state);
      this.#say(error);
    }
  }

  remove(scheduleId: number): void {
    this.#runs.remove(scheduleId);
    this.#unwritten.delete(scheduleId);
  }

  retry(): void {
    for (const state of this.#unwritten.values()) this.keep(state);
  }
}
