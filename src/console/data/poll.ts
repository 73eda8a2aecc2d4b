import { ApiError, type FailureKind, invalidAnswer } from './api-error';
import {
  currentConnection,
  noteAnswer,
  noteMiss,
  noteNextTry,
  onConnectionChange,
  resetConnection,
  watchSilence,
} from './connection';
import { nowMs as now } from './monotonic';
import {
  betweenMs,
  firstTimeoutMs,
  forgetPace,
  intervalMs,
  isDue,
  isReadOnceMore,
  nextAskMs,
  rechecksAfter,
  rechecksOfKept,
  retryDelayMs,
  timeoutMs,
  trustedTag,
  turnInMs,
} from './pace';
import { allEntries, type Entry, entryOf, nothing, publish, type Resource, watched } from './resource';
import { onWake } from './ticker';
import { onTrafficChange } from './traffic';
import { type Answer, forgetEarly } from './transport';

/** Polls the resource until the returned function is called. All listeners of a resource share one timer. */
export function watch(resource: Resource<unknown>, listener: () => void): () => void {
  const entry = entryOf(resource);
  entry.listeners.add(listener);
  if (entry.listeners.size === 1) begin(entry);
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size > 0) return;
    const { waitingSinceMs } = entry.snapshot;
    if (waitingSinceMs !== null) entry.notBeforeMs = waitingSinceMs + betweenMs;
    stop(entry);
    keepProbing();
  };
}

/** Requests the resource at once, also one that is not polled. */
export function refresh(resource: Resource<unknown>): void {
  if (entryOf(resource).listeners.size > 0) void ask(entryOf(resource));
}

/** Milliseconds between two polls of a polled resource, adapted to low-traffic mode and a slow connection. */
export function intervalOf(resource: Resource<unknown>): number {
  return intervalMs(entryOf(resource)) ?? Number.POSITIVE_INFINITY;
}

/** Requests the resource independently of its polls and returns the answer; rejects with an ApiError. Listeners get it too. */
export async function readNow<T>(resource: Resource<T>): Promise<T> {
  const entry = entryOf(resource);
  entry.inFlight?.abort();
  const sentMs = now();
  const controller = new AbortController();
  entry.inFlight = controller;
  try {
    const answer = await resource.ask({});
    const parsed = resource.read(answer.value);
    if (entry.inFlight === controller) accept(entry, { ...answer, parsed }, sentMs);
    return parsed;
  } finally {
    if (entry.inFlight === controller) entry.inFlight = null;
  }
}

/** Stores a value that is already known, such as the answer to a write. The answer to an earlier request is discarded. */
export function replaceValue<T>(resource: Resource<T>, value: T): void {
  const entry = entryOf(resource);
  stop(entry);
  Object.assign(entry, { failures: 0, etag: undefined, text: undefined });
  publish(entry, { ...entry.snapshot, value, receivedMs: now(), error: null });
  if (entry.listeners.size > 0) begin(entry);
}

/** Requests at once all resources on the screen below a path, such as `/api/allarmi`. */
export function refreshBelow(path: string): void {
  for (const entry of watched()) if (entry.resource.id.startsWith(path)) void ask(entry);
}

/** Requests at once all resources on the screen. */
export const refreshAll = (): void => refreshBelow('');

/**
 * Requests everything on the screen again but `except`: at once, or one after the other if that was done shortly before. An answer that is
 * on its way will do.
 */
export function readWholeScreen(except?: Entry): void {
  const entries = watched().filter(entry => entry !== except && !entry.inFlight);
  if (isReadOnceMore(entries.length)) for (const entry of entries) tryAgain(entry, 0);
  else for (const entry of entries) void ask(entry);
}

/** Forgets the values that are not on the screen, as after a screen that could not be drawn: one of them may be the cause. */
export function forgetUnwatched(): void {
  for (const entry of allEntries()) if (entry.listeners.size === 0) forget(entry);
}

/** Forgets every value, as when another user logs in. The resources on the screen are requested again. */
export function forgetAll(): void {
  for (const entry of allEntries()) forget(entry);
  forgetEarly();
  resetConnection();
  forgetPace();
  for (const entry of watched()) begin(entry);
}

function forget(entry: Entry): void {
  stop(entry);
  Object.assign(entry, { etag: undefined, failures: 0, notBeforeMs: 0 });
  publish(entry, nothing);
}

function begin(entry: Entry): void {
  const { receivedMs } = entry.snapshot;
  const everyMs = intervalMs(entry);
  const ageMs = receivedMs === null ? Number.POSITIVE_INFINITY : now() - receivedMs;
  // A live value that had no listener for two periods is never shown again, not even briefly.
  if (entry.resource.isLive && everyMs !== null && ageMs > 2 * everyMs) publish(entry, nothing);
  entry.rechecks = receivedMs === null ? 0 : rechecksOfKept(everyMs);
  const isNew = ageMs === Number.POSITIVE_INFINITY;
  const nextMs = isNew ? 0 : nextAskMs(entry, everyMs);
  if (nextMs === null) return;
  const delayMs = isNew ? 0 : Math.max(0, nextMs - ageMs);
  // A part of the screen that comes and goes with damaged answers must not ask each time: what failed takes its turn, and what was given
  // up before its answer waits a little.
  const heldMs = entry.notBeforeMs - now();
  if (entry.failures > 0) tryAgain(entry, delayMs);
  else if (isNew && heldMs > 0) schedule(entry, heldMs);
  else if (isNew) void ask(entry);
  else schedule(entry, delayMs);
}

function stop(entry: Entry): void {
  cancel(entry);
  entry.inFlight?.abort();
  entry.inFlight = null;
  if (entry.snapshot.waitingSinceMs !== null) publish(entry, { ...entry.snapshot, waitingSinceMs: null });
}

function cancel(entry: Entry): void {
  clearTimeout(entry.timer);
  entry.timer = undefined;
}

function schedule(entry: Entry, delayMs: number, task = () => void ask(entry)): void {
  cancel(entry);
  if (entry.listeners.size === 0 || document.visibilityState === 'hidden') return;
  entry.timer = setTimeout(task, delayMs);
}

/** Sends one more request after a delay, when `turnInMs` allows it. */
function tryAgain(entry: Entry, delayMs: number): void {
  schedule(entry, delayMs, () => {
    const waitMs = turnInMs();
    if (waitMs > 0) tryAgain(entry, waitMs);
    else void ask(entry);
  });
}

async function ask(entry: Entry): Promise<void> {
  cancel(entry);
  entry.inFlight?.abort();
  const controller = new AbortController();
  entry.inFlight = controller;
  const sentMs = now();
  publish(entry, { ...entry.snapshot, waitingSinceMs: entry.snapshot.waitingSinceMs ?? sentMs });
  const silence = entry.resource.isLive ? watchSilence(entry.lastAnswerTookMs, sentMs) : undefined;
  try {
    const answer = await request(entry, controller.signal);
    if (entry.inFlight === controller) accept(entry, answer, sentMs);
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError('invalid', String(cause));
    if (entry.inFlight === controller) reject(entry, error, sentMs);
  } finally {
    clearTimeout(silence);
  }
}

async function request(entry: Entry, signal: AbortSignal): Promise<Answer & { parsed: unknown }> {
  const { resource, snapshot } = entry;
  const isFirst = snapshot.receivedMs === null;
  // Without a stored value the request has no tag, because "not modified" would confirm a value that is gone.
  const ifNoneMatch = isFirst ? undefined : trustedTag(entry, now());
  const answer = await resource.ask({ signal, timeoutMs: timeoutMs(entry), ifNoneMatch });
  // The same text gives the same object, so that nothing is rendered again.
  const isSame = answer.isNotModified || answer.text === entry.text;
  if (!isSame || (isFirst && !answer.isNotModified))
    return { ...answer, parsed: resource.read(answer.value) };
  if (isFirst) throw invalidAnswer('304');
  return { ...answer, parsed: snapshot.value };
}

function accept(entry: Entry, answer: Answer & { parsed: unknown }, askedMs: number): void {
  const { resource, snapshot } = entry;
  const { sentMs, receivedMs } = answer.trip ?? { sentMs: askedMs, receivedMs: now() };
  entry.inFlight = null;
  entry.failures = 0;
  // A longer duration comes from a suspension, such as a sleep, and says nothing about the connection.
  entry.lastAnswerTookMs = Math.min(receivedMs - sentMs, firstTimeoutMs);
  const { isNotModified, parsed: value, etag, text } = answer;
  const everyMs = intervalMs(entry);
  const isSame = isNotModified || text === entry.text;
  entry.rechecks = rechecksAfter(entry, { isSame, receivedMs, everyMs });
  if (!isSame) entry.changedMs = receivedMs;
  const answered = { receivedMs, error: null, waitingSinceMs: null };
  const stamp = isNotModified
    ? snapshot.stamp
    : resource.judge?.(answer, { sentMs, receivedMs }, snapshot.stamp);
  // An answer older than the value on the screen never replaces it.
  if (stamp === null && resource.judge) publish(entry, { ...snapshot, ...answered });
  else {
    entry.etag = etag;
    if (!isNotModified) Object.assign(entry, { text, wholeMs: receivedMs });
    publish(entry, { ...answered, value, stamp: stamp ?? null });
  }
  noteAnswer(receivedMs);
  // Counted from the sending of the request, so that 30,000 ms stay 30,000 ms, however long the answer takes.
  const nextMs = nextAskMs(entry, everyMs);
  if (nextMs !== null) schedule(entry, nextMs - entry.lastAnswerTookMs - (now() - receivedMs));
}

function reject(entry: Entry, error: ApiError, sentMs: number): void {
  const { resource, snapshot, failures } = entry;
  entry.inFlight = null;
  publish(entry, { ...snapshot, error, waitingSinceMs: null });
  if (error.kind === 'session') return;
  // A refusal is an answer: the datalogger can be reached.
  if (!error.isOutage) noteAnswer(now());
  else if (resource.isLive) doubt(resource.id, error.kind, sentMs);
  entry.failures += 1;
  // Next to a damaged answer another one may be damaged without being invalid.
  if (error.kind === 'invalid') entry.rechecks = rechecksOfKept(intervalMs(entry));
  const isLost = currentConnection().state === 'lost';
  if (isLost && entry !== probe()) {
    keepProbing();
  } else {
    const hasAnswered = snapshot.receivedMs !== null;
    const failed = { error, failures, hasAnswered, isHeartbeat: resource.isHeartbeat };
    const delayMs = retryDelayMs({ ...failed, intervalMs: intervalMs(entry) });
    tryAgain(entry, delayMs);
    if (isLost) noteNextTry(now() + delayMs);
  }
}

/** A live poll has failed: another one is asked whether the datalogger still answers. */
function doubt(id: string, cause: FailureKind, sentMs: number): void {
  const witness = probe(id);
  noteMiss(cause, sentMs, witness ? id : null);
  if (witness && !witness.inFlight && currentConnection().state === 'late') tryAgain(witness, 0);
}

/** The only resource that is requested while the connection is lost; or another one than that with the id. */
function probe(except?: string): Entry | undefined {
  const isThere = ({ snapshot }: Entry) => snapshot.receivedMs !== null || !snapshot.error?.isNotProvided;
  return watched().find(entry => entry.resource.isLive && entry.resource.id !== except && isThere(entry));
}

/** Makes sure that one resource is still requested during a lost connection, even if the user leaves its screen. */
function keepProbing(): void {
  const entry = probe();
  const isIdle = entry && !entry.inFlight && entry.timer === undefined;
  if (isIdle && currentConnection().state === 'lost') void ask(entry);
}

let wasLost = false;
onConnectionChange(({ state }) => {
  if (state === 'lost' && !wasLost) {
    for (const entry of watched()) if (entry !== probe()) cancel(entry);
  }
  const isBack = wasLost && state === 'online';
  wasLost = state === 'lost';
  if (!isBack) return;
  readWholeScreen(probe());
});

onTrafficChange(() => {
  for (const entry of watched()) if (!entry.inFlight && entry.resource.everyMs !== null) begin(entry);
});

/** Requests at once after a sleep, a hidden tab or a returned network; cancels the polls while the page is hidden. */
function resume(): void {
  if (document.visibilityState === 'hidden') {
    for (const entry of watched()) cancel(entry);
  } else {
    for (const entry of watched()) if (isDue(entry)) void ask(entry);
  }
}

document.addEventListener('visibilitychange', resume);
window.addEventListener('online', resume);
window.addEventListener('pageshow', resume);
onWake(resume);
