import { useSyncExternalStore } from 'react';
import type { FailureKind } from './api-error';
import { nowMs as now } from './monotonic';

/**
 * Whether the datalogger answers, judged by the live polls. One failed poll gives `late`, without a message. Two failed polls in a row, or
 * ten seconds without an answer to a poll, mean that the connection is lost: the page shows it, and one single poll continues.
 */
export interface Connection {
  readonly state: 'online' | 'late' | 'lost';
  /** Why the last poll failed. */
  readonly cause: FailureKind | null;
  /** Monotonic time of the last valid answer, ms; null before the first. */
  readonly lastAnswerMs: number | null;
  /** Monotonic time of the next attempt while the connection is lost, ms. */
  readonly nextTryMs: number | null;
  /** How long the last loss of connection lasted, ms; null once the user has closed the note. */
  readonly recoveredAfterMs: number | null;
}

/** If a poll is unanswered for this long, the connection is lost. */
export const silenceMs = 10_000;

let connection: Connection = {
  state: 'online',
  cause: null,
  lastAnswerMs: null,
  nextTryMs: null,
  recoveredAfterMs: null,
};
/** Monotonic time of the first failed poll since the last answer, ms. */
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

/**
 * A poll that was sent at `sentMs` failed. Polls that were under way at the same time count as one failure, so that a brief interruption is
 * not a loss.
 */
export function noteMiss(cause: FailureKind, sentMs: number, nowMs: number): void {
  const isSecond = missedMs !== null && sentMs > missedMs;
  missedMs ??= nowMs;
  const isLost = isSecond || connection.state === 'lost';
  publish({ state: isLost ? 'lost' : 'late', cause, recoveredAfterMs: null });
}

/** A poll has been unanswered for too long, although it has not failed yet. */
function noteSilence(): void {
  if (connection.state !== 'lost') publish({ state: 'lost', cause: 'timeout', recoveredAfterMs: null });
}

/** A timer that is late by more than this was suspended, as by a sleep: its duration says nothing about the connection. */
export const heldUpMs = 2_000;

/**
 * While the connection is considered good, a live poll that is unanswered for too long is a loss even before its timeout. `lastTookMs`: how
 * long the last answer took. Returns the timer that the answer must stop.
 */
export function watchSilence(lastTookMs: number, sentMs: number): ReturnType<typeof setTimeout> | undefined {
  const { lastAnswerMs } = connection;
  if (lastAnswerMs === null) return undefined;
  const leftMs = lastAnswerMs + silenceMs - sentMs;
  // After a time without requests the silence begins now. A slow connection is not a silence.
  const silentMs = leftMs < silenceMs / 4 ? silenceMs : Math.max(leftMs, silenceMs / 2);
  const dueMs = sentMs + Math.max(silentMs, 2 * lastTookMs);
  const look = () => {
    if (document.visibilityState !== 'hidden' && now() - dueMs < heldUpMs) noteSilence();
  };
  return setTimeout(look, dueMs - sentMs);
}

export function noteNextTry(atMs: number): void {
  publish({ nextTryMs: atMs });
}

export function dismissRecovery(): void {
  publish({ recoveredAfterMs: null });
}

/** Resets the state to that of a new page, as after a logout. */
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
