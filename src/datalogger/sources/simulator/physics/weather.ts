import { type DaySky, type DayType, dayType, skyOfDay, soilingOfDay } from './clouds';
import { noise, normalCdf, uniform } from './random';
import { streams } from './streams';

const dayS = 86_400;
const keptDays = 40;
/** How far back the gust that started a storm is searched, s. */
const longestStormS = 43_200;

export interface Weather {
  /** Share of the clear-sky irradiance that arrives, 0.06 to 1.1. Values between two minutes are interpolated linearly. */
  clearIndex(epochS: number): number;
  typeAt(epochS: number): DayType;
  /** Days (since 1970) on which the modules are washed: to be stated before a day after them is asked for. */
  readonly washes: Set<number>;
  /** Share of the light lost to dirt, 0 to 0.3. */
  soilingAt(epochS: number): number;
  /** Air temperature, °C. */
  ambient(epochS: number): number;
  /** Mean wind, m/s. */
  wind(epochS: number): number;
  /** Highest wind of 3 s within this minute, m/s. */
  gust(epochS: number): number;
  /** Whether a gust of `speed` has come within the last `seconds`. */
  hasGusted(epochS: number, speed: number, seconds: number): boolean;
  /** Whether a gust of `stow` has come and since then no period of `seconds` has passed without a gust of `back` (m/s). */
  isStormy(epochS: number, stow: number, back: number, seconds: number): boolean;
  /** Direction from which the wind comes, degrees from north. */
  windDirection(epochS: number): number;
}

/** Makes a function of whole days that remembers its last results. */
function rememberDays<T>(compute: (day: number) => T): (epochS: number) => T {
  const known = new Map<number, T>();
  return epochS => {
    const day = Math.floor(epochS / dayS);
    let value = known.get(day);
    if (value === undefined) {
      if (known.size >= keptDays) known.clear();
      value = compute(day);
      known.set(day, value);
    }
    return value;
  };
}

/** The weather of a place in central Italy, from a seed. The longitude (degrees) only shifts the hours of the day. */
export function createWeather(seed: number, longitude: number): Weather {
  const sky = rememberDays((day): DaySky => skyOfDay(seed, day));
  const swing = rememberDays(day => dailySwing[dayType(seed, day)]);
  const wind = (t: number) => meanWind(seed, t);
  const gust = (t: number) => wind(t) * (1.2 + 0.25 * uniform(seed, streams.gust, Math.floor(t / 60)));
  const washes = new Set<number>();
  return {
    washes,
    typeAt: t => sky(t).type,
    clearIndex(t) {
      const { index } = sky(t);
      const position = (t - Math.floor(t / dayS) * dayS) / 60;
      const minute = Math.floor(position);
      const now = index[minute] ?? 1;
      return now + ((index[minute + 1] ?? now) - now) * (position - minute);
    },
    soilingAt: rememberDays(day => soilingOfDay(seed, day, washes)),
    ambient(t) {
      const fraction = t / dayS - Math.floor(t / dayS);
      const amplitude = swing(t) * (1 - fraction) + swing(t + dayS) * fraction;
      const hour = ((t + longitude * 240) % dayS) / 3600;
      return airMean(seed, t) + amplitude * Math.cos((2 * Math.PI * (hour - 15)) / 24);
    },
    wind,
    gust,
    hasGusted(t, speed, seconds) {
      if (slowWind(seed, t) < calmWind) return false;
      // The search is in whole minutes, so that a call one second later finds the same gusts.
      for (let at = Math.floor(t / 60) * 60; at > t - seconds; at -= 60) if (gust(at) >= speed) return true;
      return false;
    },
    isStormy(t, stow, back, seconds) {
      let strong = t;
      for (let at = Math.floor(t / 60) * 60; at > strong - seconds && t - at < longestStormS; at -= 60) {
        const speed = gust(at);
        if (speed >= stow) return true;
        if (speed >= back) strong = at;
      }
      return false;
    },
    windDirection: t => (((260 + 70 * noise(seed, streams.windDirection, t, 21_600)) % 360) + 360) % 360,
  };
}

/** Half the difference between night and afternoon temperature, K. The clearer the day, the larger it is. */
const dailySwing: Record<DayType, number> = { clear: 6.5, partly: 5, overcast: 2.5 };

/** Mean air temperature, °C: the season, and warm or cold spells of some days. */
function airMean(seed: number, t: number): number {
  const seasonal = 15.8 + 9 * Math.cos((2 * Math.PI * (t / dayS - 204)) / 365.2425);
  return seasonal + 2.2 * noise(seed, streams.warmSpell, t, 2.5 * dayS);
}

/** When the slow part of the wind is below this, no gust reaches 15 m/s, whatever the quick part is. */
const calmWind = 0.6;
const slowWind = (seed: number, t: number) => noise(seed, streams.windSlow, t, 14_400);

/** Wind speed in m/s with a Weibull distribution (shape 2, mean 3.7 m/s), from a slow and a quick part. */
function meanWind(seed: number, t: number): number {
  const quick = noise(seed, streams.windQuick, t, 90);
  const draw = Math.min(normalCdf(0.92 * slowWind(seed, t) + 0.39 * quick), 0.999999);
  return 4.2 * Math.sqrt(-Math.log(1 - draw));
}
