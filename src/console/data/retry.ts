import type { ApiError } from './api-error';
import { isLowTraffic } from './traffic';

/** The state of a resource when a request for it has failed. */
export interface Failed {
  readonly error: ApiError;
  /** Number of failed requests before this one since the last valid answer. */
  readonly failures: number;
  /** Its usual poll interval in ms; null where it is read once. */
  readonly intervalMs: number | null;
  /** Whether the datalogger has ever answered it, which proves that the endpoint exists. */
  readonly hasAnswered: boolean;
}

const afterOutageMs = [1_000, 2_000, 4_000, 8_000, 10_000];
/** A resource that was available is requested again after at most this time. */
const longestMs = 45_000;
const afterRefusalMs = 5_000;
/** Another datalogger may not have the endpoint: it is requested again, but not at every poll. */
const notThereMs = [15_000, 60_000, 300_000];

/**
 * Milliseconds until the next attempt. After a loss of connection 1, 2, 4, 8, 10 s, varied by a fifth. After a refusal the usual interval,
 * doubled each time, up to 45 s. For an endpoint that was never available 15 s, 1 min, 5 min. A `Retry-After` can only lengthen the delay,
 * to 45 s at most.
 */
export function retryDelayMs(failed: Failed): number {
  const askedS = failed.error.details.retryAfterS ?? 0;
  return Math.max(ownDelayMs(failed), Math.min(askedS * 1000, longestMs));
}

function ownDelayMs({ error, failures, intervalMs, hasAnswered }: Failed): number {
  if (error.isOutage) return step(afterOutageMs, failures) * (0.8 + 0.4 * Math.random());
  if (error.details.status === 404 && !hasAnswered) return step(notThereMs, failures);
  // The data volume of low-traffic mode is limited.
  const firstMs = Math.min(
    intervalMs ?? afterRefusalMs,
    isLowTraffic() ? Number.POSITIVE_INFINITY : longestMs,
  );
  return Math.max(firstMs, Math.min(firstMs * 2 ** failures, longestMs));
}

function step(stepsMs: readonly number[], failures: number): number {
  return stepsMs[Math.min(failures, stepsMs.length - 1)] ?? longestMs;
}
