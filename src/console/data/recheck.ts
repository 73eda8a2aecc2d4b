import type { Entry } from './poll-store';
import { isLowTraffic } from './traffic';

/*
 * No wrong answer stands for long. Everything is read whole again within a minute: what is asked once or every few minutes is asked once
 * more soon after each answer, and a tag proves for a while only that nothing has changed, for it comes with a damaged answer as
 * well. In low-traffic mode, whose bytes are promised, the next poll has to do.
 */
const rareMs = 60_000;
const recheckAfterMs = 30_000;
const tagTrustMs = 50_000;

/** Whether what is asked every `everyMs`, or once, has to be rechecked. */
export function isRare(everyMs: number | null): boolean {
  return !isLowTraffic() && (everyMs === null || everyMs > rareMs);
}

/** Milliseconds until it is asked again; null for what is asked no more. */
export function nextAskMs({ isToRecheck }: Entry, everyMs: number | null): number | null {
  return isToRecheck ? recheckAfterMs : everyMs;
}

/** The tag that may prove that the value that is here has not changed. */
export function trustedTag({ etag, wholeMs, isToRecheck }: Entry, nowMs: number): string | undefined {
  if (isLowTraffic()) return etag;
  return isToRecheck || nowMs - wholeMs > tagTrustMs ? undefined : etag;
}
