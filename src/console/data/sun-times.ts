const radians = Math.PI / 180;
const dayS = 86_400;
/** Noon of 1 January 2000, UTC. */
const j2000S = 946_728_000;

/** Epoch seconds. Sunrise and sunset are null where the sun does not cross the horizon that day. */
export interface SunTimes {
  readonly sunriseS: number | null;
  readonly noonS: number;
  readonly sunsetS: number | null;
}

/**
 * Declination in radians and equation of time in seconds, by the low-precision formulae of the Astronomical Almanac:
 * within 0.01 degrees and 4 s from 1950 to 2050.
 */
function sunAt(epochS: number): { readonly declination: number; readonly equationS: number } {
  const days = (epochS - j2000S) / dayS;
  const longitude = 280.46 + 0.9856474 * days;
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const ecliptic = (longitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const obliquity = (23.439 - 0.0000004 * days) * radians;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic)) / radians;
  const offset = longitude - ascension;
  // Mean and true sun differ by far less than 180 degrees: whole turns are removed.
  const equation = offset - 360 * Math.round(offset / 360);
  return { declination: Math.asin(Math.sin(obliquity) * Math.sin(ecliptic)), equationS: equation * 240 };
}

/**
 * Sunrise, solar noon and sunset of the solar day that `epochS` falls in. Degrees, north and east positive; upper limb on
 * the horizon with standard refraction (zenith 90.833 degrees).
 */
export function sunTimes(epochS: number, latitude: number, longitude: number): SunTimes {
  const meanNoonS = (Math.floor((epochS + longitude * 240) / dayS) + 0.5) * dayS - longitude * 240;
  const noonS = meanNoonS - sunAt(meanNoonS).equationS;
  const crossing = (direction: -1 | 1): number | null => {
    const first = horizonS(noonS, meanNoonS, latitude, direction);
    // The sun moves during half a day: the time is computed again with the sun's position at the first result.
    return first === null ? null : horizonS(first, meanNoonS, latitude, direction);
  };
  return { sunriseS: crossing(-1), noonS, sunsetS: crossing(1) };
}

/** Time at which the sun, with its position at `atS`, crosses the horizon before (-1) or after (1) noon. Epoch seconds. */
function horizonS(atS: number, meanNoonS: number, latitude: number, direction: -1 | 1): number | null {
  const { declination, equationS } = sunAt(atS);
  const cosHourAngle =
    Math.cos(90.833 * radians) / (Math.cos(latitude * radians) * Math.cos(declination)) -
    Math.tan(latitude * radians) * Math.tan(declination);
  if (Math.abs(cosHourAngle) > 1) return null;
  return meanNoonS - equationS + direction * (Math.acos(cosHourAngle) / radians) * 240;
}
