import { useEffect, useSyncExternalStore } from 'react';
import { notePlantSample } from './plant-clock';

/** How fresh the screen's live data is: what the top bar tells. */
export interface Freshness {
  /** Time of the newest snapshot on the screen, in epoch seconds of the plant's clock; null before the first. */
  readonly epochS: number | null;
  /** Monotonic ms when it arrived or was confirmed unchanged; null before the first. */
  readonly receivedMs: number | null;
  /** Milliseconds between two polls, as the screen wishes them. */
  readonly everyMs: number;
}

/** A stretch of time, in epoch seconds, for which there is data. */
export interface Span {
  readonly fromS: number;
  readonly toS: number;
}

/** One value that the screen on show publishes and the shell reads. */
function shared<T>() {
  let value: T | null = null;
  const listeners = new Set<() => void>();
  const read = () => value;
  const publish = (next: T | null) => {
    value = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { publish, use: () => useSyncExternalStore(subscribe, read) };
}

const freshness = shared<Freshness>();
const coverage = shared<readonly Span[]>();

/** The screen says how fresh its live data is, for as long as it is shown. */
export function useFreshness({ epochS, receivedMs, everyMs }: Freshness): void {
  useEffect(() => {
    if (epochS !== null && receivedMs !== null) notePlantSample(epochS, receivedMs);
    freshness.publish({ epochS, receivedMs, everyMs });
  }, [epochS, receivedMs, everyMs]);
  useEffect(() => () => freshness.publish(null), []);
}

/** The screen says for which stretches of today, in order, there is data. Pass the same array until it changes. */
export function useCoverage(spans: readonly Span[] | null): void {
  useEffect(() => coverage.publish(spans), [spans]);
  useEffect(() => () => coverage.publish(null), []);
}

/** What the screen on show last published; null where no screen has live data. */
export function usePublishedFreshness(): Freshness | null {
  return freshness.use();
}

export function usePublishedCoverage(): readonly Span[] | null {
  return coverage.use();
}
