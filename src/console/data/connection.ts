import { useSyncExternalStore } from 'react';
import type { FailureKind } from './api-error';

/**
 * Whether the datalogger answers, judged by the live polls. One missed poll is quiet (`late`); two, one after the other, or ten
 * seconds without an answer to a poll, and the connection is lost: the whole page changes, one probe goes on.
 */
export interface Connection {
  readonly state: 'online' | 'late' | 'lost';
  /** Why the last poll had no answer. */
  readonly cause: FailureKind | null;
  /** Monotonic ms of the last good answer; null before the first. */
  readonly lastAnswerMs: number | null;
  /** Monotonic ms of the next try while lost. */
  readonly nextTryMs: number | null;
  /** After a loss: how long it lasted, until it is dismissed. */
  readonly recoveredAfterMs: number | null;
}

/** Without an answer for this long to a poll that was sent, the connection is lost. */
export const silenceMs = 10_000;

let connection: Connection = {
  state: 'online',
  cause: null,
  lastAnswerMs: null,
  nextTryMs: null,
  recoveredAfterMs: null,
};
/** Monotonic ms of the first miss since the last answer. */
let missedMs: number | null = null;
const listeners = new Set<(connection: Connection) => void>();

function publish(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const listener of listeners) listener(connection);
}

export function noteAnswer(nowMs: number): void {
  const lostForMs =
    connection.state === 'lost' && connection.lastAnswerMs !== null ? nowMs - connection.lastAnswerMs : null;
  missedMs = null;
  const recoveredAfterMs = lostForMs ?? connection.recoveredAfterMs;
  publish({ state: 'online', cause: null, lastAnswerMs: nowMs, nextTryMs: null, recoveredAfterMs });
}

/** A poll that was sent at `sentMs` had no answer. Polls that were out together miss as one: a moment without a line is no loss. */
export function noteMiss(cause: FailureKind, sentMs: number, nowMs: number): void {
  const isSecond = missedMs !== null && sentMs > missedMs;
  missedMs ??= nowMs;
  const isLost = isSecond || connection.state === 'lost';
  publish({ state: isLost ? 'lost' : 'late', cause, recoveredAfterMs: null });
}

/** A poll has been out for too long, although it has not failed yet. */
export function noteSilence(): void {
  if (connection.state !== 'lost') publish({ state: 'lost', cause: 'timeout', recoveredAfterMs: null });
}

export function noteNextTry(atMs: number): void {
  publish({ nextTryMs: atMs });
}

export function dismissRecovery(): void {
  publish({ recoveredAfterMs: null });
}

/** Back to the state of a fresh page, as after a logout. */
export function resetConnection(): void {
  missedMs = null;
  publish({ state: 'online', cause: null, lastAnswerMs: null, nextTryMs: null, recoveredAfterMs: null });
}

export function currentConnection(): Connection {
  return connection;
}

export function onConnectionChange(listener: (connection: Connection) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, currentConnection);
}
