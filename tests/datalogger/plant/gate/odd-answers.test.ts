import { afterEach, describe, expect, test } from 'vitest';
import { isCounter, stepsIn, wordsOf } from '../../../support/liar/fields';
import type { Lie } from '../../../support/liar/lies';
import { ProfileDay, problemsOfProfiles } from '../../../support/liar/profile-day';
import { longPatience } from '../../../support/long';

/*
 * Answers that people reported, of the kinds at the end of the review of devices (part 1), over real Modbus: Huawei and Sungrow inverters,
 * two SDM630 meters and sensors on input modules. Every energy is right afterwards, or its device is doubted.
 */

const minute = 60;
const forGood = Number.POSITIVE_INFINITY;
const startAt = Date.parse('2026-06-10T11:00:00+02:00') / 1000;

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function honestDay(prepare?: (plant: ProfileDay['plant']) => void): Promise<ProfileDay> {
  const day = await ProfileDay.start({ seed: 1, startAt, restS: Number.POSITIVE_INFINITY }, prepare);
  toClose.push(() => day.close());
  return day;
}

/** Each lifetime counter, changed; `first` is what it was when the lie began. */
function counters(change: (steps: bigint, first: bigint, turn: number) => bigint): Lie {
  const firsts = new Map<number, bigint>();
  return ({ read, words, fields, turn }) => {
    const copy = Uint16Array.from(words);
    for (const field of fields.filter(isCounter)) {
      const at = field.at - read.from;
      if (at < 0 || at + field.size > words.length) continue;
      const steps = stepsIn(words.subarray(at, at + field.size), false);
      const first = firsts.get(field.at) ?? steps;
      firsts.set(field.at, first);
      copy.set(wordsOf(change(steps, first, turn), field.size), at);
    }
    return copy;
  };
}

/** Steps in a kWh of the counter of each unit. */
const perKwh = [100n, 1n, 1000n, 1000n];
/** A counter that ends after that many steps, ten kWh after the lie began. */
const endingAt =
  (end: bigint): (() => Lie) =>
  () => {
    const own = new Map(
      perKwh.map((each, index) => [index + 1, counters((s, first) => (s - first + end - 10n * each) % end)]),
    );
    return told => own.get(told.read.unit)?.(told) ?? told.words;
  };

const milli = (steps: bigint, by: number) => BigInt(Math.round(Number(steps) * by));
let held = new Map<string, Uint16Array>();

/** What each device with counters answers, and for how long. */
const odd: Readonly<Record<string, readonly [lastsS: number, make: () => Lie]>> = {
  'a board that counts in thousandths of the unit before': [forGood, () => counters(s => milli(s, 0.001))],
  'a board that counts in thousands of the unit before': [forGood, () => counters(s => milli(s, 1000))],
  'a board that counts in tenths from 0': [forGood, () => counters((s, first) => (s - first) / 10n + 40n)],
  'a scale of ten for one answer': [0, () => counters(s => s * 10n)],
  'a scale of a tenth for one answer': [0, () => counters(s => s / 10n)],
  'a counter whose words come from two moments': [
    0,
    () => counters((s, first) => ((first & ~0xffffn) + 0x1_0000n) | (s & 0xffffn)),
  ],
  'a counter that ends at 10,000,000 steps': [forGood, endingAt(10_000_000n)],
  'a counter that ends at 2^32 steps': [forGood, endingAt(2n ** 32n)],
  'a cache that repeats one answer for twenty minutes': [
    20 * minute,
    () => {
      held = new Map();
      return ({ read, words }) => {
        const key = `${read.unit}:${read.from}`;
        const first = held.get(key) ?? words;
        held.set(key, first);
        return first;
      };
    },
  ],
  'power and counter of 0 for ten minutes': [
    10 * minute,
    () =>
      ({ words }) =>
        new Uint16Array(words.length),
  ],
  'silence for seven minutes, with the counter read at last': [7 * minute, () => () => null],
  'silence for twenty minutes': [20 * minute, () => () => null],
  'a counter that stands for ten minutes': [10 * minute, () => counters((_, first) => first)],
  'a counter that goes backwards': [10 * minute, () => counters((s, first) => first - (s - first))],
  'a counter that counts twice as fast': [
    10 * minute,
    () => counters((s, first) => first + 2n * (s - first)),
  ],
  'the upper half of every answer of old': [
    minute,
    () => {
      held = new Map();
      return ({ read, words }) => {
        const key = `${read.unit}:${read.from}`;
        const first = held.get(key) ?? words;
        held.set(key, first);
        return words.map((word, index) => (index < words.length / 2 ? (first[index] ?? 0) : word));
      };
    },
  ],
};

describe('of devices with counters', () => {
  test.each(Object.entries(odd))('%s', longPatience, async (_, [lastsS, make]) => {
    const day = await honestDay();
    await day.pass(6 * minute);
    for (const device of day.plant.counted) day.plant.say(device, make(), lastsS);
    await day.pass(Number.isFinite(lastsS) ? lastsS + minute : 10 * minute);
    await day.pass(13 * minute);
    expect(await problemsOfProfiles(day)).toEqual([]);
    if (lastsS < 240) expect(await day.announced()).toEqual([]);
  });

  test.each([
    ['a tenth', 0.1],
    ['a thousandth', 0.001],
    ['none', 0],
  ])('%s of what is made, counted from the first start on', longPatience, async (_, share) => {
    const day = await honestDay(plant => {
      for (const device of plant.counted)
        plant.say(
          device,
          counters((s, first) => first + milli(s - first, share)),
          forGood,
        );
    });
    await day.pass(65 * minute);
    expect(await problemsOfProfiles(day)).toEqual([]);
  });
});
