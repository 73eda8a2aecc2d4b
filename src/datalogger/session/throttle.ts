import type { Clock } from '../clock';
import type { ThrottleRows } from '../store/throttle-rows';

export interface Refusal {
  readonly waitSeconds: number;
  /** The first refusal of this delay: worth a line in the audit log. */
  readonly isFirst: boolean;
}

export interface Throttle {
  /** Null when the attempt may be made; it then counts as a failure until `succeed`. */
  attempt(key: string, address: string): Refusal | null;
  succeed(key: string, address: string): void;
}

/** What is promised to the public: see `delayAfter` and the limits per address. */
export const freeFailures = 5;
const firstDelayMs = 30_000;
const longestDelayMs = 900_000;
const windowMs = 60_000;
const attemptsPerWindow = 20;
const forgottenAfterMs = 86_400_000;
const mostEntries = 10_000;

interface Entry {
  failures: number;
  /** On the monotonic clock: setting the device's clock neither frees nor locks anybody. */
  blockedUntil: number;
  isReported: boolean;
}

/** ms to wait after so many failures in a row: 30 s from the fifth on, doubling, at most 15 min. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures));
}

/** Slows guessing down: per account and address after five failures, and 20 attempts a minute per address. Never a lock. */
export function createThrottle(clock: Clock, rows: ThrottleRows): Throttle {
  const pairs = loadPairs(clock, rows);
  const addresses = new Map<string, { times: number[]; isReported: boolean }>();
  const nameOf = (key: string, address: string) => `${address}\n${key}`;

  const refuse = (subject: { isReported: boolean }, waitMs: number): Refusal => {
    const isFirst = !subject.isReported;
    subject.isReported = true;
    return { waitSeconds: Math.ceil(waitMs / 1000), isFirst };
  };

  return {
    attempt(key, address) {
      const now = clock.monotonic();
      const pair = pairs.get(nameOf(key, address)) ?? { failures: 0, blockedUntil: 0, isReported: false };
      if (pair.blockedUntil > now) return refuse(pair, pair.blockedUntil - now);

      const recent = addresses.get(address) ?? { times: [], isReported: false };
      recent.times = recent.times.filter(time => time > now - windowMs);
      const oldest = recent.times[0];
      if (recent.times.length >= attemptsPerWindow && oldest !== undefined) {
        return refuse(recent, oldest + windowMs - now);
      }
      recent.times.push(now);
      recent.isReported = false;
      keep(addresses, address, recent);

      const failures = pair.failures + 1;
      const delay = delayAfter(failures);
      keep(pairs, nameOf(key, address), { failures, blockedUntil: now + delay, isReported: false });
      const wall = clock.now();
      rows.save({ key, address, failures, blockedUntil: wall + delay, lastFailure: wall });
      return null;
    },
    succeed(key, address) {
      pairs.delete(nameOf(key, address));
      addresses.get(address)?.times.pop();
      rows.remove(key, address);
    },
  };
}

function loadPairs(clock: Clock, rows: ThrottleRows): Map<string, Entry> {
  const pairs = new Map<string, Entry>();
  for (const { key, address, failures, blockedUntil, lastFailure } of rows.all()) {
    const now = clock.now();
    if (now - lastFailure > forgottenAfterMs) rows.remove(key, address);
    else {
      // A clock that lost its time must not turn a delay of minutes into one of years.
      const left = Math.min(Math.max(0, blockedUntil - now), delayAfter(failures));
      const name = `${address}\n${key}`;
      pairs.set(name, { failures, blockedUntil: clock.monotonic() + left, isReported: false });
    }
  }
  return pairs;
}

/** Sets an entry as the newest; beyond the limit the oldest is forgotten. */
function keep<T>(entries: Map<string, T>, name: string, entry: T): void {
  entries.delete(name);
  entries.set(name, entry);
  const oldest = entries.keys().next();
  if (entries.size > mostEntries && !oldest.done) entries.delete(oldest.value);
}
