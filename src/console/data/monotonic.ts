/*
 * The only place in the data layer and the shell that reads a clock. Ages, retries, reminders and polls use the monotonic clock, which
 * nobody can set. In some browsers it stops while the computer sleeps: a comparison with the browser's date shows that.
 */

/** Monotonic milliseconds. */
export function nowMs(): number {
  return performance.now();
}

/** Milliseconds since the epoch by the browser's clock, which may be years off. Only for use when no better clock is known. */
export function browserNowMs(): number {
  return Date.now();
}

/** If the difference between the two clocks grows by more than this at once, the computer slept or a clock was set. */
const leastJumpMs = 5_000;
const difference = () => browserNowMs() - nowMs();
let known = difference();

/** Milliseconds by which the browser's date has moved ahead of the monotonic clock since the last call; 0 when it has not. */
export function sleptMs(): number {
  const jumpMs = difference() - known;
  known += jumpMs;
  return jumpMs > leastJumpMs ? jumpMs : 0;
}

/** When a request was sent and when its answer arrived, monotonic ms. */
export interface Trip {
  readonly sentMs: number;
  readonly receivedMs: number;
}
