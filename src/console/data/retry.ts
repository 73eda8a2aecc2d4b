import type { ApiError } from './api-error';
import { isLowTraffic } from './traffic';

/** What is known of a resource when a try for it failed. */
export interface Failed {
  readonly error: ApiError;
  /** Failed tries before this one since the last good answer. */
  readonly failures: number;
  /** Its usual interval in ms; null for what is asked once. */
  readonly intervalMs: number | null;
  /** Whether the datalogger ever answered it: then it is there. */
  readonly hasAnswered: boolean;
}

const afterOutageMs = [1_000, 2_000, 4_000, 8_000, 10_000];
/** What was there before is asked for again within this time, whatever came in between. */
const longestMs = 45_000;
const afterRefusalMs = 5_000;
/** Another datalogger may lack an endpoint: it is asked for it again, but not at every poll. */
const notThereMs = [15_000, 60_000, 300_000];

/**
 * Milliseconds to the next try. After an outage 1, 2, 4, 8, 10 s with a fifth of jitter. After a refusal the usual interval, twice as
 * long each time, up to 45 s. Long for what was never there. A `Retry-After` makes it longer, never shorter, and up to 45 s.
 */
export function retryDelayMs(failed: Failed): number {
  const askedS = failed.error.details.retryAfterS ?? 0;
  return Math.max(ownDelayMs(failed), Math.min(askedS * 1000, longestMs));
}

function ownDelayMs({ error, failures, intervalMs, hasAnswered }: Failed): number {
  if (error.isOutage) return step(afterOutageMs, failures) * (0.8 + 0.4 * Math.random());
  if (error.details.status === 404 && !hasAnswered) return step(notThereMs, failures);
  // In low-traffic mode the bytes are promised.
  const firstMs = Math.min(
    intervalMs ?? afterRefusalMs,
    isLowTraffic() ? Number.POSITIVE_INFINITY : longestMs,
  );
  return Math.max(firstMs, Math.min(firstMs * 2 ** failures, longestMs));
}

function step(stepsMs: readonly number[], failures: number): number {
  return stepsMs[Math.min(failures, stepsMs.length - 1)] ?? longestMs;
}
