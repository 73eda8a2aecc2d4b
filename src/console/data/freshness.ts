import { useEffect, useSyncExternalStore } from 'react';
import { type Connection, currentConnection, onConnectionChange, silenceMs } from './connection';
import { nowMs } from './monotonic';
import { ageS, limitMs } from './plant-clock';
import { onTick, standStill } from './ticker';

/** The age of the live data of the visible screen. Times in epoch seconds of the plant's clock. */
export interface Freshness {
  /** Time of the newest sample. */
  readonly sampledS: number;
  /** Time at which the datalogger created the answer with that sample. */
  readonly madeS: number;
  /** Monotonic time of the last valid answer, ms, even if its values were not newer. */
  readonly receivedMs: number;
  /** Milliseconds between two polls, adapted to low-traffic mode and a slow connection. */
  readonly everyMs: number;
}

/** A period with data, in epoch seconds. */
export interface Span {
  readonly fromS: number;
  readonly toS: number;
}

/**
 * State of a screen's data. `fresh`: up to date. `late`: older than it should be; only the note in the top bar says so. `still`: too old to
 * be called live, although the datalogger may answer. `lost`: no answer.
 */
export type Standing = 'fresh' | 'late' | 'still' | 'lost';

/** The state of data that was created at `madeS` and is polled every `everyMs`. */
export function standingOf({ madeS, everyMs }: Freshness, { state }: Connection): Standing {
  if (state === 'lost') return 'lost';
  const share = (ageS(madeS) * 1000) / limitMs(everyMs);
  if (share > 1) return 'still';
  return share > 0.5 || state === 'late' ? 'late' : 'fresh';
}

let published: Freshness | null = null;
const listeners = new Set<() => void>();

function publish(next: Freshness | null): void {
  published = next;
  for (const listener of listeners) listener();
}

/** Publishes the age of the screen's live data while the screen is shown; null before the first data. */
export function useFreshness(freshness: Freshness | null): void {
  const { sampledS, madeS, receivedMs, everyMs } = freshness ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields say when the object has changed
  useEffect(() => publish(freshness), [sampledS, madeS, receivedMs, everyMs]);
  useEffect(() => () => publish(null), []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the visible screen last published; null for a screen without live data. */
export function usePublishedFreshness(): Freshness | null {
  return useSyncExternalStore(subscribe, () => published);
}

/** The state of some data. It re-renders only when the state changes. Before the first data only a lost connection is reported. */
export function useStanding(freshness: Freshness | null): Standing | null {
  return useSyncExternalStore(subscribeToTime, () => standingNow(freshness));
}

/** The same for the data that the visible screen published. */
export function usePageStanding(): Standing | null {
  return useSyncExternalStore(subscribeToTime, () => standingNow(published));
}

/** Whether the page's values are old although answers arrive: the last answers had no newer values. */
export function useFrozen(): boolean {
  return useSyncExternalStore(subscribeToTime, () => isFrozen(published));
}

/**
 * Whether answers arrive without newer values, or to others but not to those who ask for the values. False after the page was hidden,
 * because then no answers arrived either.
 */
export function isFrozen(freshness: Freshness | null): boolean {
  if (!freshness || standingNow(freshness) !== 'still') return false;
  const { lastAnswerMs, answeringSinceMs } = currentConnection();
  const isAnswering = lastAnswerMs !== null && lastAnswerMs - answeringSinceMs > silenceMs;
  return isAnswering || nowMs() - freshness.receivedMs < limitMs(freshness.everyMs) / 2;
}

/** Whether the values can no longer be called live. */
export function isStill(standing: Standing | null): boolean {
  return standing === 'still' || standing === 'lost';
}

function standingNow(freshness: Freshness | null): Standing | null {
  const connection = currentConnection();
  if (freshness) return standingOf(freshness, connection);
  return connection.state === 'lost' ? 'lost' : null;
}

/** The devices with their present age, as texts about them need it. */
export function aged<T extends { readonly sampledS: number }>(
  devices: readonly T[],
): (T & { ageS: number })[] {
  return devices.map(device => ({ ...device, ageS: ageS(device.sampledS) }));
}

/** Age of a sample taken at `epochS`, in whole seconds. The one-second timer runs only if there is a sample. */
export function useAgeS(epochS: number | null): number {
  return useSyncExternalStore(epochS === null ? standStill : onTick, () =>
    epochS === null ? 0 : Math.round(ageS(epochS)),
  );
}

function subscribeToTime(listener: () => void): () => void {
  const stops = [subscribe(listener), onTick(listener), onConnectionChange(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
