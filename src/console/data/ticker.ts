import { useSyncExternalStore } from 'react';
import { nowMs, sleptMs } from './monotonic';

/*
 * One shared one-second timer for ages and countdowns, on the monotonic clock. It stops while it has no listeners or the page is hidden,
 * and fires at once when the page is visible again.
 */
const everyMs = 1_000;
/** If the timer is late by more than this, the page or the computer slept. */
const leastSleepMs = 5_000;

let shownMs = nowMs();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const sleepers = new Set<(sleptMs: number) => void>();

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  const lateMs = nowMs() - shownMs - everyMs;
  shownMs = nowMs();
  const slept = sleptMs();
  if (slept > 0 || lateMs > leastSleepMs) for (const sleeper of sleepers) sleeper(slept);
  for (const listener of listeners) listener();
}

/** Calls `listener` every second. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    shownMs = nowMs();
    timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Calls `listener` after a sleep, with the milliseconds of it that the monotonic clock did not count. */
export function onWake(listener: (sleptMs: number) => void): void {
  sleepers.add(listener);
}

/** Monotonic milliseconds; re-renders the component once a second. */
export function useNowMs(): number {
  useSyncExternalStore(onTick, () => shownMs);
  return nowMs();
}

/** Whole seconds until a monotonic time, counting down to 0. The timer runs only during the countdown. */
export function useCountdown(untilMs: number | null): number {
  const isRunning = untilMs !== null && untilMs > nowMs();
  useSyncExternalStore(isRunning ? onTick : standStill, () => (isRunning ? shownMs : 0));
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs()) / 1000));
}

/** Instead of `onTick` where no timer is needed. */
export function standStill(): () => void {
  return () => undefined;
}
