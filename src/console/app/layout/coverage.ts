import type { Freshness, Span } from '../../data/freshness';

/** The parts of the day with data, and the gaps between them. */
export interface Coverage {
  readonly covered: readonly Span[];
  readonly gaps: readonly Span[];
}

/** The part of the day that was read. */
export interface DayRead {
  /** The parts with data, in order. */
  readonly spans: readonly Span[];
  /** Time of the reading, epoch seconds. */
  readonly untilS: number;
}

/**
 * Live data continues the last part if that part ended at most this long before the reading: a slot is published only when it has ended.
 */
const joinsWithinS = 30 * 60;
/** A pause up to now shorter than this is not a gap. It is longer than the two minutes between two polls in low-traffic mode. */
const silenceS = 180;

/**
 * What the ruler shows: the parts with data, the last one extended by live data, and the gaps between them and up to now. `nowS` in epoch
 * seconds.
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
