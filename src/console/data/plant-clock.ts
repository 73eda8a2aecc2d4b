import { deviceNowMs } from './device-clock';
import { nowMs, type Trip } from './monotonic';
import { isObject, textOrNull, timeOrNull } from './read';
import { onWake } from './ticker';
import type { Answer } from './transport';

/*
 * The plant's clock, and with it how old everything is that the plant timed: the one rule of the console.
 *
 * 1. Every answer that carries the plant's time `t` says where that clock was between the moment it was asked for and the moment it
 *    came. What several answers say is cut with one another; in between the monotonic clock counts. Of what is left the latest
 *    is taken, so that no age is told too short, whatever the line takes.
 * 2. An answer that was heard before, word for word, says nothing: neither one that is always the same, nor one that is played
 *    again, nor a 304. So the clock goes on by the monotonic clock, and what is shown becomes older: late beyond half of
 *    the limit of `limitMs`, still beyond it.
 * 3. An answer older than what is shown never replaces it (`judgeTable`).
 * 4. The clock may be found ahead at any time, as after a sleep. It is set back for three reasons only: the datalogger was started
 *    anew (`avvio`); or answers that lie behind it go on at the pace of time, three of them, none heard before; or two of them do, one
 *    of which is general information. While that says that the clock is where it was, answers behind it are just old.
 * 5. A sleep during which the monotonic clock stood counts as an age until the next answer tells.
 * 6. Where an answer has no time of its own, such as a list of alarms, it is of the moment it came, as long as the clock in
 *    the status record moves; when that stands still, of the moment it last moved (`answeredS`).
 *
 * What no console can tell: a time of long ago that is played to it at the pace of time, as if it were now, from the first answer on
 * or in the place of everything that the datalogger says.
 */

/** When an answer was made: epoch seconds by the plant's clock. A clock that was set back begins another line. */
export interface Stamp {
  readonly epochS: number;
  readonly line: number;
}

/** When an answer was made; null when it is older than `shown` and must not replace it. */
export type Judge = (answer: Pick<Answer, 'value' | 'text'>, trip: Trip, shown: Stamp | null) => Stamp | null;

/** The least and the most that the plant's clock can be ahead of the monotonic one, ms. */
interface Belief {
  readonly leastMs: number;
  readonly mostMs: number;
  /** Monotonic ms when it was last confirmed. */
  readonly atMs: number;
}

/** Answers behind the clock that lie on one line with the first of them. */
interface Doubt {
  readonly epochS: number;
  readonly trip: Trip;
  readonly count: number;
  /** General information is one of them. */
  readonly hasDevice: boolean;
}

/** Two clocks go apart by at most this share of the time. */
const drift = 2e-4;
/** Times are told in whole seconds, and a datalogger may answer what it knew a second ago, ms. */
const grainMs = 2_000;
/** Less than this behind the clock is no doubt, ms. */
const slackMs = 5_000;
const proofCount = 3;
/** While there is a doubt general information is asked this often, ms, and has the last word for twice as long. */
const askEveryMs = 30_000;
const deviceWordMs = 2 * askEveryMs;
const heardAtMost = 2_000;

let belief: Belief | null = null;
/** What was believed until the clock was set back. */
let before: Belief | null = null;
let doubt: Doubt | null = null;
let line = 0;
let bootId: string | null = null;
let deniedMs = Number.NEGATIVE_INFINITY;
let askedMs = Number.NEGATIVE_INFINITY;
let sleptMs = 0;
/** Monotonic ms when the clock of the status record last moved, and whether it has stood still since. */
let movedMs = 0;
let isStanding = false;
const heard = new Set<number>();
let askDevice: () => void = () => undefined;

onWake(slept => {
  sleptMs += slept;
});

/** Sets how general information is asked for at once. */
export function setClockDoubtHandler(handler: () => void): void {
  askDevice = handler;
}

/** Milliseconds since the epoch by the plant's clock; by the datalogger's until anything is known of it. */
export function plantNowMs(): number {
  return plantTimeS(nowMs()) * 1000;
}

/** How old is what was sampled at `epochS`, in seconds; never below 0. What a clock that was set back calls the future was before. */
export function ageS(epochS: number): number {
  const ageMs = plantNowMs() - epochS * 1000;
  const byBeforeMs = before && ageMs < -slackMs ? nowMs() + before.mostMs - epochS * 1000 : ageMs;
  return Math.max(0, byBeforeMs / 1000);
}

/** The plant's time at a monotonic time, in epoch seconds. */
export function plantTimeS(atMs: number): number {
  const aheadMs = belief ? belief.mostMs + sleptMs : deviceNowMs() - nowMs();
  return (atMs + aheadMs) / 1000;
}

/** Beyond this age, in ms, live data that is asked for every `everyMs` is called live no more. */
export function limitMs(everyMs: number): number {
  return Math.max(30_000, 3 * everyMs);
}

/** The plant's clock is there, whatever was believed. */
export function setPlantTime(epochS: number, { sentMs, receivedMs }: Trip): void {
  before = belief;
  belief = { leastMs: epochS * 1000 - receivedMs, mostMs: epochS * 1000 - sentMs, atMs: receivedMs };
  doubt = null;
  [askedMs, deniedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  sleptMs = 0;
  line += 1;
}

/** Of live values: `t` is the time of the whole answer. */
export const judgeTable: Judge = ({ value, text }, trip, shown) => {
  const epochS = isObject(value) ? timeOrNull(value.t) : null;
  if (epochS === null) return null;
  if (isNew(text)) take(epochS, trip, false);
  return shown && shown.line === line && epochS < shown.epochS ? null : { epochS, line };
};

/** Of general information: `ora` is the plant's time, `avvio` differs at every start. */
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

/** Of the status record, whose clock is a text. Without a clock every answer is one of its moment. */
export const judgeStatus: Judge = ({ value, text }, { receivedMs }) => {
  const record: unknown = Array.isArray(value) ? value[0] : null;
  const hasClock = isObject(record) && textOrNull(record.ora) !== null;
  isStanding = hasClock && !isNew(text);
  if (!isStanding) movedMs = receivedMs;
  return { epochS: plantTimeS(movedMs), line };
};

/** Of when an answer is that has no time of its own and came at `receivedMs`; epoch seconds. */
export function answeredS(receivedMs: number): number {
  return plantTimeS(isStanding ? Math.min(movedMs, receivedMs) : receivedMs);
}

/** Whether this body comes for the first time. */
function isNew(text: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  if (heard.has(hash)) return false;
  heard.add(hash);
  const [oldest] = heard;
  if (heard.size > heardAtMost && oldest !== undefined) heard.delete(oldest);
  return true;
}

/** Takes what a new answer says of the clock. */
function take(epochS: number, trip: Trip, isDevice: boolean): void {
  const { sentMs, receivedMs } = trip;
  const [leastMs, mostMs] = [epochS * 1000 - receivedMs, epochS * 1000 - sentMs];
  if (!belief) setPlantTime(epochS, trip);
  else if (mostMs < belief.leastMs - slackMs) suspect({ epochS, trip, count: 1, hasDevice: isDevice });
  else confirm(belief, { leastMs, mostMs, atMs: receivedMs }, isDevice);
}

/** Cuts what is believed with what an answer says; an answer further on has the last word. */
function confirm(known: Belief, told: Belief, isDevice: boolean): void {
  doubt = null;
  sleptMs = 0;
  if (isDevice) deniedMs = told.atMs;
  const apartMs = drift * (told.atMs - known.atMs);
  const isAhead = told.leastMs > known.mostMs + apartMs;
  const leastMs = Math.max(told.leastMs, known.leastMs - apartMs);
  const mostMs = isAhead ? told.mostMs : Math.min(told.mostMs, known.mostMs + apartMs);
  belief = { leastMs, mostMs: Math.max(leastMs, mostMs), atMs: told.atMs };
}

/** An answer lies behind the clock: it is old, or the clock was set back. */
function suspect(next: Doubt): void {
  const { epochS, trip, hasDevice } = next;
  const first = doubt ?? next;
  const spanMs = trip.receivedMs - first.trip.receivedMs;
  const toleranceMs = grainMs + lengthOf(trip) + lengthOf(first.trip);
  const isOnLine = Math.abs((epochS - first.epochS) * 1000 - spanMs) <= toleranceMs;
  doubt =
    doubt && isOnLine ? { ...doubt, count: doubt.count + 1, hasDevice: doubt.hasDevice || hasDevice } : next;
  const isDenied = trip.receivedMs - deniedMs < deviceWordMs;
  const isTold = doubt.hasDevice ? doubt.count > 1 : doubt.count >= proofCount && !isDenied;
  if (trip.receivedMs - askedMs > askEveryMs) {
    askedMs = trip.receivedMs;
    askDevice();
  } else if (isTold && spanMs >= 2 * toleranceMs) {
    // Long enough that what stands still would have left the line.
    setPlantTime(epochS, trip);
  }
}

function lengthOf({ sentMs, receivedMs }: Trip): number {
  return receivedMs - sentMs;
}
