import { restoreS } from '../../../contract/backup';
import type { Clock } from '../../core/time/clock';
import type { Held } from '../../storage/backup/file';
import type { Upload } from '../../storage/backup/history-upload';
import type { Changes } from '../../storage/config/audit-entry';
import { type Caller, notFound, ProblemError } from '../http/handler';

/** A checked file that waits for its confirmation. */
export interface Waiting extends Held {
  readonly id: string;
  readonly sessionId: string | null;
  readonly endsAtMs: number;
  /** Serial number of the device that wrote the file. */
  readonly serial: string;
  /** For the audit log: what else is known of where it comes from. */
  readonly origin?: Changes;
  /** The upload of its history; null without one. */
  readonly upload: Upload | null;
}

/** Holds the file that waits for its confirmation; there is at most one. */
export class WaitingFile {
  readonly #clock: Clock;
  #waiting: Waiting | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hold(waiting: Omit<Waiting, 'endsAtMs'>): void {
    if (this.#waiting?.id !== waiting.id) this.forget();
    this.#waiting = { ...waiting, endsAtMs: this.#clock.monotonic() + restoreS * 1000 };
  }

  /** 404 for another file or another session, 410 where it has expired. */
  find(id: string, { sessionId }: Caller): Waiting {
    const waiting = this.#waiting;
    if (!waiting || waiting.id !== id || waiting.sessionId !== sessionId) throw notFound();
    if (this.#clock.monotonic() <= waiting.endsAtMs) return waiting;
    this.forget();
    throw new ProblemError(410, 'command_expired', 'The file has to be checked again.');
  }

  /** Takes the file out; the caller is responsible for its history from now on. */
  take(): void {
    this.#waiting = null;
  }

  forget(): void {
    this.#waiting?.upload?.discard();
    this.#waiting = null;
  }
}
