import type { Entry } from './poll-store';

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
