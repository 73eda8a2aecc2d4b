import type { Clock } from '../../core/time/clock';
import type { ThrottleRows } from '../../storage/config/throttle-rows';
import { unlessRefused } from '../../storage/database/full';
import { networkOf } from '../http/network-of';

export interface Refusal {
  readonly waitSeconds: number;
  /** Whether this is the first refusal during this delay, which is written to the audit log. */
  readonly isFirst: boolean;
}

export interface Throttle {
  /**
   * Null where the attempt may be made; it counts as a failure until `succeed` is called. A promise where it must first wait for its
   * turn.
   */
  attempt(key: string, address: string): Refusal | null | Promise<Refusal | null>;
  succeed(key: string, address: string): void;
}

/** The documented limits: see `delayAfter`, `gapAfter` and the limits for each address. */
const freeFailures = 5;
const firstDelayMs = 30_000;
const longestDelayMs = 900_000;
const windowMs = 60_000;
const attemptsPerWindow = 20;
const forgottenAfterMs = 86_400_000;
const mostEntries = 10_000;
const freeOfAccount = 10;
const accountWindowMs = 600_000;
const longestGapMs = 3000;

interface Counted {
  readonly failures: number;
  /** Attempts since the last success, including refused ones. */
  readonly tries: number;
}

interface Entry extends Counted {
  /** On the monotonic clock, so that setting the device's clock has no effect. */
  readonly blockedUntil: number;
  isReported: boolean;
}

/** When attempts were made that have not succeeded; ms on the monotonic clock. */
interface Recent {
  times: number[];
  isReported: boolean;
}

/** ms to wait after a number of failures in a row: 30 s from the fifth on, doubling, at most 15 min. */
function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures));
}

/** Minimum gap (ms) between attempts on one account, by its recent failures from any address. */
function gapAfter(failures: number): number {
  return Math.min(longestGapMs, 1000 * Math.floor(failures / freeOfAccount));
}

/**
 * Delays guessing without ever locking an account: one account from one address after five failures; one address after 20 attempts in a
 * minute; one account from all addresses, one attempt at a time, after ten failures within ten minutes. The last does not apply to an
 * address from which somebody has logged in to the account before. IPv6 addresses count by their network. Accounts that do not exist have
 * the same delays, so that nobody can find out which exist.
 */
export function createThrottle(clock: Clock, rows: ThrottleRows): Throttle {
  return new RememberingThrottle(clock, rows);
}

class RememberingThrottle implements Throttle {
  readonly #clock: Clock;
  readonly #rows: ThrottleRows;
  readonly #pairs: Map<string, Entry>;
  readonly #addresses = new Map<string, Recent>();
  readonly #accounts = new Map<string, Recent>();
  readonly #turns = new Turns();

  constructor(clock: Clock, rows: ThrottleRows) {
    this.#clock = clock;
    this.#rows = rows;
    this.#pairs = loadPairs(clock, rows);
  }

  attempt(key: string, address: string): Refusal | null | Promise<Refusal | null> {
    const network = networkOf(address);
    const refusal = this.#refusalOfAddress(key, network);
    if (refusal) return refusal;
    const counted = this.#countPair(key, network);
    const account = this.#recent(this.#accounts, key, accountWindowMs);
    const gapMs = this.#rows.hasSucceeded(key, network) ? 0 : gapAfter(account.times.length);
    if (gapMs > 0) return this.#inTurn(key, network, counted, gapMs);
    account.times.push(this.#clock.monotonic());
    account.isReported = false;
    return null;
  }

  succeed(key: string, address: string): void {
    const network = networkOf(address);
    this.#pairs.delete(nameOf(key, network));
    this.#addresses.get(network)?.times.pop();
    this.#accounts.get(key)?.times.pop();
    this.#rows.remove(key, network);
    this.#rows.noteSuccess(key, network, this.#clock.now());
  }

  #refusalOfAddress(key: string, network: string): Refusal | null {
    const now = this.#clock.monotonic();
    const pair = this.#pairs.get(nameOf(key, network));
    if (pair && pair.blockedUntil > now) return refuse(pair, pair.blockedUntil - now);
    const recent = this.#recent(this.#addresses, network, windowMs);
    const oldest = recent.times[0];
    if (recent.times.length >= attemptsPerWindow && oldest !== undefined) {
      return refuse(recent, oldest + windowMs - now);
    }
    recent.times.push(now);
    recent.isReported = false;
    return null;
  }

  /** Counts a failure of an account from a network. */
  #countPair(key: string, network: string): Counted {
    const { failures, tries } = this.#pairs.get(nameOf(key, network)) ?? { failures: 0, tries: 0 };
    const counted = { failures: failures + 1, tries: tries + 1 };
    this.#setPair(key, network, counted, delayAfter(counted.failures));
    return counted;
  }

  async #inTurn(key: string, network: string, counted: Counted, gapMs: number): Promise<Refusal | null> {
    const isTurn = await this.#turns.wait(key, gapMs, counted.tries);
    const account = this.#recent(this.#accounts, key, accountWindowMs);
    if (isTurn) {
      account.times.push(this.#clock.monotonic());
      return null;
    }
    this.#withdraw(key, network, counted);
    return refuse(account, gapMs);
  }

  /** The attempt was not made: it does not count. */
  #withdraw(key: string, network: string, { failures, tries }: Counted): void {
    this.#addresses.get(network)?.times.pop();
    this.#setPair(key, network, { failures: failures - 1, tries }, 0);
  }

  #setPair(key: string, network: string, counted: Counted, delay: number): void {
    const blockedUntil = this.#clock.monotonic() + delay;
    keep(this.#pairs, nameOf(key, network), { ...counted, blockedUntil, isReported: false });
    const wall = this.#clock.now();
    const { failures } = counted;
    // Where the disk refuses, it is kept only until the program ends. Login still works.
    unlessRefused(() =>
      this.#rows.save({ key, address: network, failures, blockedUntil: wall + delay, lastFailure: wall }),
    );
  }

  /** What is remembered of the last `withinMs`. */
  #recent(entries: Map<string, Recent>, name: string, withinMs: number): Recent {
    const recent = entries.get(name) ?? { times: [], isReported: false };
    const since = this.#clock.monotonic() - withinMs;
    recent.times = recent.times.filter(time => time > since);
    keep(entries, name, recent);
    return recent;
  }
}

const nameOf = (key: string, network: string) => `${network}\n${key}`;

function refuse(subject: { isReported: boolean }, waitMs: number): Refusal {
  const isFirst = !subject.isReported;
  subject.isReported = true;
  return { waitSeconds: Math.ceil(waitMs / 1000), isFirst };
}

function loadPairs(clock: Clock, rows: ThrottleRows): Map<string, Entry> {
  const pairs = new Map<string, Entry>();
  for (const { key, address, failures, blockedUntil, lastFailure } of rows.all()) {
    const now = clock.now();
    if (now - lastFailure > forgottenAfterMs) rows.remove(key, address);
    else {
      // A clock that was reset must not make a delay of minutes one of years.
      const left = Math.min(Math.max(0, blockedUntil - now), delayAfter(failures));
      pairs.set(nameOf(key, address), {
        failures,
        tries: failures,
        blockedUntil: clock.monotonic() + left,
        isReported: false,
      });
    }
  }
  return pairs;
}

/** Sets an entry as the newest; beyond the limit the oldest is removed. */
function keep<T>(entries: Map<string, T>, name: string, entry: T): void {
  entries.delete(name);
  entries.set(name, entry);
  const oldest = entries.keys().next();
  if (entries.size > mostEntries && !oldest.done) entries.delete(oldest.value);
}

/** How many attempts may wait for one account: so few that the last one is answered before a console gives up. */
const mostWaiting = 4;

interface Waiting {
  /** Number of earlier attempts from the same place: many from a guesser, few from somebody who knows the password. */
  readonly tries: number;
  readonly answer: (isTurn: boolean) => void;
}

/** Lets attempts on one account through one at a time: those from places with the fewest attempts first, among equals the earliest. */
class Turns {
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * Resolves with true when it is this attempt's turn, at least `gapMs` after the previous one; with false where all places are taken, or
   * as soon as an attempt from a place with fewer attempts needs this one's place.
   */
  wait(key: string, gapMs: number, tries: number): Promise<boolean> {
    const queue = this.#waiting.get(key) ?? [];
    const last = queue.at(-1);
    if (queue.length >= mostWaiting) {
      if (!last || last.tries <= tries) return Promise.resolve(false);
      queue.pop();
      last.answer(false);
    }
    return new Promise(answer => {
      queue.push({ tries, answer });
      queue.sort((a, b) => a.tries - b.tries);
      if (this.#waiting.has(key)) return;
      this.#waiting.set(key, queue);
      this.#next(key, queue, gapMs);
    });
  }

  #next(key: string, queue: Waiting[], gapMs: number): void {
    const timer = setTimeout(() => {
      queue.shift()?.answer(true);
      queue.length > 0 ? this.#next(key, queue, gapMs) : this.#waiting.delete(key);
    }, gapMs);
    timer.unref();
  }
}
