import { nowMs } from './monotonic';

/*
 * Tries again come one after the other, not each thing on the screen by itself: where every answer is wrong, the screen asks hardly
 * more than where all are right.
 */
const betweenMs = 1_000;
/** A connection that comes and goes within this time does not have the whole screen asked for at once each time. */
const steadyMs = 15_000;

let lastTryMs = Number.NEGATIVE_INFINITY;
let lastBackMs = Number.NEGATIVE_INFINITY;

/** Milliseconds until a try again may be sent; 0: it may now, and counts as sent. */
export function turnInMs(): number {
  const waitMs = lastTryMs + betweenMs - nowMs();
  if (waitMs > 0) return waitMs;
  lastTryMs = nowMs();
  return 0;
}

/** Notes that the connection is back; whether it had been back a moment ago as well. */
export function isBackOnceMore(): boolean {
  const isAgain = nowMs() - lastBackMs < steadyMs;
  lastBackMs = nowMs();
  return isAgain;
}

/** Back to the state of a fresh page. */
export function forgetPace(): void {
  lastTryMs = Number.NEGATIVE_INFINITY;
  lastBackMs = Number.NEGATIVE_INFINITY;
}
