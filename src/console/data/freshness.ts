import { useEffect, useSyncExternalStore } from 'react';
import { type Connection, currentConnection, onConnectionChange } from './connection';
import { nowMs } from './monotonic';
import { ageS, limitMs } from './plant-clock';
import { onTick, standStill } from './ticker';

/** The live data of the screen on show. Times in epoch seconds of the plant's clock. */
export interface Freshness {
  /** When the newest sample was taken. */
  readonly sampledS: number;
  /** When the datalogger made the answer that brought it. */
  readonly madeS: number;
  /** Monotonic ms of the last good answer, whatever it brought. */
  readonly receivedMs: number;
  /** Milliseconds between two polls, as low traffic and the line allow. */
  readonly everyMs: number;
}

/** A stretch of time, in epoch seconds, for which there is data. */
export interface Span {
  readonly fromS: number;
  readonly toS: number;
}

/**
 * What can be said of the data of a screen. `late`: older than it should be, which only the note in the top bar tells. `still`: too
 * old to be called live, although somebody may answer. `lost`: nobody answers.
 */
export type Standing = 'fresh' | 'late' | 'still' | 'lost';

/** The standing of data that was made at `madeS` and is asked for every `everyMs`. */
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

/** The screen says how fresh its live data is, for as long as it is shown; null before the first. */
export function useFreshness(freshness: Freshness | null): void {
  const { sampledS, madeS, receivedMs, everyMs } = freshness ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it consists of says when it is another
  useEffect(() => publish(freshness), [sampledS, madeS, receivedMs, everyMs]);
  useEffect(() => () => publish(null), []);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the screen on show last published; null where no screen has live data. */
export function usePublishedFreshness(): Freshness | null {
  return useSyncExternalStore(subscribe, () => published);
}

/** The standing of some data; re-renders when it is another, not every second. Before the first data only a loss is told. */
export function useStanding(freshness: Freshness | null): Standing | null {
  return useSyncExternalStore(subscribeToTime, () => standingNow(freshness));
}

/** The same of what the screen on show published. */
export function usePageStanding(): Standing | null {
  return useSyncExternalStore(subscribeToTime, () => standingNow(published));
}

/** Whether the page's values are old although answers come: what came last did not bring newer ones. */
export function useFrozen(): boolean {
  return useSyncExternalStore(subscribeToTime, () => isFrozen(published));
}

/** Answers, but no newer values. A page that nobody looked at had no answers either. */
export function isFrozen(freshness: Freshness | null): boolean {
  if (!freshness || standingNow(freshness) !== 'still') return false;
  return nowMs() - freshness.receivedMs < limitMs(freshness.everyMs) / 2;
}

/** Whether the values can be called live no more. */
export function isStill(standing: Standing | null): boolean {
  return standing === 'still' || standing === 'lost';
}

function standingNow(freshness: Freshness | null): Standing | null {
  const connection = currentConnection();
  if (freshness) return standingOf(freshness, connection);
  return connection.state === 'lost' ? 'lost' : null;
}

/** Devices with their age by now, as words about them want it. */
export function aged<T extends { readonly sampledS: number }>(
  devices: readonly T[],
): (T & { ageS: number })[] {
  return devices.map(device => ({ ...device, ageS: ageS(device.sampledS) }));
}

/** How old is what was sampled at `epochS`, in whole seconds; the second hand runs only where there is something. */
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
