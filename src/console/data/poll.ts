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
import { allEntries, type Entry, entryOf, nothing, publish, watched } from './poll-store';
import type { Resource } from './resource';
import { retryDelayMs } from './retry';
import { isLowTraffic, lowTrafficInterval, onTrafficChange } from './traffic';
import type { Answer } from './transport';

/** A poll that never had an answer is given longer: the scripts may still be sharing the line. */
const firstTimeoutMs = 30_000;
/** The poll interval is never shorter than this many times the last answer took. */
const slowLineFactor = 4;

const now = () => performance.now();
/** Keeps the resource polled until the returned function is called. Watchers of one resource share one timer. */
export function watch(resource: Resource<unknown>, listener: () => void): () => void {
  const entry = entryOf(resource);
  entry.listeners.add(listener);
  if (entry.listeners.size === 1) begin(entry);
  return () => {
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0) stop(entry);
  };
}

/** Asks at once, also for what is asked only once. */
export function refresh(resource: Resource<unknown>): void {
  const entry = entryOf(resource);
  if (entry.listeners.size > 0) void ask(entry);
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

/** Asks at once for what is on the screen of a part of the API, such as `/api/allarmi`. */
export function refreshBelow(path: string): void {
  for (const entry of watched()) if (entry.resource.id.startsWith(path)) void ask(entry);
}

/** Asks at once for everything on the screen. */
export function refreshAll(): void {
  for (const entry of watched()) void ask(entry);
}

/** Forgets every value, as when another user logs in; what is on the screen is asked anew. */
export function forgetAll(): void {
  for (const entry of allEntries()) {
    stop(entry);
    entry.etag = undefined;
    entry.failures = 0;
    publish(entry, nothing);
  }
  resetConnection();
  for (const entry of watched()) begin(entry);
}

function begin(entry: Entry): void {
  const { receivedMs } = entry.snapshot;
  const everyMs = intervalMs(entry);
  const ageMs = receivedMs === null ? Number.POSITIVE_INFINITY : now() - receivedMs;
  // A live value nobody watched for two periods is not shown again, not even for a moment.
  if (entry.resource.isLive && everyMs !== null && ageMs > 2 * everyMs) publish(entry, nothing);
  if (ageMs === Number.POSITIVE_INFINITY) void ask(entry);
  else if (everyMs !== null) schedule(entry, Math.max(0, everyMs - ageMs));
}

function stop(entry: Entry): void {
  clearTimeout(entry.timer);
  entry.inFlight?.abort();
  entry.inFlight = null;
  if (entry.snapshot.waitingSinceMs !== null) publish(entry, { ...entry.snapshot, waitingSinceMs: null });
}

/** Low-traffic mode and a slow line stretch the interval. */
function intervalMs({ resource, lastAnswerTookMs }: Entry): number | null {
  if (resource.everyMs === null) return null;
  const wishedMs = isLowTraffic() ? lowTrafficInterval(resource.everyMs) : resource.everyMs;
  return Math.max(wishedMs, slowLineFactor * lastAnswerTookMs);
}

function schedule(entry: Entry, delayMs: number): void {
  clearTimeout(entry.timer);
  if (entry.listeners.size === 0 || document.visibilityState === 'hidden') return;
  entry.timer = setTimeout(() => void ask(entry), delayMs);
}

async function ask(entry: Entry): Promise<void> {
  clearTimeout(entry.timer);
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
    if (entry.inFlight === controller) reject(entry, error);
  } finally {
    clearTimeout(silence);
  }
}

async function request(
  { resource, snapshot, etag }: Entry,
  signal: AbortSignal,
): Promise<Answer & { parsed: unknown }> {
  const isFirst = snapshot.receivedMs === null;
  const timeoutMs = isFirst ? firstTimeoutMs : resource.timeoutMs;
  // A value that was dropped is asked for whole: "not modified" would confirm what is no longer here.
  const answer = await resource.ask({ signal, timeoutMs, ifNoneMatch: isFirst ? undefined : etag });
  if (isFirst && answer.isNotModified) throw invalidAnswer('not modified, and nothing is here');
  return { ...answer, parsed: answer.isNotModified ? snapshot.value : resource.read(answer.value) };
}

/** While the connection is believed good, a live poll that stays out too long is a loss before its timeout. */
function watchSilence({ resource }: Entry, sentMs: number): ReturnType<typeof setTimeout> | undefined {
  const { lastAnswerMs } = currentConnection();
  if (!resource.isLive || lastAnswerMs === null) return undefined;
  return setTimeout(noteSilence, Math.max(lastAnswerMs + silenceMs - sentMs, silenceMs / 2));
}

function accept(entry: Entry, answer: Answer & { parsed: unknown }, sentMs: number): void {
  entry.inFlight = null;
  entry.failures = 0;
  entry.etag = answer.etag;
  entry.lastAnswerTookMs = now() - sentMs;
  publish(entry, { value: answer.parsed, receivedMs: now(), error: null, waitingSinceMs: null });
  if (entry.resource.isLive) noteAnswer(now());
  // From the moment it was sent, so that 30,000 ms stay 30,000 ms whatever the answer takes.
  const everyMs = intervalMs(entry);
  if (everyMs !== null) schedule(entry, everyMs - entry.lastAnswerTookMs);
}

function reject(entry: Entry, error: ApiError): void {
  entry.inFlight = null;
  publish(entry, { ...entry.snapshot, error, waitingSinceMs: null });
  if (error.kind === 'session') return;
  if (entry.resource.isLive && error.isOutage) noteMiss(error.kind, now());
  const isLost = currentConnection().state === 'lost';
  if (isLost && entry !== probe()) return;
  const delayMs = retryDelayMs(entry.failures, error, intervalMs(entry));
  entry.failures += 1;
  schedule(entry, delayMs);
  if (isLost) noteNextTry(now() + delayMs);
}

/** What goes on asking while the connection is lost: one request, not one for each thing on the screen. */
function probe(): Entry | undefined {
  return watched().find(entry => entry.resource.isLive);
}

let wasLost = false;
onConnectionChange(({ state }) => {
  if (state === 'lost' && !wasLost) {
    for (const entry of watched()) if (entry !== probe()) clearTimeout(entry.timer);
  }
  const isBack = wasLost && state === 'online';
  wasLost = state === 'lost';
  if (isBack) for (const entry of watched()) if (entry !== probe() && !entry.inFlight) void ask(entry);
});

onTrafficChange(() => {
  for (const entry of watched()) if (!entry.inFlight && entry.resource.everyMs !== null) begin(entry);
});

/** At once after sleep, a hidden tab or a cable that is back; nothing while nobody looks. */
function resume(): void {
  if (document.visibilityState === 'hidden') {
    for (const entry of watched()) clearTimeout(entry.timer);
  } else {
    for (const entry of watched()) if (!entry.inFlight && entry.resource.everyMs !== null) void ask(entry);
  }
}

document.addEventListener('visibilitychange', resume);
window.addEventListener('online', resume);
window.addEventListener('pageshow', resume);
