import { useSyncExternalStore } from 'react';
import type { FailureKind } from './api-error';
import { nowMs as now } from './monotonic';

/**
 * Whether the datalogger answers. Any answer proves it; live polls that fail put it in doubt. One failed poll gives `late`, without a
 * message. A second one with no answer since, or ten seconds without any answer, mean that the connection is lost: the page shows it, and
 * one single poll continues. What fails alone, while others are answered, is no loss: its values grow old.
 */
export interface Connection {
  readonly state: 'online' | 'late' | 'lost';
  /** Why the last poll failed. */
  readonly cause: FailureKind | null;
  /** Monotonic time of the last valid answer, ms; null before the first. */
  readonly lastAnswerMs: number | null;
  /** Monotonic time since which answers have come without a pause, ms. */
  readonly answeringSinceMs: number;
  /** Monotonic time of the next attempt while the connection is lost, ms. */
  readonly nextTryMs: number | null;
  /** How long the last loss of connection lasted, ms; null once the user has closed the note. */
  readonly recoveredAfterMs: number | null;
}

/** If a poll is unanswered for this long, the connection is lost. */
export const silenceMs = 10_000;
/** A slow connection lengthens the poll interval to at most this, so that values do not stay unchanged for minutes. */
export const slowestMs = 30_000;

const unknown: Connection = {
  state: 'online',
  cause: null,
  lastAnswerMs: null,
  answeringSinceMs: 0,
  nextTryMs: null,
  recoveredAfterMs: null,
};
let connection = unknown;
/** Monotonic time of the first failed poll since the last answer, ms, and which one that was. */
let missed: { readonly atMs: number; readonly id: string | null } | null = null;
const listeners = new Set<(connection: Connection) => void>();

function publish(change: Partial<Connection>): void {
  connection = { ...connection, ...change };
  for (const listener of listeners) listener(connection);
}

export function noteAnswer(nowMs: number): void {
  const { state, lastAnswerMs, answeringSinceMs, recoveredAfterMs } = connection;
  const pauseMs = lastAnswerMs === null ? null : nowMs - lastAnswerMs;
  missed = null;
  publish({
    state: 'online',
    cause: null,
    lastAnswerMs: nowMs,
    answeringSinceMs: pauseMs !== null && pauseMs <= silenceMs ? answeringSinceMs : nowMs,
    nextTryMs: null,
    recoveredAfterMs: (state === 'lost' ? pauseMs : null) ?? recoveredAfterMs,
  });
}

/**
 * A live poll that was sent at `sentMs` failed; `id` names it where another one could confirm that. Polls that were under way at the same
 * time count as one failure, so that a brief interruption is not a loss; so do failures of one poll that no other has confirmed, as it
 * alone may be broken.
 */
export function noteMiss(cause: FailureKind, sentMs: number, id: string | null): void {
  const isSecond = missed !== null && sentMs > missed.atMs && (id === null || id !== missed.id);
  missed ??= { atMs: now(), id };
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
    // Where another poll was answered, the next one watches.
    const isAnswered = connection.lastAnswerMs !== lastAnswerMs;
    if (!isAnswered && document.visibilityState !== 'hidden' && now() - dueMs < heldUpMs) noteSilence();
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
  missed = null;
  publish(unknown);
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
