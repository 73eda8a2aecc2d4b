import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, ProblemError } from '../http/handler';

/** Calls of one account that run or wait. */
const mostAtOnce = 8;

/** The calls of an account. */
interface Line {
  calls: number;
  /** Settles when the newest call has ended. */
  tail: Promise<unknown>;
  /** ms that the work before took. */
  lastMs: number;
}

/** Runs long work of each account one after the other. */
export class Turns {
  readonly #lines = new Map<number, Line>();

  /**
   * The result of `work`; 429 where too many calls of this account wait already. After work that kept this thread busy (`rests`) the
   * account waits as long: what it asks for takes at most half of the time, and others are answered in between.
   */
  async take<T>(
    { accountId }: Pick<Caller, 'accountId'>,
    work: () => T | Promise<T>,
    rests = true,
  ): Promise<T> {
    const account = accountId ?? 0;
    const line = this.#lines.get(account) ?? { calls: 0, tail: Promise.resolve(), lastMs: 0 };
    if (line.calls >= mostAtOnce) throw tooMany();
    this.#lines.set(account, line);
    line.calls += 1;
    const turn = line.tail.then(() => inTurn(line, work, rests));
    line.tail = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.calls -= 1;
      if (line.calls === 0) this.#lines.delete(account);
    }
  }
}

async function inTurn<T>(line: Line, work: () => T | Promise<T>, rests: boolean): Promise<T> {
  if (line.lastMs > 0) await pause(line.lastMs);
  const begin = performance.now();
  try {
    return await work();
  } finally {
    line.lastMs = rests ? performance.now() - begin : 0;
  }
}

const tooMany = () =>
  new ProblemError(429, 'throttled', 'Too many reports at once.', { headers: { 'Retry-After': '2' } });
