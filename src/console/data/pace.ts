import { nowMs } from './monotonic';

/*
 * Retries are sent one after the other for the whole screen, not by each resource separately. So the screen sends hardly more requests when
 * every answer is invalid than when all are valid.
 */
const betweenMs = 1_000;
/** If the connection returns twice within this time, the whole screen is not read again each time. */
const steadyMs = 15_000;

let lastTryMs = Number.NEGATIVE_INFINITY;
let lastBackMs = Number.NEGATIVE_INFINITY;

/** Milliseconds until a retry may be sent. 0: it may be sent now, and is counted as sent. */
export function turnInMs(): number {
  const waitMs = lastTryMs + betweenMs - nowMs();
  if (waitMs > 0) return waitMs;
  lastTryMs = nowMs();
  return 0;
}

/** Records that the connection has returned; returns whether it had already returned shortly before. */
export function isBackOnceMore(): boolean {
  const isAgain = nowMs() - lastBackMs < steadyMs;
  lastBackMs = nowMs();
  return isAgain;
}

/** Resets the state to that of a new page. */
export function forgetPace(): void {
  lastTryMs = Number.NEGATIVE_INFINITY;
  lastBackMs = Number.NEGATIVE_INFINITY;
}
