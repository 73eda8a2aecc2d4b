import { ApiError, invalidAnswer } from './api-error';
import {
  currentConnection,
  noteAnswer,
  noteMiss,
  noteNextTry,
  noteSilence,
  onConnectionChange,
  resetConnection,
  silenceMs,
} from './connection';
import { nowMs as now } from './monotonic';
import { forgetPace, isBackOnceMore, turnInMs } from './pace';
import { allEntries, type Entry, entryOf, nothing, publish, watched } from './poll-store';
import { nextAskMs, rechecksAfter, rechecksOfKept, trustedTag } from './recheck';
import type { Resource } from './resource';
import { retryDelayMs } from './retry';
import { onWake } from './ticker';
import { firstTimeoutMs, timeoutMs } from './timeout';
import { isLowTraffic, lowTrafficInterval, onTrafficChange } from './traffic';
import { type Answer, forgetEarly } from './transport';

/** The poll interval is never shorter than this many times the last answer took. */
const slowLineFactor = 4;
/** It is not stretched beyond this, so that what a slow answer told does not stand for minutes. */
const slowestMs = 45_000;
/** A timer that comes this much too late was held up, as by a sleep: it says nothing of the line. */
const heldUpMs = 2_000;

/** Keeps the resource polled until the returned function is called. Watchers of one resource share one timer. */
export function watch(resource: Resource<unknown>, listener: () => void): () => void {
  const entry = entryOf(resource);
  entry.listeners.add(listener);
  if (entry.listeners.size === 1) begin(entry);
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size > 0) return;
    stop(entry);
    keepProbing();
  };
}

/** Asks at once, also for what is asked only once. */
export function refresh(resource: Resource<unknown>): void {
  if (entryOf(resource).listeners.size > 0) void ask(entryOf(resource));
}

/** Milliseconds between two polls of a resource that is polled, as low traffic and the line allow. */
export function intervalOf(resource: Resource<unknown>): number {
  return intervalMs(entryOf(resource)) ?? Number.POSITIVE_INFINITY;
}

/** Asks past the poll and answers what came; rejects with an ApiError. Whoever watches the resource has it too. */
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

/** Puts in place what is known without asking, such as what a write has answered. What was asked before that is dropped. */
export function replaceValue<T>(resource: Resource<T>, value: T): void {
  const entry = entryOf(resource);
  stop(entry);
  Object.assign(entry, { failures: 0, etag: undefined, text: undefined });
  publish(entry, { ...entry.snapshot, value, receivedMs: now(), error: null });
  if (entry.listeners.size > 0) begin(entry);
}

/** Asks at once for what is on the screen of a part of the API, such as `/api/allarmi`. */
export function refreshBelow(path: string): void {
  for (const entry of watched()) if (entry.resource.id.startsWith(path)) void ask(entry);
}

/** Asks at once for everything on the screen. */
export const refreshAll = (): void => refreshBelow('');

/** Forgets every value, as when another user logs in; what is on the screen is asked anew. */
export function forgetAll(): void {
  for (const entry of allEntries()) {
    stop(entry);
    entry.etag = undefined;
    entry.failures = 0;
    publish(entry, nothing);
  }
  forgetEarly();
  resetConnection();
  forgetPace();
  for (const entry of watched()) begin(entry);
}

function begin(entry: Entry): void {
  const { receivedMs } = entry.snapshot;
  const everyMs = intervalMs(entry);
  const ageMs = receivedMs === null ? Number.POSITIVE_INFINITY : now() - receivedMs;
  // A live value nobody watched for two periods is not shown again, not even for a moment.
  if (entry.resource.isLive && everyMs !== null && ageMs > 2 * everyMs) publish(entry, nothing);
  entry.rechecks = receivedMs === null ? 0 : rechecksOfKept(everyMs);
  const nextMs = nextAskMs(entry, everyMs);
  if (ageMs === Number.POSITIVE_INFINITY) void ask(entry);
  else if (nextMs !== null) schedule(entry, Math.max(0, nextMs - ageMs));
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

/** Low-traffic mode and a slow line stretch the interval. */
function intervalMs({ resource, lastAnswerTookMs }: Entry): number | null {
  if (resource.everyMs === null) return null;
  const wishedMs = isLowTraffic() ? lowTrafficInterval(resource.everyMs) : resource.everyMs;
  return Math.max(wishedMs, Math.min(slowLineFactor * lastAnswerTookMs, slowestMs));
}

function schedule(entry: Entry, delayMs: number, task = () => void ask(entry)): void {
  cancel(entry);
  if (entry.listeners.size === 0 || document.visibilityState === 'hidden') return;
  entry.timer = setTimeout(task, delayMs);
}

/** Asks once more after that long, when it is its turn. */
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
  const silence = watchSilence(entry, sentMs);
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
  // A value that was dropped is asked for whole: "not modified" would confirm what is no longer here.
  const ifNoneMatch = isFirst ? undefined : trustedTag(entry, now());
  const answer = await resource.ask({ signal, timeoutMs: timeoutMs(entry), ifNoneMatch });
  // The same text is the same object, so that nothing is drawn again.
  const isSame = answer.isNotModified || answer.text === entry.text;
  if (!isSame || (isFirst && !answer.isNotModified))
    return { ...answer, parsed: resource.read(answer.value) };
  if (isFirst) throw invalidAnswer('not modified, and nothing is here');
  return { ...answer, parsed: snapshot.value };
}

/** While the connection is believed good, a live poll that stays out too long is a loss before its timeout. */
function watchSilence(
  { resource, lastAnswerTookMs }: Entry,
  sentMs: number,
): ReturnType<typeof setTimeout> | undefined {
  const { lastAnswerMs } = currentConnection();
  if (!resource.isLive || lastAnswerMs === null) return undefined;
  const leftMs = lastAnswerMs + silenceMs - sentMs;
  // Where nothing was asked for a while nothing could be answered: the silence begins now. A slow line is no silence.
  const silentMs = leftMs < silenceMs / 4 ? silenceMs : Math.max(leftMs, silenceMs / 2);
  const dueMs = sentMs + Math.max(silentMs, 2 * lastAnswerTookMs);
  const look = () => {
    if (document.visibilityState !== 'hidden' && now() - dueMs < heldUpMs) noteSilence();
  };
  return setTimeout(look, dueMs - sentMs);
}

function accept(entry: Entry, answer: Answer & { parsed: unknown }, askedMs: number): void {
  const { resource, snapshot } = entry;
  const { sentMs, receivedMs } = answer.trip ?? { sentMs: askedMs, receivedMs: now() };
  entry.inFlight = null;
  entry.failures = 0;
  // What was held up for longer, as by a sleep, says nothing of the line.
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
  // What is older than what is shown never replaces it.
  if (stamp === null && resource.judge) publish(entry, { ...snapshot, ...answered });
  else {
    entry.etag = etag;
    if (!isNotModified) Object.assign(entry, { text, wholeMs: receivedMs });
    publish(entry, { ...answered, value, stamp: stamp ?? null });
  }
  if (resource.isLive) noteAnswer(receivedMs);
  // From the moment it was sent, so that 30,000 ms stay 30,000 ms whatever the answer takes.
  const nextMs = nextAskMs(entry, everyMs);
  if (nextMs !== null) schedule(entry, nextMs - entry.lastAnswerTookMs - (now() - receivedMs));
}

function reject(entry: Entry, error: ApiError, sentMs: number): void {
  const { resource, snapshot, failures } = entry;
  entry.inFlight = null;
  publish(entry, { ...snapshot, error, waitingSinceMs: null });
  if (error.kind === 'session') return;
  if (resource.isLive) {
    if (error.isOutage) noteMiss(error.kind, sentMs, now());
    // Who refuses is there.
    else noteAnswer(now());
  }
  entry.failures += 1;
  const isLost = currentConnection().state === 'lost';
  if (isLost && entry !== probe()) {
    keepProbing();
  } else {
    const hasAnswered = snapshot.receivedMs !== null;
    const delayMs = retryDelayMs({ error, failures, intervalMs: intervalMs(entry), hasAnswered });
    tryAgain(entry, delayMs);
    if (isLost) noteNextTry(now() + delayMs);
  }
}

/** What goes on asking while the connection is lost: one request, not one for each thing on the screen. */
function probe(): Entry | undefined {
  return watched().find(entry => entry.resource.isLive);
}

/** While the connection is lost somebody goes on asking, whoever has left the screen. */
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
  const isAgain = isBackOnceMore();
  for (const entry of watched()) {
    if (entry === probe() || entry.inFlight) continue;
    if (isAgain) tryAgain(entry, 0);
    else void ask(entry);
  }
});

onTrafficChange(() => {
  for (const entry of watched()) if (!entry.inFlight && entry.resource.everyMs !== null) begin(entry);
});

/** Whether it is worth asking at once, after a while in which nothing could be asked or answered. */
function isDue({ resource, snapshot, inFlight }: Entry): boolean {
  const { waitingSinceMs, error } = snapshot;
  // What was out before a sleep may never come back.
  if (inFlight) return waitingSinceMs !== null && now() - waitingSinceMs > heldUpMs;
  return resource.everyMs !== null || error !== null;
}

/** At once after sleep, a hidden tab or a cable that is back; nothing while nobody looks. */
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
