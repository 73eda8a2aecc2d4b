import { atMostEvery, type Log } from '../log';
import type { RunState, ScheduleRuns } from '../store/schedule-runs';

const failureSaidEveryMs = 60_000;

/**
 * What has become of the schedules: written down, or kept in memory for as long as the disk does not take it. A limit that the grid
 * asks for begins and ends all the same.
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

  /** Throws when the disk does. */
  write(state: RunState): void {
    this.#runs.put(state);
    this.#unwritten.delete(state.scheduleId);
  }

  /** Never throws: what the disk does not take is tried again with `retry`. */
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
