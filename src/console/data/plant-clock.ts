import { slowestMs } from './connection';
import { deviceNowMs } from './device-clock';
import { nowMs, type Trip } from './monotonic';
import { isObject, textOrNull, timeOrNull } from './read';
import { onWake } from './ticker';
import type { Answer } from './transport';

/*
 * The plant's clock, and the age of every value that has a time of that clock. These rules hold for the whole console:
 *
 * 1. An answer with the plant's time `t` bounds that clock between the request and the answer. So each answer gives an interval;
 *    the intervals of several answers are intersected, and between answers the monotonic clock counts. The console uses the latest time of
 *    the intersection, so that a slow connection never makes an age too small.
 * 2. An answer whose text was received before says nothing about the clock: a constant answer, a repeated answer, a 304. The clock then
 *    continues by the monotonic clock and the values on the screen become older: late beyond half of `limitMs`, still beyond `limitMs`.
 * 3. An answer older than the values on the screen never replaces them (`judgeTable`).
 * 4. The clock may jump forwards at any time, as after a sleep. It is set back in three cases only: the datalogger was restarted (`avvio`);
 *    three new answers behind the clock advance at the speed of time; or two such answers do, one of them general information. As long as
 *    general information confirms the clock, answers behind it are only old.
 * 5. If the monotonic clock stopped during a sleep, the duration of the sleep is added to all ages until the next answer.
 * 6. An answer without a time of its own, such as a list of alarms, has the time at which it arrived, as long as the clock in the status
 *    record advances; when that clock has stopped, the time of its last advance (`answeredS`).
 *
 * The console cannot detect old data that is replayed at the speed of time, from the first answer on or in place of all answers.
 */

/**
 * When an answer was created, epoch seconds by the plant's clock. `line` increases when the clock is set: only equal lines can be compared.
 */
export interface Stamp {
  readonly epochS: number;
  readonly line: number;
}

/** Returns when an answer was created; null when it is older than `shown` and must not replace it. */
export type Judge = (answer: Pick<Answer, 'value' | 'text'>, trip: Trip, shown: Stamp | null) => Stamp | null;

/** Lower and upper bound of the plant's clock minus the monotonic clock, ms. */
interface Bounds {
  readonly leastMs: number;
  readonly mostMs: number;
  /** Monotonic time of the last confirmation, ms. */
  readonly atMs: number;
}

/** Answers behind the clock whose times advance together with the monotonic clock since the first of them. */
interface Doubt {
  readonly epochS: number;
  readonly trip: Trip;
  readonly count: number;
  /** Whether one of them is general information. */
  readonly hasDevice: boolean;
}

/** Two clocks drift apart by at most this fraction of the time. */
const drift = 2e-4;
/** Times have whole seconds, and a datalogger may send data from one second ago, ms. */
const grainMs = 2_000;
/** A clock that is behind by less than this raises no doubt, ms. */
const slackMs = 5_000;
const proofCount = 3;
/** During a doubt general information is requested this often, ms. Its statement is decisive for twice as long. */
const askEveryMs = 30_000;
const deviceDecidesMs = 2 * askEveryMs;
const mostKnownTexts = 2_000;

let bounds: Bounds | null = null;
/** The bounds from before the clock was last set. */
let before: Bounds | null = null;
let doubt: Doubt | null = null;
let line = 0;
let bootId: string | null = null;
let deniedMs = Number.NEGATIVE_INFINITY;
let askedMs = Number.NEGATIVE_INFINITY;
let sleptMs = 0;
/** Monotonic time at which the clock of the status record last advanced, ms; `isStanding`: whether it has stopped since. */
let movedMs = 0;
let isStanding = false;
const knownTexts = new Set<number>();
let askDevice: () => void = () => undefined;

onWake(slept => {
  sleptMs += slept;
});

/** Sets the function that requests general information at once. */
export function setClockDoubtHandler(handler: () => void): void {
  askDevice = handler;
}

/** Milliseconds since the epoch by the plant's clock; by the datalogger's clock until the plant's is known. */
export function plantNowMs(): number {
  return plantTimeS(nowMs()) * 1000;
}

/** Age of a sample from `epochS` in seconds, at least 0. A sample from before a set-back of the clock is measured by the earlier clock. */
export function ageS(epochS: number): number {
  const ageMs = plantNowMs() - epochS * 1000;
  const byBeforeMs = before && ageMs < -slackMs ? nowMs() + before.mostMs - epochS * 1000 : ageMs;
  return Math.max(0, byBeforeMs / 1000);
}

/** The plant's time at a monotonic time `atMs`, in epoch seconds. */
export function plantTimeS(atMs: number): number {
  const aheadMs = bounds ? bounds.mostMs + sleptMs : deviceNowMs() - nowMs();
  return (atMs + aheadMs) / 1000;
}

/**
 * The age in ms above which live data that is polled every `everyMs` is no longer called live: a minute at most, unless the interval is
 * longer than a slow connection makes it.
 */
export function limitMs(everyMs: number): number {
  const usualMs = Math.max(30_000, 3 * everyMs);
  return everyMs > slowestMs ? usualMs : Math.min(usualMs, 60_000);
}

/** Sets the plant's clock, whatever was known before. */
export function setPlantTime(epochS: number, { sentMs, receivedMs }: Trip): void {
  before = bounds;
  bounds = { leastMs: epochS * 1000 - receivedMs, mostMs: epochS * 1000 - sentMs, atMs: receivedMs };
  doubt = null;
  [askedMs, deniedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  sleptMs = 0;
  line += 1;
}

/** For live values: `t` is the time of the whole answer. */
export const judgeTable: Judge = ({ value, text }, trip, shown) => {
  const epochS = isObject(value) ? timeOrNull(value.t) : null;
  if (epochS === null) return null;
  if (isNew(text)) take(epochS, trip, false);
  return shown && shown.line === line && epochS < shown.epochS ? null : { epochS, line };
};

/** For general information: `ora` is the plant's time, `avvio` changes at every start. */
export const judgeDevice: Judge = ({ value, text }, trip) => {
  const facts = isObject(value) ? value : {};
  const [epochS, started] = [timeOrNull(facts.ora), textOrNull(facts.avvio)];
  const isRestart = bootId !== null && started !== null && started !== bootId;
  bootId = started ?? bootId;
  if (epochS !== null && isNew(text)) {
    if (isRestart) setPlantTime(epochS, trip);
    else take(epochS, trip, true);
  }
  return { epochS: epochS ?? 0, line };
};

/** For the status record, whose clock is a text. Without that text an answer has the time at which it arrived. */
export const judgeStatus: Judge = ({ value, text }, { receivedMs }) => {
  const record: unknown = Array.isArray(value) ? value[0] : null;
  const hasClock = isObject(record) && textOrNull(record.ora) !== null;
  isStanding = hasClock && !isNew(text);
  if (!isStanding) movedMs = receivedMs;
  return { epochS: plantTimeS(movedMs), line };
};

/** Time of an answer that has no time of its own and arrived at `receivedMs`; epoch seconds. */
export function answeredS(receivedMs: number): number {
  return plantTimeS(isStanding ? Math.min(movedMs, receivedMs) : receivedMs);
}

/** Whether this text is received for the first time. */
function isNew(text: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  if (knownTexts.has(hash)) return false;
  knownTexts.add(hash);
  const [oldest] = knownTexts;
  if (knownTexts.size > mostKnownTexts && oldest !== undefined) knownTexts.delete(oldest);
  return true;
}

/** Uses the time of a new answer. */
function take(epochS: number, trip: Trip, isDevice: boolean): void {
  const { sentMs, receivedMs } = trip;
  const [leastMs, mostMs] = [epochS * 1000 - receivedMs, epochS * 1000 - sentMs];
  if (!bounds) setPlantTime(epochS, trip);
  else if (mostMs < bounds.leastMs - slackMs) weighDoubt({ epochS, trip, count: 1, hasDevice: isDevice });
  else confirm(bounds, { leastMs, mostMs, atMs: receivedMs }, isDevice);
}

/** Intersects the known bounds with those of an answer. If the answer is ahead of them, its own bounds replace them. */
function confirm(known: Bounds, answered: Bounds, isDevice: boolean): void {
  doubt = null;
  sleptMs = 0;
  if (isDevice) deniedMs = answered.atMs;
  const apartMs = drift * (answered.atMs - known.atMs);
  const isAhead = answered.leastMs > known.mostMs + apartMs;
  const leastMs = Math.max(answered.leastMs, known.leastMs - apartMs);
  const mostMs = isAhead ? answered.mostMs : Math.min(answered.mostMs, known.mostMs + apartMs);
  bounds = { leastMs, mostMs: Math.max(leastMs, mostMs), atMs: answered.atMs };
}

/** An answer is behind the clock: the answer is old, or the clock was set back. */
function weighDoubt(next: Doubt): void {
  const { epochS, trip, hasDevice } = next;
  const first = doubt ?? next;
  const spanMs = trip.receivedMs - first.trip.receivedMs;
  const toleranceMs = grainMs + lengthOf(trip) + lengthOf(first.trip);
  const isOnLine = Math.abs((epochS - first.epochS) * 1000 - spanMs) <= toleranceMs;
  doubt =
    doubt && isOnLine ? { ...doubt, count: doubt.count + 1, hasDevice: doubt.hasDevice || hasDevice } : next;
  const isDenied = trip.receivedMs - deniedMs < deviceDecidesMs;
  const isProven = doubt.hasDevice ? doubt.count > 1 : doubt.count >= proofCount && !isDenied;
  if (trip.receivedMs - askedMs > askEveryMs) {
    askedMs = trip.receivedMs;
    askDevice();
  } else if (isProven && spanMs >= 2 * toleranceMs) {
    // Over this time a clock that has stopped would no longer match the monotonic clock.
    setPlantTime(epochS, trip);
  }
}

function lengthOf({ sentMs, receivedMs }: Trip): number {
  return receivedMs - sentMs;
}
