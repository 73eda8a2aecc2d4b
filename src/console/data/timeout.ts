import type { Entry } from './poll-store';

/** A poll that never had an answer is given longer: the scripts may still be sharing the line. */
export const firstTimeoutMs = 30_000;
/** One that timed out is given twice as long, up to this: where the line has become slow it would time out for ever. */
const longestTimeoutMs = 20_000;

/** How long an answer may take, as the answers and the timeouts before it say. */
export function timeoutMs({ resource, snapshot, failures, lastAnswerTookMs }: Entry): number {
  if (snapshot.receivedMs === null) return firstTimeoutMs;
  const timeouts = snapshot.error?.kind === 'timeout' ? failures : 0;
  const growing = Math.min(resource.timeoutMs * 2 ** timeouts, longestTimeoutMs);
  return Math.max(resource.timeoutMs, growing, 2 * lastAnswerTookMs);
}
