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

let published: Freshness | null = null;
const listeners = new Set<() => void>();

function publish(next: Freshness | null): void {
  published = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The screen says how fresh its live data is, for as long as it is shown. */
export function useFreshness({ epochS, receivedMs, everyMs }: Freshness): void {
  useEffect(() => {
    if (epochS !== null && receivedMs !== null) notePlantSample(epochS, receivedMs);
    publish({ epochS, receivedMs, everyMs });
  }, [epochS, receivedMs, everyMs]);
  useEffect(() => () => publish(null), []);
}

/** What the screen on show last published; null where no screen has live data. */
export function usePublishedFreshness(): Freshness | null {
  return useSyncExternalStore(subscribe, () => published);
}
