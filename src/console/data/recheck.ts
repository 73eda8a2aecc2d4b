import type { Entry } from './poll-store';
import { isLowTraffic } from './traffic';

/*
 * No wrong answer stands for long. Everything is read whole again within a minute: an answer that says something else than the one
 * before is soon asked for again, without its tag, and a tag proves for a while only that nothing has changed, for it comes with a
 * damaged answer as well. In low-traffic mode, whose bytes are promised, the next poll has to do.
 */
const recheckAfterMs = 30_000;
const tagTrustMs = 35_000;
/** An answer that says the same as one before confirms it when so much time lies between them. */
const confirmsAfterMs = 20_000;
/** The second is for a recheck that was itself a wrong answer; there are no more, since some answers are never the same. */
const mostRechecks = 2;

/** What is asked more often is whole again in time by itself. */
const isRare = (everyMs: number | null) => !isLowTraffic() && (everyMs === null || everyMs >= recheckAfterMs);

/** How many rechecks may follow the value that is here, where it is watched anew. */
export function rechecksOfKept(everyMs: number | null): number {
  return isRare(everyMs) ? mostRechecks : 0;
}

/** How many may follow an answer that came at `receivedMs`; `isSame`: it says what the one before said. */
export function rechecksAfter(
  { rechecks, changedMs }: Entry,
  { isSame, receivedMs, everyMs }: { isSame: boolean; receivedMs: number; everyMs: number | null },
): number {
  if (!isRare(everyMs)) return 0;
  // What comes shortly after was not asked for as a recheck, as when the connection is back.
  const isTooSoon = receivedMs - changedMs < confirmsAfterMs;
  if (isSame) return isTooSoon ? Math.max(rechecks, 1) : 0;
  return isTooSoon || rechecks === 0 ? mostRechecks : rechecks - 1;
}

/** Milliseconds until it is asked again; null for what is asked no more. */
export function nextAskMs({ rechecks }: Entry, everyMs: number | null): number | null {
  return rechecks > 0 ? Math.min(everyMs ?? recheckAfterMs, recheckAfterMs) : everyMs;
}

/** The tag that may prove that the value that is here has not changed. */
export function trustedTag({ etag, wholeMs, rechecks }: Entry, nowMs: number): string | undefined {
  if (isLowTraffic()) return etag;
  return rechecks > 0 || nowMs - wholeMs > tagTrustMs ? undefined : etag;
}
