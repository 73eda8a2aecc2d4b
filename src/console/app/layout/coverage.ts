import type { Freshness, Span } from '../../data/freshness';

/** The stretches of the day with data and those in between without. */
export interface Coverage {
  readonly covered: readonly Span[];
  readonly gaps: readonly Span[];
}

/** What was read of the day. */
export interface DayRead {
  /** The stretches with data, in order. */
  readonly spans: readonly Span[];
  /** When it was read, epoch seconds. */
  readonly untilS: number;
}

/** Live data goes on from the last stretch when that ended within this time of the reading: a slot is not told until it ends. */
const joinsWithinS = 30 * 60;
/** A silence up to now shorter than this is no gap: longer than the two minutes between polls in low-traffic mode. */
const silenceS = 180;

/**
 * What the ruler draws: the stretches that were read, the last one prolonged by live data, and the gaps between them and up to
 * now. `nowS` in epoch seconds.
 */
export function coverageUntilNow(
  { spans, untilS }: DayRead,
  freshness: Freshness | null,
  nowS: number,
): Coverage {
  const last = spans.at(-1);
  if (!last) return { covered: [], gaps: [] };
  const liveS = freshness?.sampledS ?? null;
  const isJoined = liveS !== null && liveS > last.toS && untilS - last.toS <= joinsWithinS;
  const endS = Math.min(isJoined ? liveS : last.toS, nowS);
  const covered = [...spans.slice(0, -1), { fromS: last.fromS, toS: endS }];
  const gaps = spans
    .slice(1)
    .map((span, index) => ({ fromS: spans[index]?.toS ?? span.fromS, toS: span.fromS }));
  if (nowS - endS > (liveS === null ? joinsWithinS : silenceS)) gaps.push({ fromS: endS, toS: nowS });
  return { covered, gaps: gaps.filter(({ fromS, toS }) => toS > fromS) };
}
