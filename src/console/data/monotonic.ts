/*
 * The one place of the data layer and the shell that reads a clock. Ages, back-off, reminders and polls run on the monotonic clock,
 * which nobody can set. Some browsers stop it while the computer sleeps: the browser's own date tells that.
 */

/** Monotonic milliseconds. */
export function nowMs(): number {
  return performance.now();
}

/** Milliseconds since the epoch by the browser's own clock, which may be years off: for want of anything better. */
export function browserNowMs(): number {
  return Date.now();
}

/** A difference between the two clocks that grows by more than this at once is a sleep, or a clock that was set. */
const leastJumpMs = 5_000;
const difference = () => browserNowMs() - nowMs();
let known = difference();

/** Milliseconds that the browser's date has run ahead of the monotonic clock since this was last asked; 0 when it has not. */
export function sleptMs(): number {
  const jumpMs = difference() - known;
  known += jumpMs;
  return jumpMs > leastJumpMs ? jumpMs : 0;
}

/** When a request was sent and its answer came, monotonic ms. */
export interface Trip {
  readonly sentMs: number;
  readonly receivedMs: number;
}
