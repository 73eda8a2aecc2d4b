import { type DaySky, type DayType, dayType, skyOfDay, soilingOfDay } from './clouds';
import { noise, normalCdf, uniform } from './random';
import { streams } from './streams';

const dayS = 86_400;
const keptDays = 40;
/** Further back nobody looks for the gust that began it. */
const longestStormS = 43_200;

export interface Weather {
  /** Share of the clear-sky irradiance that arrives, 0.06 to 1.1; the minute values are joined by lines (a lag). */
  clearIndex(epochS: number): number;
  typeAt(epochS: number): DayType;
  /** Light that dirt takes away, 0 to 0.3. */
  soilingAt(epochS: number): number;
  /** Air temperature, °C. */
  ambient(epochS: number): number;
  /** Mean wind, m/s. */
  wind(epochS: number): number;
  /** Highest wind of 3 s within this minute, m/s. */
  gust(epochS: number): number;
  /** Whether a gust of `speed` has come within the last `seconds`. */
  hasGusted(epochS: number, speed: number, seconds: number): boolean;
  /** Whether a gust of `stow` has come, and since then none of `back` (m/s) was missing for `seconds`. */
  isStormy(epochS: number, stow: number, back: number, seconds: number): boolean;
  /** Degrees from north. */
  windDirection(epochS: number): number;
}

/** A function of whole days that remembers its last results. */
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

/** The weather of a place in middle Italy for a seed; the longitude (degrees) only shifts the hours of the day. */
export function createWeather(seed: number, longitude: number): Weather {
  const sky = rememberDays((day): DaySky => skyOfDay(seed, day));
  const swing = rememberDays(day => dailySwing[dayType(seed, day)]);
  const wind = (t: number) => meanWind(seed, t);
  const gust = (t: number) => wind(t) * (1.2 + 0.25 * uniform(seed, streams.gust, Math.floor(t / 60)));
  return {
    typeAt: t => sky(t).type,
    clearIndex(t) {
      const { index } = sky(t);
      const position = (t - Math.floor(t / dayS) * dayS) / 60;
      const minute = Math.floor(position);
      const now = index[minute] ?? 1;
      return now + ((index[minute + 1] ?? now) - now) * (position - minute);
    },
    soilingAt: rememberDays(day => soilingOfDay(seed, day)),
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
      // Whole minutes: whoever asks a second later is told of the same gusts.
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

/** Half the difference between night and afternoon, K: the clearer the day, the larger. */
const dailySwing: Record<DayType, number> = { clear: 6.5, partly: 5, overcast: 2.5 };

/** Season and warm or cold spells of some days. */
function airMean(seed: number, t: number): number {
  const seasonal = 15.8 + 9 * Math.cos((2 * Math.PI * (t / dayS - 204)) / 365.2425);
  return seasonal + 2.2 * noise(seed, streams.warmSpell, t, 2.5 * dayS);
}

/** Below this slow part no gust of 15 m/s can come, however the quick part falls. */
const calmWind = 0.6;
const slowWind = (seed: number, t: number) => noise(seed, streams.windSlow, t, 14_400);

/** Speed with a Weibull distribution (shape 2) of mean 3.7 m/s, slow and quick changes together. */
function meanWind(seed: number, t: number): number {
  const quick = noise(seed, streams.windQuick, t, 90);
  const draw = Math.min(normalCdf(0.92 * slowWind(seed, t) + 0.39 * quick), 0.999999);
  return 4.2 * Math.sqrt(-Math.log(1 - draw));
}
