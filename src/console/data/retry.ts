import type { ApiError } from './api-error';

const retryAfterMs = [1_000, 2_000, 4_000, 8_000, 10_000];
/** Another datalogger may lack an endpoint: it is asked for it again, but not at every poll. */
const notThereRetryMs = 300_000;

/** 1, 2, 4, 8, 10 s with a fifth of jitter after an outage; the usual interval after a refusal; long for what is not there. */
export function retryDelayMs(failures: number, error: ApiError, intervalMs: number | null): number {
  if (error.details.retryAfterS !== undefined) return error.details.retryAfterS * 1000;
  if (error.details.status === 404) return notThereRetryMs;
  if (!error.isOutage) return intervalMs ?? 60_000;
  const stepMs = retryAfterMs[Math.min(failures, retryAfterMs.length - 1)] ?? 10_000;
  return stepMs * (0.8 + 0.4 * Math.random());
}
