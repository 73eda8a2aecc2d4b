import { nowMs } from './monotonic';
import type { Entry } from './poll-store';
import { isLowTraffic, lowTrafficInterval } from './traffic';

/*
 * Retries are sent one after the other for the whole screen, not by each resource separately. So the screen sends hardly more requests when
 * every answer is invalid than when all are valid.
 */
const betweenMs = 1_000;
/** The whole screen is read at once at most this often; a page that has just been opened has read it. */
const steadyMs = 15_000;

let lastTryMs = Number.NEGATIVE_INFINITY;
let lastWholeMs = nowMs();

/** Milliseconds until a retry may be sent. 0: it may be sent now, and is counted as sent. */
export function turnInMs(): number {
  const waitMs = lastTryMs + betweenMs - nowMs();
  if (waitMs > 0) return waitMs;
  lastTryMs = nowMs();
  return 0;
}

/** Records that the whole screen is read again; returns whether that was already done shortly before. */
export function isReadOnceMore(): boolean {
  const isAgain = nowMs() - lastWholeMs < steadyMs;
  lastWholeMs = nowMs();
  return isAgain;
}

/** Resets the state to that of a new page. */
export function forgetPace(): void {
  lastTryMs = Number.NEGATIVE_INFINITY;
  lastWholeMs = nowMs();
}

/** The poll interval is at least this many times the duration of the last answer. */
const slowLineFactor = 4;
/** A slow connection lengthens the interval to at most this, so that values do not stay unchanged for minutes. */
const slowestMs = 45_000;

/** The poll interval, lengthened by low-traffic mode and by a slow connection. */
export function intervalMs({
  resource,
  lastAnswerTookMs,
}: Pick<Entry, 'resource' | 'lastAnswerTookMs'>): number | null {
  if (resource.everyMs === null) return null;
  const wishedMs = isLowTraffic() ? lowTrafficInterval(resource.everyMs) : resource.everyMs;
  return Math.max(wishedMs, Math.min(slowLineFactor * lastAnswerTookMs, slowestMs));
}
