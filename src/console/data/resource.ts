import type { KeyOf } from '../../contract';
import type { ApiError } from './api-error';
import type { Judge, Stamp } from './plant-clock';
import { type Answer, call, type Input, type Options, urlOf } from './transport';

/** Something that is requested from the datalogger once or in a poll. Resources with equal ids share one request and one timer. */
export interface Resource<T> {
  readonly id: string;
  /** Sends the request. */
  readonly ask: (options: Options) => Promise<Answer>;
  /** Converts an answer to the console's value; throws an `invalid` ApiError when it cannot. */
  readonly read: (raw: unknown) => T;
  /** Milliseconds between two polls; null: it is read once, and again only after a loss of connection. */
  readonly everyMs: number | null;
  /** Whether it is polled so often that its failures put in doubt whether the datalogger can be reached. */
  readonly isLive: boolean;
  /** Whether it is the poll of every screen, which goes on at its pace even where it is refused. */
  readonly isHeartbeat?: boolean | undefined;
  readonly timeoutMs: number;
  /** For answers with the plant's time: when the answer was created; null when it is older than the shown one and must not replace it. */
  readonly judge?: Judge | undefined;
  /** Whether its answer changes only when somebody changes a setting, so that two unequal answers mean that one may be wrong. */
  readonly isSteady: boolean;
}

export interface Pace {
  readonly isSteady?: boolean;
  readonly judge?: Judge;
  readonly everyMs?: number | null;
  readonly isLive?: boolean;
  readonly isHeartbeat?: boolean;
  readonly timeoutMs?: number;
}

/** Timeout of live polls. All other requests have 15 s. */
const liveTimeoutMs = 8_000;
const defaultTimeoutMs = 15_000;

/** `resource('GET dati_impianto/RT', { query: { m: 'impianto' } }, readTable, { everyMs: 5000, isLive: true })`. */
export function resource<K extends KeyOf<'GET'>, T>(
  key: K,
  input: Input<K>,
  read: (raw: unknown) => T,
  {
    everyMs = null,
    isHeartbeat = false,
    isLive = isHeartbeat,
    isSteady = false,
    timeoutMs,
    judge,
  }: Pace = {},
): Resource<T> {
  const ask = (options: Options) => call(key, { ...input, ...options });
  const usualTimeoutMs = isLive ? liveTimeoutMs : defaultTimeoutMs;
  const pace = { everyMs, isLive, isHeartbeat, isSteady, timeoutMs: timeoutMs ?? usualTimeoutMs, judge };
  return { id: urlOf(key, input), ask, read, ...pace };
}

/** What is known of a resource: the last valid value with its age, and the last error. */
export interface Snapshot<T> {
  readonly value: T | undefined;
  /** Monotonic time at which the value arrived or was confirmed as unchanged, ms. */
  readonly receivedMs: number | null;
  /** When the value was created, for resources with the plant's time; null before the first value and for all other resources. */
  readonly stamp: Stamp | null;
  /** Why the last request failed; null after a valid answer. */
  readonly error: ApiError | null;
  /** Monotonic time since which an answer is expected, ms. */
  readonly waitingSinceMs: number | null;
}

/** A resource, its listeners, and its pending request (at most one). */
export interface Entry {
  readonly resource: Resource<unknown>;
  readonly listeners: Set<() => void>;
  snapshot: Snapshot<unknown>;
  etag: string | undefined;
  /** The text of the last complete answer, and its monotonic time in ms. */
  text: string | undefined;
  wholeMs: number;
  /** Monotonic time at which the answer last changed, ms. */
  changedMs: number;
  /** Number of complete readings still to come that check the last answer. */
  rechecks: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The pending request. An answer to any other request is discarded. */
  inFlight: AbortController | null;
  failures: number;
  /** Monotonic time before which a listener that comes back does not request what it had given up, ms. */
  notBeforeMs: number;
  lastAnswerTookMs: number;
}

/** The snapshot before the first answer. */
export const nothing: Snapshot<never> = {
  value: undefined,
  receivedMs: null,
  stamp: null,
  error: null,
  waitingSinceMs: null,
};
const entries = new Map<string, Entry>();
/** The entry of a resource. Resources with equal ids share one. */
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
      notBeforeMs: 0,
      lastAnswerTookMs: 0,
    };
    entries.set(resource.id, entry);
  }
  return entry;
}

/** The last known snapshot: the same object until something changes. */
export function peek<T>(resource: Resource<T>): Snapshot<T> {
  // Each id belongs to one reader, so the stored value is a T.
  return entryOf(resource).snapshot as Snapshot<T>;
}

/** All entries, with or without listeners. */
export function allEntries(): Entry[] {
  return [...entries.values()];
}

/** The entries that the screen shows now. */
export function watched(): Entry[] {
  return allEntries().filter(entry => entry.listeners.size > 0);
}

export function publish(entry: Entry, snapshot: Snapshot<unknown>): void {
  entry.snapshot = snapshot;
  for (const listener of entry.listeners) listener();
}
