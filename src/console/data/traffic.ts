import { useSyncExternalStore } from 'react';
import { localStore } from '../browser/storage';

/*
 * Low-traffic mode, stored per browser, for GPRS and metered connections: fewer polls, no animations, charts on request. Also counts the
 * bytes that this page has received.
 */
const storageKey = 'traffico_ridotto';
/** Interval for resources that are otherwise polled every few seconds: one hour of the dashboard then costs less than 60 kB. */
const liveEveryMs = 120_000;
/** Interval for resources that are otherwise polled every 30 s: just below the 90 s after which the footer shows the age of an answer. */
const statusEveryMs = 85_000;
const leastStatusMs = 30_000;
/** Resources that rarely change are polled at an interval that is longer by this factor. */
const factsFactor = 12;
const factsEveryMs = 300_000;

/** The interval in low-traffic mode for a resource that is otherwise polled every `everyMs`. */
export function lowTrafficInterval(everyMs: number): number {
  if (everyMs >= factsEveryMs) return everyMs * factsFactor;
  return everyMs >= leastStatusMs ? Math.max(everyMs, statusEveryMs) : liveEveryMs;
}
/** After an answer that took longer than this the console suggests low-traffic mode. */
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

/** Marks the page: the style sheet then stops every animation. */
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

/** Counts the bytes that the browser loads for this page, headers included, from its first request on. */
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

/** Whether an answer took so long that the console suggests low-traffic mode. */
export function useSlowLine(): boolean {
  return useSyncExternalStore(onTrafficChange, () => isSlow);
}
