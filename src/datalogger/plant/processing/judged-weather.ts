import type { Configuration } from '../../../contract/config/kinds';
import { clearLight, lightFrom, usualAlbedo, type Where } from '../solar/clear-light';
import { computedTemperature } from '../solar/module';
import { fixedPlane, type Plane } from '../solar/sky';
import { trackerPlane } from '../solar/tracker';
import type { Answer, Light, Site } from '../source';
import {
  LightJudge,
  type LightReading,
  type LightVerdict,
  type LightWitnesses,
  leastLight,
} from './light-judge';
import { designOf, expectedNow, type Weather } from './plant-sums';
import { firstReading, lightReadings } from './sensors';

/** The answers of the plant at one moment, and what is known of its place. */
export interface WeatherParts {
  readonly configuration: Configuration;
  /** By record id. */
  readonly sensors: ReadonlyMap<number, Answer>;
  readonly inverters: ReadonlyMap<number, Answer>;
  /** Null until the plant's place is configured. */
  readonly place: (Where & { readonly plane: Plane }) | null;
  readonly light: Light | null;
}

/** The plane of the modules, or that of their trackers at the mean of their angles (degrees); null until the plant's place is configured. */
export function placeOf(site: Site | null, trackerAngles: readonly (number | null)[]): WeatherParts['place'] {
  if (!site) return null;
  const angles = trackerAngles.flatMap(angle => angle ?? []);
  const mean = angles.reduce((sum, angle) => sum + angle, 0) / angles.length;
  const plane =
    angles.length > 0
      ? trackerPlane(mean, { east: 0, north: 0, up: 1 })
      : fixedPlane(site.tilt, site.azimuth);
  return { albedo: usualAlbedo, ...site, plane };
}

/** The plant's weather, with the irradiance of the sensor that is believed. */
export class JudgedWeather {
  readonly #judge = new LightJudge();
  #judgedAt = Number.NaN;
  #verdict: LightVerdict = { used: null, isDoubted: false, sensors: new Map() };

  /** The weather at `t`, seconds of the steady clock, which does not go back. */
  at(t: number, parts: WeatherParts): Weather & { readonly verdict: LightVerdict } {
    const { configuration, sensors } = parts;
    const measured = firstReading(configuration, sensors, 'tmod');
    const ambient = firstReading(configuration, sensors, 'tamb');
    const readings = lightReadings(configuration, sensors);
    // The verdict of a moment is made once, however many values of that moment need it.
    if (t !== this.#judgedAt) {
      const seconds = Number.isNaN(this.#judgedAt) ? 0 : t - this.#judgedAt;
      this.#judgedAt = t;
      this.#verdict = this.#judge.judge(readings, () => witnessesOf(t, parts, readings, measured), seconds);
    }
    const { used, isDoubted } = this.#verdict;
    const poa = used?.value ?? firstReading(configuration, sensors, 'poa');
    const computed = () => computedTemperature(ambient, poa, firstReading(configuration, sensors, 'ws'));
    const cell = measured ?? computed();
    const isCellComputed = measured === null && cell !== null;
    return { poa, isLightDoubted: isDoubted, cell, isCellComputed, ambient, verdict: this.#verdict };
  }
}

function witnessesOf(
  t: number,
  { configuration, sensors, inverters, place, light }: WeatherParts,
  readings: readonly LightReading[],
  cell: number | null,
): LightWitnesses {
  const ghi = firstReading(configuration, sensors, 'ghi');
  const answering = [...inverters.values()].filter(({ isResponding }) => isResponding);
  const powerKw = answering.reduce((sum, { values }) => sum + (values.pac ?? 0), 0);
  const brightest = Math.max(leastLight, ...readings.map(({ value }) => value));
  const expectedKw = expectedNow(designOf(configuration), { poa: brightest, cell }, light);
  return {
    fromHorizontal: ghi === null || place === null ? null : lightFrom(ghi, t, place, place.plane).onPlane,
    clearSky: place === null ? null : clearLight(t, place, place.plane).onPlane,
    leastForPower: leastLightFor(powerKw / rearGain(configuration), brightest, expectedKw),
  };
}

/** By how much modules that are lit from behind may make more. */
const rearGain = ({ sensori }: Configuration) => (sensori.some(({ tipo }) => tipo === 'rpoa') ? 1.15 : 1);

/** W/m² that a plant without losses needs for a power, from what is expected of it at an irradiance; null where nothing is expected. */
export function leastLightFor(powerKw: number, irradiance: number, expectedKw: number | null): number | null {
  return expectedKw === null || expectedKw <= 0 ? null : (irradiance * powerKw) / expectedKw;
}
