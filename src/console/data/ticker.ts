import { useSyncExternalStore } from 'react';

/*
 * One shared second hand for ages and countdowns, on the monotonic clock. It stands still while nobody watches and
 * while the page is hidden.
 */
let nowMs = performance.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  nowMs = performance.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, 1000);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Monotonic milliseconds, re-rendering once a second. */
export function useNowMs(): number {
  useSyncExternalStore(subscribe, () => nowMs);
  return performance.now();
}

/** Whole seconds until a monotonic time, counting down to 0; the second hand runs only while it does. */
export function useCountdown(untilMs: number | null): number {
  const isRunning = untilMs !== null && untilMs > performance.now();
  useSyncExternalStore(isRunning ? subscribe : standStill, () => (isRunning ? nowMs : 0));
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - performance.now()) / 1000));
}

function standStill(): () => void {
  return () => undefined;
}
