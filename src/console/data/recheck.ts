import type { Entry } from './poll-store';
import { isLowTraffic } from './traffic';

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
