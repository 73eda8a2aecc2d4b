import { useSyncExternalStore } from 'react';
import { nowMs, sleptMs } from './monotonic';

/*
 * One shared second hand for ages and countdowns, on the monotonic clock. It stands still while nobody watches and
 * while the page is hidden, and moves at once when the page is seen again.
 */
const everyMs = 1_000;
/** A second hand that comes this much too late was held up: the page slept, or the computer did. */
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

/** Calls `listener` when the page goes on after a sleep, with the milliseconds of it that the monotonic clock has missed. */
export function onWake(listener: (sleptMs: number) => void): void {
  sleepers.add(listener);
}

/** Monotonic milliseconds, re-rendering once a second. */
export function useNowMs(): number {
  useSyncExternalStore(onTick, () => shownMs);
  return nowMs();
}

/** Whole seconds until a monotonic time, counting down to 0; the second hand runs only while it does. */
export function useCountdown(untilMs: number | null): number {
  const isRunning = untilMs !== null && untilMs > nowMs();
  useSyncExternalStore(isRunning ? onTick : standStill, () => (isRunning ? shownMs : 0));
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs()) / 1000));
}

/** For what has nothing to count. */
export function standStill(): () => void {
  return () => undefined;
}
