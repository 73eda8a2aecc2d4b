import type { ModbusRequest, ReadReply } from './read';

/**
 * Whose request it is. `order`: a command to a device, which goes before all others, with what is read for it. `guest`: a test, a scan or the register viewer. `doubtful`: for a device that has not answered lately, and will
 * probably keep the line waiting.
 */
export type Turn = 'order' | 'poll' | 'doubtful' | 'guest';

/** A request that waits for its turn. */
export interface Waiting {
  readonly request: ModbusRequest;
  readonly timeoutMs: number;
  /** By when it should be answered, ms of the monotonic clock. */
  readonly deadlineMs: number;
  readonly turn: Turn;
  readonly settle: (reply: ReadReply) => void;
}

/** Guests take at most one of this many turns while others wait. */
const guestEvery = 4;
/** After a silence the devices that answer have the line for this many times as long. */
const spared = 2;

/** The requests that wait for a line: the one with the earliest deadline is next. */
export class WaitingRequests {
  readonly #waiting: Waiting[] = [];
  #sinceGuest = guestEvery;
  #spareUntilMs = Number.NEGATIVE_INFINITY;
  /** Whether a doubtful request had its turn since the line was spared last. */
  #hasDoubted = true;

  get count(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** A device kept the line waiting for so long, up to `nowMs`. Lost replies of others, however many, put off the doubtful requests once. */
  wasSilent(turn: Turn, forMs: number, nowMs: number): void {
    if (turn !== 'doubtful' && !this.#hasDoubted) return;
    this.#hasDoubted = false;
    this.#spareUntilMs = nowMs + spared * forMs;
  }

  /**
   * Removes and returns the next; null where none may go now. `spares`: whether other devices of the line answer; where none does, those
   * that have not failed yet go first, because each silence may cost the connection.
   */
  next(nowMs: number, spares: boolean): Waiting | null {
    const mayDoubt = !spares || nowMs >= this.#spareUntilMs;
    const mayVisit = this.#sinceGuest >= guestEvery - 1;
    const untried = spares ? null : this.#earliest(({ turn }) => turn === 'poll');
    const polls =
      untried ?? this.#earliest(({ turn }) => turn === 'poll' || (turn === 'doubtful' && mayDoubt));
    const guest = this.#earliest(({ turn }) => turn === 'guest');
    const order = this.#earliest(({ turn }) => turn === 'order');
    const chosen = order ?? (guest !== null && (mayVisit || polls === null) ? guest : polls);
    if (chosen === null) return null;
    if (chosen.turn !== 'order') this.#sinceGuest = chosen.turn === 'guest' ? 0 : this.#sinceGuest + 1;
    if (chosen.turn === 'doubtful') this.#hasDoubted = true;
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    return chosen;
  }

  /** ms until one that must not go yet may go; null where none waits. */
  pauseMs(nowMs: number): number | null {
    return this.#waiting.length === 0 ? null : Math.max(1, this.#spareUntilMs - nowMs);
  }

  /** Removes and returns all. */
  takeAll(): readonly Waiting[] {
    return this.#waiting.splice(0);
  }

  #earliest(fits: (waiting: Waiting) => boolean): Waiting | null {
    let first: Waiting | null = null;
    for (const each of this.#waiting)
      if (fits(each) && (first === null || each.deadlineMs < first.deadlineMs)) first = each;
    return first;
  }
}
