import type { LightReading } from '../../../plant/processing/light-judge';
import type { TimedFault } from '../faults/faults';
import type { PlantPlan, SensorKind, SensorPlan } from '../plan';
import { rainOfDay } from './clouds';
import { type Conditions, rearShare } from './environment';
import { gaussian, noise } from './random';
import { streams } from './streams';
import type { Weather } from './weather';

const dayS = 86_400;
/** Seconds of a UTC day between which the rain of the day falls (early morning). */
const rainFrom = 3600;
const rainTo = 18_000;

/** Errors of a sensor: the constant error (a share for irradiances, the sensor's unit for the rest) and the random variation. */
const errors: Record<SensorKind, readonly [bias: number, restless: number]> = {
  ghi: [0.006, 0.8],
  poa: [0.006, 0.8],
  rpoa: [0.01, 0.4],
  dhi: [0.01, 0.5],
  tmod: [0.25, 0.05],
  tamb: [0.15, 0.03],
  ws: [0.05, 0.1],
  wd: [2, 2],
  rh: [1, 0.2],
  pres: [0.3, 0.02],
  rain: [0, 0],
  snow: [0, 0],
  soil: [0.002, 0.0003],
  incl: [0.1, 0.02],
};
const proportional: readonly SensorKind[] = ['ghi', 'poa', 'rpoa', 'dhi'];

/** How a sensor is used: which sensor it is, of what kind it is, and how its signal is corrected. */
export interface SensorUse {
  readonly kind: SensorKind;
  readonly sensor: SensorPlan;
  /** The value that the datalogger makes of a reading. */
  corrected(value: number): number;
  /** Whether it lies on the plane on which the plant's irradiance is measured. */
  readonly isOnPlane: boolean;
}

const asRead = (value: number) => value;

/** The weather station: what its sensors read under the true conditions. */
export class Sensors {
  readonly #plan: PlantPlan;
  readonly #seed: number;
  readonly #weather: Weather;
  #uses: readonly SensorUse[];
  #rainDay = Number.NaN;
  #rainBefore = 0;

  constructor(plan: PlantPlan, seed: number, weather: Weather) {
    this.#plan = plan;
    this.#seed = seed;
    this.#weather = weather;
    this.#uses = plan.sensors.map(sensor => ({
      kind: sensor.kind,
      sensor,
      corrected: asRead,
      isOnPlane: true,
    }));
  }

  /** From now on the plant's values come from these sensors: for each kind from the first that answers. */
  use(uses: readonly SensorUse[]): void {
    this.#uses = uses;
  }

  /** Reading of one sensor with its errors and faults; null while it does not answer. */
  read(
    sensor: SensorPlan,
    conditions: Conditions,
    cell: number,
    active: readonly TimedFault[],
  ): number | null {
    const { id, kind } = sensor;
    const [bias, restless] = errors[kind];
    const fixed = bias * gaussian(this.#seed, streams.sensorGain, id);
    const moment = restless * gaussian(this.#seed, streams.sensorNoise + id * 1000, conditions.t);
    const truth = this.#truth(kind, conditions, cell);
    let value = proportional.includes(kind) ? truth * (1 + fixed) : truth + fixed;
    value += moment;
    for (const { fault } of active) {
      if (!('sensor' in fault) || fault.sensor !== id) continue;
      if (fault.kind === 'sensor-silent') return null;
      value *= 1 + fault.percent / 100;
    }
    if (kind === 'wd') return (value + 360) % 360;
    return kind === 'ws' || kind === 'rh' ? Math.max(0, Math.min(100, value)) : value;
  }

  /** Reading of the first sensor of a kind that answers. */
  first(
    kind: SensorKind,
    conditions: Conditions,
    cell: number,
    active: readonly TimedFault[],
  ): number | null {
    for (const use of this.#uses) {
      if (use.kind !== kind) continue;
      const value = this.read(use.sensor, conditions, cell, active);
      if (value !== null) return use.corrected(value);
    }
    return null;
  }

  /** Readings of the sensors of the light on the plane of the modules that answer, the preferred one first. */
  light(conditions: Conditions, cell: number, active: readonly TimedFault[]): LightReading[] {
    return this.#uses.flatMap(({ kind, sensor, corrected, isOnPlane }) => {
      if (kind !== 'poa' || !isOnPlane) return [];
      const value = this.read(sensor, conditions, cell, active);
      return value === null ? [] : [{ id: sensor.id, value: corrected(value) }];
    });
  }

  #truth(kind: SensorKind, c: Conditions, cell: number): number {
    switch (kind) {
      case 'ghi':
      case 'poa':
      case 'dhi':
        return c[kind];
      case 'rpoa':
        return rearShare * this.#plan.albedo * c.ghi;
      case 'tmod':
        return cell;
      case 'tamb':
        return c.ambient;
      case 'ws':
        return c.wind;
      case 'wd':
        return this.#weather.windDirection(c.t);
      case 'rh':
        return Math.min(98, 92 - 1.7 * c.ambient + 8 * noise(this.#seed, streams.humidity, c.t, 43_200));
      case 'pres':
        return 1006 + 7 * noise(this.#seed, streams.pressure, c.t, 2 * dayS);
      case 'rain':
        return this.#rainSoFar(c.t);
      case 'snow':
        return 0;
      case 'soil':
        return 1 - c.soiling;
      case 'incl':
        return this.#plan.trackers.length > 0 ? c.trackerTarget : this.#plan.tilt;
    }
  }

  /** Rain since the start of the UTC year in mm, in steps of 0.2 mm like a tipping bucket gauge. */
  #rainSoFar(t: number): number {
    const day = Math.floor(t / dayS);
    if (day !== this.#rainDay) {
      const first = Math.floor(Date.UTC(new Date(t * 1000).getUTCFullYear(), 0, 1) / 1000 / dayS);
      const isNext = day === this.#rainDay + 1 && day !== first;
      if (isNext) this.#rainBefore += rainOfDay(this.#seed, day - 1);
      else {
        this.#rainBefore = 0;
        for (let past = first; past < day; past++) this.#rainBefore += rainOfDay(this.#seed, past);
      }
      this.#rainDay = day;
    }
    const progress = Math.max(0, Math.min(1, (t - day * dayS - rainFrom) / (rainTo - rainFrom)));
    return Math.floor((this.#rainBefore + rainOfDay(this.#seed, day) * progress) / 0.2) * 0.2;
  }
}
