import type { ApiError } from './api-error';
import { heldUpMs, slowestMs } from './connection';
import { nowMs } from './monotonic';
import { notThereMs } from './not-provided';
import type { Entry } from './resource';
import { isLowTraffic, lowTrafficInterval } from './traffic';

/*
 * Retries are sent one after the other for the whole screen, not by each resource separately. So the screen sends hardly more requests when
 * every answer is invalid than when all are valid.
 */
export const betweenMs = 1_000;
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

/**
 * Records that the whole screen, of `count` resources, is read again; returns whether that was already done shortly before. If not, they
 * are requested at once, and retries wait until half a second has passed for each of them.
 */
export function isReadOnceMore(count: number): boolean {
  const isAgain = nowMs() - lastWholeMs < steadyMs;
  lastWholeMs = nowMs();
  if (!isAgain) lastTryMs = nowMs() + (count * betweenMs) / 2 - betweenMs;
  return isAgain;
}

/** Resets the state to that of a new page. */
export function forgetPace(): void {
  lastTryMs = Number.NEGATIVE_INFINITY;
  lastWholeMs = nowMs();
}

/** The poll interval is at least this many times the duration of the last answer. */
const slowLineFactor = 4;
/** The poll interval, lengthened by low-traffic mode and by a slow connection. */
export function intervalMs({
  resource,
  lastAnswerTookMs,
}: Pick<Entry, 'resource' | 'lastAnswerTookMs'>): number | null {
  if (resource.everyMs === null) return null;
  const wishedMs = isLowTraffic() ? lowTrafficInterval(resource.everyMs) : resource.everyMs;
  return Math.max(wishedMs, Math.min(slowLineFactor * lastAnswerTookMs, slowestMs));
}

/** Timeout of a resource that was never answered: the connection may still be loading the scripts. */
export const firstTimeoutMs = 30_000;
/** After a timeout the next one is twice as long, up to this. Otherwise all polls would time out on a connection that has become slow. */
const longestTimeoutMs = 20_000;

/** The timeout of the next request, from the durations and timeouts before it. */
export function timeoutMs({ resource, snapshot, failures, lastAnswerTookMs }: Entry): number {
  if (snapshot.receivedMs === null) return firstTimeoutMs;
  const timeouts = snapshot.error?.kind === 'timeout' ? failures : 0;
  const growing = Math.min(resource.timeoutMs * 2 ** timeouts, longestTimeoutMs);
  return Math.max(resource.timeoutMs, growing, 2 * lastAnswerTookMs);
}

/** The state of a resource when a request for it has failed. */
export interface Failed {
  readonly error: ApiError;
  /** Number of failed requests before this one since the last valid answer. */
  readonly failures: number;
  /** Its usual poll interval in ms; null where it is read once. */
  readonly intervalMs: number | null;
  /** Whether the datalogger has ever answered it, which proves that the endpoint exists. */
  readonly hasAnswered: boolean;
  /** Whether its answers, a refusal as well, show on every screen that the datalogger is there. */
  readonly isHeartbeat: boolean | undefined;
}

const afterOutageMs = [1_000, 2_000, 4_000, 8_000, 10_000];
/** A resource that was available is requested again after at most this time. */
const longestMs = 45_000;
const afterRefusalMs = 5_000;

/**
 * Milliseconds until the next attempt. After a loss of connection 1, 2, 4, 8, 10 s, varied by a fifth. After a refusal the usual interval,
 * doubled each time, up to 45 s. For an endpoint that was never available 15 s, 1 min, 5 min. A `Retry-After` can only lengthen the delay,
 * to 45 s at most.
 */
export function retryDelayMs(failed: Failed): number {
  const askedS = failed.error.details.retryAfterS ?? 0;
  return Math.max(ownDelayMs(failed), Math.min(askedS * 1000, longestMs));
}

function ownDelayMs({ error, failures, intervalMs, hasAnswered, isHeartbeat }: Failed): number {
  if (error.isOutage) return step(afterOutageMs, failures) * (0.8 + 0.4 * Math.random());
  if (error.isNotProvided && !hasAnswered) return step(notThereMs, failures);
  if (isHeartbeat && intervalMs) return intervalMs;
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

/*
 * A wrong answer is corrected within a minute, because every resource is read completely again in that time. An answer that differs from
 * the previous one is soon requested again without its tag, since a damaged answer also has a tag; for a limited time a tag then proves
 * that nothing has changed. In low-traffic mode, whose data volume is limited, the next poll must suffice.
 */
const recheckAfterMs = 30_000;
const tagTrustMs = 35_000;
/** An equal answer confirms the previous one only if at least this much time lies between them. */
const confirmsAfterMs = 20_000;
/**
 * The second recheck corrects a first one that was itself wrong. There are no more, because some answers change every time; only a steady
 * resource is rechecked until two answers are equal.
 */
const mostRechecks = 2;

/** Whether it is requested so rarely that it needs rechecks. A frequent poll reads everything again in time. */
const isRare = (everyMs: number | null) => !isLowTraffic() && (everyMs === null || everyMs >= recheckAfterMs);

/** Number of rechecks for a stored value that gets a listener again, and after an invalid answer. */
export function rechecksOfKept(everyMs: number | null): number {
  return isRare(everyMs) ? mostRechecks : 0;
}

/** Number of rechecks after an answer that arrived at `receivedMs`. `isSame`: it equals the previous one. */
export function rechecksAfter(
  { rechecks, changedMs, resource }: Entry,
  { isSame, receivedMs, everyMs }: { isSame: boolean; receivedMs: number; everyMs: number | null },
): number {
  if (!isRare(everyMs)) return 0;
  // An answer so soon after the change is not a recheck but has another reason, such as a returned connection.
  const isTooSoon = receivedMs - changedMs < confirmsAfterMs;
  if (isSame) return isTooSoon ? Math.max(rechecks, 1) : 0;
  if (isTooSoon || rechecks === 0) return mostRechecks;
  return Math.max(rechecks - 1, resource.isSteady ? 1 : 0);
}

/** Milliseconds until the next request; null when no further request is needed. */
export function nextAskMs({ rechecks }: Entry, everyMs: number | null): number | null {
  return rechecks > 0 ? Math.min(everyMs ?? recheckAfterMs, recheckAfterMs) : everyMs;
}

/** The tag that may prove that the stored value has not changed; undefined when the value must be read completely. */
export function trustedTag({ etag, wholeMs, rechecks }: Entry, nowMs: number): string | undefined {
  if (isLowTraffic()) return etag;
  return rechecks > 0 || nowMs - wholeMs > tagTrustMs ? undefined : etag;
}

/** Whether the resource must be requested at once, after a time in which no request or answer was possible. */
export function isDue({ resource, snapshot, inFlight }: Entry): boolean {
  const { waitingSinceMs, error } = snapshot;
  // A request from before a sleep may never be answered.
  if (inFlight) return waitingSinceMs !== null && nowMs() - waitingSinceMs > heldUpMs;
  return resource.everyMs !== null || error !== null;
}
