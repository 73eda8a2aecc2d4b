import { gaussian, noise, normalCdf, uniform } from './random';
import { streams } from './streams';

const minutesPerDay = 1440;

export type DayType = 'clear' | 'partly' | 'overcast';

/** The sky of one UTC day. UTC midnight is at night at the simulated place, so the change of day is never seen. */
export interface DaySky {
  readonly type: DayType;
  /** Clear-sky index at each minute and at the end of the day. */
  readonly index: Float32Array;
}

/** The season: +1 in mid-July, -1 in mid-January. */
const season = (day: number) => Math.cos((2 * Math.PI * (day - 196)) / 365.2425);

/**
 * The type of a day. Weather persists, so the draw is a moving average over four days. Unlike a Markov chain, it can be computed for
 * any day directly.
 */
export function dayType(seed: number, day: number): DayType {
  const weights = [0.62, 0.5, 0.45, 0.4];
  const persistent = weights.reduce(
    (sum, weight, back) => sum + weight * gaussian(seed, streams.dayType, day - back),
    0,
  );
  const draw = normalCdf(persistent);
  const overcast = 0.19 - 0.12 * season(day);
  const clear = 0.52 + 0.18 * season(day);
  if (draw < overcast) return 'overcast';
  return draw < 1 - clear ? 'partly' : 'clear';
}

/** Rain of a day, mm. */
export function rainOfDay(seed: number, day: number): number {
  const type = dayType(seed, day);
  const chance = type === 'overcast' ? 0.6 : type === 'partly' ? 0.15 : 0;
  if (uniform(seed, streams.isRainy, day) >= chance) return 0;
  return -12 * Math.log(1 - uniform(seed, streams.rainAmount, day));
}

const soilingPerDay = 0.0015;
const cleaningRain = 6;
const longestDrySpell = 200;

/** Share of the light lost to dirt on a day, 0 to 0.3. It grows every day and is reset by 6 mm of rain (Kimber) and on days of a wash. */
export function soilingOfDay(seed: number, day: number, washes?: ReadonlySet<number>): number {
  const isCleaned = (at: number) => washes?.has(at) || rainOfDay(seed, at) >= cleaningRain;
  let dry = 0;
  while (dry < longestDrySpell && !isCleaned(day - dry)) dry++;
  return dry * soilingPerDay;
}

/** Clouds and gaps alternate. Each lasts some minutes and has one clear-sky index. */
function brokenSky(seed: number, day: number, index: Float32Array): void {
  const draw = (stream: number, n: number) => uniform(seed, stream, day * 1000 + n);
  const meanStay = 3 + 7 * uniform(seed, streams.meanStay, day);
  let isCloud = draw(streams.cloudStay, 999) < 0.5;
  let minute = 0;
  for (let n = 0; minute <= minutesPerDay; n++, isCloud = !isCloud) {
    const stay = Math.max(1, -meanStay * Math.log(1 - draw(streams.cloudStay, n)));
    const light = draw(streams.cloudLight, n);
    const end = minute + stay;
    index.fill(isCloud ? 0.25 + 0.25 * light : 1 + 0.1 * light, Math.ceil(minute), Math.ceil(end));
    minute = end;
  }
}

/** The sky of a day, minute by minute. */
export function skyOfDay(seed: number, day: number): DaySky {
  const type = dayType(seed, day);
  const index = new Float32Array(minutesPerDay + 1);
  if (type === 'clear') index.fill(1 + 0.015 * gaussian(seed, streams.haze, day));
  else if (type === 'partly') brokenSky(seed, day, index);
  else
    for (let minute = 0; minute <= minutesPerDay; minute++)
      index[minute] = Math.max(
        0.06,
        0.3 * (1 + 0.35 * noise(seed, streams.overcast, day * 1440 + minute, 17)),
      );
  return { type, index };
}
