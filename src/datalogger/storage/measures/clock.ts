import { quarterS, startOfLocalDay } from '../../../contract/zone';
import type { SetClock } from './clock-steps';
import { combine, emptyFrame, type Frame } from './frame';
import { fieldsOf, type KeptGroup, keptGroups, type Tier } from './kept';
import type { Measures } from './measures';
import { minuteS, nextDay, openDay, openQuarter, quarterOf, rewritten } from './rollup';

/*
 * What becomes of slots when the clock was set. A slot that is measured again, since the clock was set back, holds both: energies add
 * up, because the counters moved both times, so that the energies of all days are what the counters moved; means are weighted by the
 * time that each was measured; the time covered is never more than the slot has. Nothing is lost and nothing is counted twice.
 */

/** Adds a minute, to all that is closed around it as well. */
export function addMinute(store: Measures, zone: string, group: KeptGroup, frame: Frame): void {
  const { t } = frame;
  const isNew = t > (store.newestKept('minute', group) ?? Number.NEGATIVE_INFINITY);
  const isOpen = t >= openQuarter(store, group);
  if (isNew && isOpen) {
    store.put('minute', group, frame);
    return;
  }
  const covered = join(store, 'minute', group, { ...frame, covers: minuteS });
  if (!isOpen) join(store, 'quarter', group, { ...frame, t: quarterOf(t), covers: covered });
  const day = startOfLocalDay(zone, t);
  if (day < openDay(store, group, zone)) join(store, 'day', group, { ...frame, t: day, covers: covered });
  rewritten(store);
}

interface Joining extends Frame {
  /** Seconds that it adds to each device's covered time, by id; or how many the slot has at most. */
  readonly covers: number | ReadonlyMap<number, number>;
}

/** Joins a frame with the slot of its start. Answers how many seconds of it were not covered before, by device. */
function join(store: Measures, tier: Tier, group: KeptGroup, { covers, ...frame }: Joining) {
  const width = fieldsOf(group).length;
  const [held] = store.frames(tier, group, frame.t, frame.t + 1);
  const before = new Map(held?.ids.map((id, device) => [id, held.values[device * width] ?? 0]));
  const joined = combine(group, frame.t, held ? [held, frame] : [frame]);
  const added = new Map<number, number>();
  joined.ids.forEach((id, device) => {
    const had = before.get(id) ?? 0;
    const all = joined.values[device * width] ?? 0;
    const covered = typeof covers === 'number' ? Math.min(covers, all) : had + (covers.get(id) ?? 0);
    joined.values[device * width] = covered;
    added.set(id, covered - had);
  });
  store.put(tier, group, joined);
  return added;
}

/** A longer run of a wrong clock is left where it is. */
const longestRunS = 86_400;
/** A clock that is set back may be right to this, or to a share of how far it was ahead, s. */
const leastErrorS = 3600;
const errorShare = 0.05;

/**
 * The clock was set back to `now` from `until`: what was measured since it was set ahead goes to where it belongs, by as much as it was
 * set back, in whole minutes; the quarter and the day it comes into are opened again. `started` says where the archive ended, and what
 * the clock said, when the program began: a clock may have been ahead from the start.
 */
export function takeBack(
  store: Measures,
  zone: string,
  { now, until, started }: { now: number; until: number; started?: SetClock },
): void {
  let end = until;
  const noted = store.clockSteps.aheadOf(now);
  for (const { said, says, id } of [
    ...noted,
    ...(started && started.says > now ? [{ ...started, id: 0 }] : []),
  ]) {
    const ahead = says - said;
    const error = now - (said + end - says);
    const mostError = Math.min(ahead / 2, Math.max(leastErrorS, errorShare * ahead));
    if (Math.abs(error) > mostError || end < says || end - says > longestRunS) continue;
    const byS = Math.round(Math.min(until - now, ahead) / minuteS) * minuteS;
    moveBack(store, zone, { from: Math.floor(says / minuteS) * minuteS, to: end + 1, byS });
    store.clockSteps.undo(id);
    end -= byS;
  }
}

/**
 * As `takeBack` at a start, when nobody knows by how much the clock was set back or how long the program was off: to where the archive
 * ended before the clock was set ahead.
 */
export function takeBackAtStart(store: Measures, zone: string, now: number): void {
  const [newest] = store.clockSteps.aheadOf(now);
  const last = store.newestKept('minute', 'impianto');
  if (!newest || last === null) return;
  const { id, said, says } = newest;
  const end = last + minuteS;
  const byS = Math.round((says - said) / minuteS) * minuteS;
  const isBack = end - byS <= now + minuteS && now - said < says - now;
  if (!isBack || end - says > longestRunS) return;
  moveBack(store, zone, { from: Math.floor(says / minuteS) * minuteS, to: end, byS });
  store.clockSteps.undo(id);
}

/** Moves the minute slots of [from, to) and rebuilds the quarter and day slots around them. */
function moveBack(
  store: Measures,
  zone: string,
  { from, to, byS }: { from: number; to: number; byS: number },
) {
  const quarters = [...new Set([...startsIn(from - byS, to - byS), ...startsIn(from, to)])];
  const days = new Set(quarters.map(t => startOfLocalDay(zone, t)));
  store.transaction(() => {
    for (const group of keptGroups) {
      const found = quarters.flatMap(t => foundIn(store, group, t));
      const minutes = store.frames('minute', group, from, to);
      store.remove('minute', group, from, to);
      for (const t of quarters) store.remove('quarter', group, t, t + 1);
      for (const t of days) store.remove('day', group, t, t + 1);
      for (const frame of [...minutes, ...found]) {
        const t = frame.t < from ? frame.t : frame.t - byS;
        join(store, 'minute', group, { ...frame, t: Math.floor(t / minuteS) * minuteS, covers: minuteS });
      }
      for (const t of quarters) closeAgain(store, group, t);
      for (const t of days) {
        const held = store.frames('quarter', group, t, nextDay(zone, t));
        if (t < openDay(store, group, zone) && held.length > 0)
          store.put('day', group, combine(group, t, held));
      }
    }
    store.doubts.moveBack(from, to, byS);
    store.voltages.moveBack(from, to, byS);
    rewritten(store);
  });
}

/** Starts of the quarters that lie in [from, to), if only in part. */
function startsIn(from: number, to: number): number[] {
  const starts: number[] = [];
  for (let t = quarterOf(from); t < to; t += quarterS) starts.push(t);
  return starts;
}

/** A quarter that has later ones after it is closed. */
function closeAgain(store: Measures, group: KeptGroup, t: number): void {
  const minutes = store.frames('minute', group, t, t + quarterS);
  if (t < openQuarter(store, group) && minutes.length > 0)
    store.put('quarter', group, combine(group, t, minutes));
}

/** What a quarter holds beyond its minutes: energy that counters showed after a gap. */
function foundIn(store: Measures, group: KeptGroup, t: number): Frame[] {
  const fields = fieldsOf(group);
  const [quarter] = store.frames('quarter', group, t, t + 1);
  if (!quarter) return [];
  const minutes = combine(group, t, store.frames('minute', group, t, t + quarterS));
  const found = emptyFrame(group, t, quarter.ids);
  let isAny = false;
  quarter.values.forEach((value, at) => {
    const [device, field] = [Math.floor(at / fields.length), at % fields.length];
    const place = minutes.ids.indexOf(quarter.ids[device] ?? 0) * fields.length + field;
    const rest = value - (minutes.values[place] || 0);
    // The first field is the time covered.
    if (field === 0 || fields[field]?.rule !== 'sum' || !(rest > 0)) return;
    found.values[at] = rest;
    isAny = true;
  });
  return isAny ? [found] : [];
}
