import type { ApiError } from './api-error';
import type { Stamp } from './plant-clock';
import type { Resource } from './resource';

/** What is known of a resource: the last good value with its age, and what went wrong since. */
export interface Snapshot<T> {
  readonly value: T | undefined;
  /** Monotonic ms when the value arrived (or was confirmed unchanged). */
  readonly receivedMs: number | null;
  /** Of what carries the plant's time: when it was made; null before the first, and of anything else. */
  readonly stamp: Stamp | null;
  /** Why the last try failed; null after a good answer. */
  readonly error: ApiError | null;
  /** Monotonic ms since when an answer is awaited. */
  readonly waitingSinceMs: number | null;
}

/** One resource, everybody who watches it, and the one request that may be out for it. */
export interface Entry {
  readonly resource: Resource<unknown>;
  readonly listeners: Set<() => void>;
  snapshot: Snapshot<unknown>;
  etag: string | undefined;
  /** The last whole answer as it came, and monotonic ms when. */
  text: string | undefined;
  wholeMs: number;
  /** Monotonic ms when it last said something else than before. */
  changedMs: number;
  /** So many times more it is soon read whole, to see whether the last answer was right. */
  rechecks: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The one request that may be out; an answer to any other is dropped. */
  inFlight: AbortController | null;
  failures: number;
  lastAnswerTookMs: number;
}

/** Before the first answer. */
export const nothing: Snapshot<never> = {
  value: undefined,
  receivedMs: null,
  stamp: null,
  error: null,
  waitingSinceMs: null,
};
const entries = new Map<string, Entry>();
/** The entry of a resource; equal ids share one. */
export function entryOf(resource: Resource<unknown>): Entry {
  let entry = entries.get(resource.id);
  if (!entry) {
    entry = {
      resource,
      listeners: new Set(),
      snapshot: nothing,
      etag: undefined,
      text: undefined,
      wholeMs: 0,
      changedMs: 0,
      rechecks: 0,
      timer: undefined,
      inFlight: null,
      failures: 0,
      lastAnswerTookMs: 0,
    };
    entries.set(resource.id, entry);
  }
  return entry;
}

/** The last known snapshot; the same object until something changes. */
export function peek<T>(resource: Resource<T>): Snapshot<T> {
  // An id stands for one reader, so what is stored under it is a T.
  return entryOf(resource).snapshot as Snapshot<T>;
}

/** All entries, watched or not. */
export function allEntries(): Entry[] {
  return [...entries.values()];
}

/** What is on the screen now. */
export function watched(): Entry[] {
  return allEntries().filter(entry => entry.listeners.size > 0);
}

export function publish(entry: Entry, snapshot: Snapshot<unknown>): void {
  entry.snapshot = snapshot;
  for (const listener of entry.listeners) listener();
}
