const radians = Math.PI / 180;

/** Elevation of the sun (degrees) below which sensors and strings are not judged. */
export const daylightElevation = 10;

/** Position of the sun. Angles in degrees, azimuth from north through east. The elevation includes refraction. */
export interface SunPosition {
  elevation: number;
  azimuth: number;
  /** Cosine of the apparent zenith angle; negative below the horizon. */
  cosZenith: number;
  /** Unit vector towards the sun: its parts to the east and to the north. Its vertical part is `cosZenith`. */
  east: number;
  north: number;
}

interface Orbit {
  /** Sine of the declination. */
  sinDeclination: number;
  /** Equation of time in minutes. */
  equation: number;
}

/** Declination and equation of time by the NOAA solar calculator (Meeus), within 0.005 degrees of NREL SPA. */
function orbit(epochS: number): Orbit {
  const century = (epochS / 86_400 - 10_957.5) / 36_525;
  const longitude = (280.46646 + 36_000.76983 * century) * radians;
  const anomaly = (357.52911 + 35_999.05029 * century) * radians;
  const node = (125.04 - 1934.136 * century) * radians;
  const sinAnomaly = Math.sin(anomaly);
  const centre =
    (1.914602 - 0.004817 * century) * sinAnomaly +
    0.019993 * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const apparent = longitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * radians;
  const obliquity = (23.4393 - 0.013 * century + 0.00256 * Math.cos(node)) * radians;
  const y = Math.tan(obliquity / 2) ** 2;
  const eccentricity = 0.016709 - 0.000042 * century;
  const sin2L = Math.sin(2 * longitude);
  const cos2L = Math.cos(2 * longitude);
  const equation =
    y * sin2L -
    2 * eccentricity * sinAnomaly +
    4 * eccentricity * y * sinAnomaly * cos2L -
    y * y * sin2L * cos2L -
    1.25 * eccentricity ** 2 * Math.sin(2 * anomaly);
  return {
    sinDeclination: Math.sin(obliquity) * Math.sin(apparent),
    equation: (4 * equation) / radians,
  };
}

/** Atmospheric refraction in degrees at a geometric elevation in degrees (NOAA). */
function refraction(elevation: number): number {
  if (elevation > 85) return 0;
  const tangent = Math.tan(elevation * radians);
  if (elevation > 5) return (58.1 / tangent - 0.07 / tangent ** 3) / 3600;
  if (elevation < -0.575) return -20.774 / tangent / 3600;
  return (
    (1735 + elevation * (-518.2 + elevation * (103.4 + elevation * (-12.79 + elevation * 0.711)))) / 3600
  );
}

/** Position of the sun at an instant, written into `out` when given. Latitude and longitude in degrees, east positive. */
export function sunPosition(
  epochS: number,
  latitude: number,
  longitude: number,
  out: SunPosition = { elevation: 0, azimuth: 0, cosZenith: 0, east: 0, north: 0 },
): SunPosition {
  const { sinDeclination, equation } = orbit(epochS);
  const cosDeclination = Math.sqrt(1 - sinDeclination ** 2);
  const sinLatitude = Math.sin(latitude * radians);
  const cosLatitude = Math.cos(latitude * radians);
  const minutes = (epochS - Math.floor(epochS / 86_400) * 86_400) / 60;
  const hourAngle = ((minutes + equation + 4 * longitude) / 4 - 180) * radians;
  const cosHour = Math.cos(hourAngle);
  const cosTrue = sinLatitude * sinDeclination + cosLatitude * cosDeclination * cosHour;
  const azimuth =
    Math.PI +
    Math.atan2(Math.sin(hourAngle), cosHour * sinLatitude - (sinDeclination / cosDeclination) * cosLatitude);
  const trueElevation = Math.asin(Math.max(-1, Math.min(1, cosTrue))) / radians;
  out.elevation = trueElevation + refraction(trueElevation);
  out.azimuth = (azimuth / radians + 360) % 360;
  out.cosZenith = Math.sin(out.elevation * radians);
  const horizontal = Math.cos(out.elevation * radians);
  out.east = horizontal * Math.sin(azimuth);
  out.north = horizontal * Math.cos(azimuth);
  return out;
}

export interface SunTimes {
  /** Epoch seconds; sunrise and sunset are null when the sun does not rise or does not set on that day. */
  readonly sunrise: number | null;
  readonly noon: number;
  readonly sunset: number | null;
}

/** Sunrise, solar noon and sunset (upper limb, standard refraction) of the solar day whose noon is nearest to `epochS`. */
export function sunTimes(epochS: number, latitude: number, longitude: number): SunTimes {
  const day = Math.round((epochS + longitude * 240) / 86_400 - 0.5);
  const meanNoon = (day + 0.5) * 86_400 - longitude * 240;
  const noon = meanNoon - orbit(meanNoon).equation * 60;
  const crossing = (direction: -1 | 1) => {
    let t: number | null = noon;
    for (let round = 0; round < 3 && t !== null; round++)
      t = horizonCrossing(t, meanNoon, latitude, direction);
    return t;
  };
  return { sunrise: crossing(-1), noon, sunset: crossing(1) };
}

function horizonCrossing(at: number, meanNoon: number, latitude: number, direction: -1 | 1): number | null {
  const { sinDeclination, equation } = orbit(at);
  const cosDeclination = Math.sqrt(1 - sinDeclination ** 2);
  const cosHour =
    (Math.cos(90.833 * radians) - Math.sin(latitude * radians) * sinDeclination) /
    (Math.cos(latitude * radians) * cosDeclination);
  if (Math.abs(cosHour) > 1) return null;
  return meanNoon - equation * 60 + direction * (Math.acos(cosHour) / radians) * 240;
}
