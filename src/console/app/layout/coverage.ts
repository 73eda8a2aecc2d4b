import type { Freshness, Span } from '../../data/freshness';

/** The stretches of the day with data and those in between without. */
export interface Coverage {
  readonly covered: readonly Span[];
  readonly gaps: readonly Span[];
}

/** Live data goes on from the last published stretch when it follows within this time: a slot is not published until it ends. */
const joinsWithinS = 30 * 60;
/** A silence up to now shorter than this is no gap. */
const silenceS = 120;

/**
 * What the ruler draws: the published stretches, the last one prolonged by live data, and the gaps between them and up to
 * now. `nowS` and spans in epoch seconds; spans in order.
 */
export function coverageUntilNow(
  spans: readonly Span[],
  freshness: Freshness | null,
  nowS: number,
): Coverage {
  const last = spans.at(-1);
  if (!last) return { covered: [], gaps: [] };
  const liveS = freshness?.epochS ?? null;
  const isJoined = liveS !== null && liveS > last.toS && liveS - last.toS <= joinsWithinS;
  const endS = Math.min(isJoined ? liveS : last.toS, nowS);
  const covered = [...spans.slice(0, -1), { fromS: last.fromS, toS: endS }];
  const gaps = spans
    .slice(1)
    .map((span, index) => ({ fromS: spans[index]?.toS ?? span.fromS, toS: span.fromS }));
  if (nowS - endS > (liveS === null ? joinsWithinS : silenceS)) gaps.push({ fromS: endS, toS: nowS });
  return { covered, gaps: gaps.filter(({ fromS, toS }) => toS > fromS) };
}
