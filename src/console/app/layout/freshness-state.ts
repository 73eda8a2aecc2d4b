import type { Connection } from '../../data/connection';
import type { Freshness } from '../../data/freshness';

/** What the top bar says of the screen's data. Times in epoch seconds of the plant's clock, ages in seconds. */
export type FreshnessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fresh' | 'late' | 'lost'; readonly epochS: number; readonly ageS: number }
  /** Lost before anything arrived. */
  | { readonly kind: 'neverConnected' };

interface Clocks {
  /** Monotonic ms. */
  readonly nowMs: number;
  /** The plant's clock. */
  readonly plantNowMs: number;
}

/** Without an answer for this many periods, and at least this long, the data is late whatever the connection says. */
const latePeriods = 3;
const lateAfterMs = 30_000;

/** `everyMs` of `freshness` is the interval in force, stretched where low traffic stretches it. */
export function freshnessState(
  freshness: Freshness | null,
  connection: Connection,
  { nowMs, plantNowMs }: Clocks,
): FreshnessState {
  const plantAt = (monotonicMs: number) => (plantNowMs - (nowMs - monotonicMs)) / 1000;
  const isLost = connection.state === 'lost';
  const lastAnswerS = connection.lastAnswerMs === null ? null : plantAt(connection.lastAnswerMs);
  const epochS = freshness?.epochS ?? (isLost ? lastAnswerS : null);
  if (epochS === null) return { kind: isLost ? 'neverConnected' : 'nothing' };
  const ageS = Math.max(0, plantNowMs / 1000 - epochS);
  if (isLost) return { kind: 'lost', epochS, ageS };
  const silentMs = nowMs - (freshness?.receivedMs ?? nowMs);
  const isOverdue = silentMs > Math.max(lateAfterMs, latePeriods * (freshness?.everyMs ?? 0));
  return { kind: connection.state === 'late' || isOverdue ? 'late' : 'fresh', epochS, ageS };
}
