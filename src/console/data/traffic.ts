import { useSyncExternalStore } from 'react';
import { localStore } from '../browser/storage';

/*
 * Low-traffic mode, kept per browser, and what this page has cost so far. Fewer polls, no animations, charts on
 * demand: for GPRS and metered lines.
 */
const storageKey = 'traffico_ridotto';
/** What is polled every few seconds; an hour of the dashboard then costs less than 60 kB. */
const liveEveryMs = 120_000;
/** What is polled every half a minute: just under the 90 s after which the footer calls an answer old. */
const statusEveryMs = 85_000;
const leastStatusMs = 30_000;
/** What hardly ever changes is asked this many times less often. */
const factsFactor = 12;
const factsEveryMs = 300_000;

/** The interval of low-traffic mode for what is otherwise polled every `everyMs`. */
export function lowTrafficInterval(everyMs: number): number {
  if (everyMs >= factsEveryMs) return everyMs * factsFactor;
  return everyMs >= leastStatusMs ? Math.max(everyMs, statusEveryMs) : liveEveryMs;
}
/** An answer slower than this makes the console propose the mode. */
const slowAnswerMs = 3_000;

let isLow = localStore.read(storageKey) === '1';
let bytes = 0;
let isSlow = false;
const listeners = new Set<() => void>();

export function isLowTraffic(): boolean {
  return isLow;
}

export function setLowTraffic(value: boolean): void {
  isLow = value;
  if (value) localStore.write(storageKey, '1');
  else localStore.remove(storageKey);
  showTraffic();
  for (const listener of listeners) listener();
}

/** The style sheet stops every animation while the page carries the mark. */
export function showTraffic(): void {
  document.documentElement.classList.toggle('low-traffic', isLow);
}

export function onTrafficChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLowTraffic(): boolean {
  return useSyncExternalStore(onTrafficChange, isLowTraffic);
}

/** Counts what the browser fetches for this page, headers included, back to its first request. */
export function countBytes(): void {
  if (typeof PerformanceObserver === 'undefined') return;
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      bytes += entry.transferSize;
      if (entry.duration > slowAnswerMs && !isSlow) {
        isSlow = true;
        for (const listener of listeners) listener();
      }
    }
  });
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
}

/** Bytes that this page has received since it was loaded. */
export function receivedBytes(): number {
  return bytes;
}

/** Whether an answer took so long that low-traffic mode is worth proposing. */
export function useSlowLine(): boolean {
  return useSyncExternalStore(onTrafficChange, () => isSlow);
}
