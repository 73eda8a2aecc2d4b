import type { Key } from '../../contract';
import type { ApiError } from './api-error';
import { nowMs } from './monotonic';

/*
 * Another maker's datalogger may have only the calls of the specification. A function that it refuses with 404, 405 or 501 is not
 * requested again by every screen and every query: its refusal is kept for a time, at most until the next login.
 */

/** After the first, second and each further refusal a function is requested again after this time. */
export const notThereMs = [15_000, 60_000, 300_000];

/** The calls of the specification that read: there a 404 concerns the query, and not the function. */
const specified = /^GET (auth|account|impianto|dati_impianto\/(RT|daily|monthly|annual|energia_[top]))/;

interface Refusal {
  readonly error: ApiError;
  readonly times: number;
  readonly untilMs: number;
}

const refusals = new Map<Key, Refusal>();
const provided = new Set<Key>();

/** Stores whether the function exists: null after an answer, otherwise the refusal. A function that has answered exists. */
export function noteProvided(key: Key, error: ApiError | null): void {
  if (!error) {
    provided.add(key);
    refusals.delete(key);
  } else if (error.isNotProvided && key.startsWith('GET ') && !specified.test(key) && !provided.has(key)) {
    const { times = 0 } = refusals.get(key) ?? {};
    const holdMs = notThereMs[Math.min(times, notThereMs.length - 1)] ?? 0;
    refusals.set(key, { error, times: times + 1, untilMs: nowMs() + holdMs });
  }
}

/** The refusal that still holds for a function; null where it may be requested. */
export function keptRefusal(key: Key): ApiError | null {
  const refusal = refusals.get(key);
  return refusal && nowMs() < refusal.untilMs ? refusal.error : null;
}

/** Forgets everything, as at a login and after a restart of the datalogger. */
export function forgetProvided(): void {
  refusals.clear();
  provided.clear();
}
