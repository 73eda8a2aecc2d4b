import {
  clearSky,
  cosIncidence,
  decompose,
  extraterrestrial,
  fixedPlane,
  type Irradiance,
  type Plane,
  type PlaneIrradiance,
  transpose,
} from '../../../plant/solar/sky';
import { type SunPosition, sunPosition } from '../../../plant/solar/sun';
import {
  type TrackerAngle,
  type TrackerSetting,
  trackerAngle,
  trackerLimits,
  trackerPlane,
} from '../../../plant/solar/tracker';
import type { PlantPlan, SensorKind } from '../plan';
import { createWeather, type Weather } from './weather';

/** Share of the light reflected by the ground that reaches the rear of the modules. */
export const rearShare = 0.6;

/** Sun, sky and air at one moment. Irradiances in W/m², angles in degrees, temperature in °C, wind in m/s. */
export interface Conditions extends Irradiance, PlaneIrradiance {
  t: number;
  readonly sun: SunPosition;
  extra: number;
  readonly tracker: TrackerAngle;
  isStowed: boolean;
  /** Target angle of the trackers, with backtracking, stow and night position. 0 for a fixed plant. */
  trackerTarget: number;
  readonly plane: Plane;
  ambient: number;
  wind: number;
  /** Share of the light that the whole field loses to dirt, 0 to 0.3. */
  soiling: number;
}

export function emptyConditions(): Conditions {
  return {
    t: 0,
    sun: { elevation: 0, azimuth: 0, cosZenith: 0, east: 0, north: 0 },
    extra: 0,
    tracker: { ideal: 0, target: 0, isBacktracking: false },
    isStowed: false,
    trackerTarget: 0,
    plane: { east: 0, north: 0, up: 1 },
    ghi: 0,
    dni: 0,
    dhi: 0,
    poa: 0,
    effective: 0,
    ambient: 0,
    wind: 0,
    soiling: 0,
  };
}

/** The plant's surroundings as functions of time. No result depends on an earlier call. */
export class Environment {
  readonly weather: Weather;
  /** The tracker setting with which the light on the field is computed. */
  trackers: TrackerSetting = trackerLimits;
  readonly #plan: PlantPlan;
  readonly #fixed: Plane;
  readonly #plane: Plane = { east: 0, north: 0, up: 1 };
  readonly #sky: Irradiance = { ghi: 0, dni: 0, dhi: 0 };
  readonly #light: PlaneIrradiance = { poa: 0, effective: 0 };
  readonly #scratch = emptyConditions();

  constructor(plan: PlantPlan, seed: number) {
    this.#plan = plan;
    this.#fixed = fixedPlane(plan.tilt, plan.azimuth);
    this.weather = createWeather(seed, plan.site.longitude);
  }

  /** Writes the conditions at `t` into `out`. */
  at(t: number, out: Conditions): void {
    this.#geometry(t, out);
    this.#air(t, out);
    darken(out);
    if (out.sun.cosZenith > 0) this.#illuminate(out, out.plane, this.weather.clearIndex(t), out, out);
  }

  /** Writes the means over `seconds` (whole minutes) from `t` into `out`: the sun in the middle of that time, the clouds of each minute. */
  mean(t: number, seconds: number, out: Conditions): void {
    this.#geometry(t + seconds / 2, out);
    this.#air(out.t, out);
    darken(out);
    if (out.sun.cosZenith <= 0) return;
    const samples = this.weather.typeAt(t) === 'clear' ? 1 : seconds / 60;
    for (let n = 0; n < samples; n++) {
      const index = this.weather.clearIndex(t + ((n + 0.5) * seconds) / samples);
      this.#illuminate(out, out.plane, index, this.#sky, this.#light);
      out.ghi += this.#sky.ghi / samples;
      out.dni += this.#sky.dni / samples;
      out.dhi += this.#sky.dhi / samples;
      out.poa += this.#light.poa / samples;
      out.effective += this.#light.effective / samples;
    }
  }

  /** Light through the glass (W/m²) with the clouds of `delayS` seconds ago and the sun and plane of `conditions`. */
  effectiveAfter(conditions: Conditions, delayS: number): number {
    const { sun, plane, t } = conditions;
    if (sun.cosZenith <= 0) return 0;
    this.#illuminate(conditions, plane, this.weather.clearIndex(t - delayS), this.#sky, this.#light);
    return this.#light.effective;
  }

  /** Light on trackers that stand still at `angle`, as a share of the light on trackers that follow the sun. */
  shareAt(conditions: Conditions, angle: number): number {
    const tracking = this.effectiveAfter(conditions, 0);
    if (tracking < 1) return 1;
    trackerPlane(angle, this.#plane);
    const index = this.weather.clearIndex(conditions.t);
    this.#illuminate(conditions, this.#plane, index, this.#sky, this.#light);
    return this.#light.effective / tracking;
  }

  /** What an irradiance sensor would read under a clear sky, with sun and plane of `conditions`; null for other kinds. */
  clearSky(kind: SensorKind, conditions: Conditions): number | null {
    if (kind !== 'ghi' && kind !== 'poa' && kind !== 'rpoa' && kind !== 'dhi') return null;
    if (conditions.sun.cosZenith <= 0) return 0;
    this.#illuminate(conditions, conditions.plane, 1, this.#sky, this.#light);
    if (kind === 'poa') return this.#light.poa;
    return kind === 'rpoa' ? rearShare * this.#plan.albedo * this.#sky.ghi : this.#sky[kind];
  }

  /** Light on the modules' plane that belongs to an irradiance on the horizontal, with sun and plane of `conditions`, W/m². */
  planeLight(ghi: number, conditions: Conditions): number {
    if (conditions.sun.cosZenith <= 0) return 0;
    const index = ghi / clearSky(conditions.sun.cosZenith);
    this.#illuminate(conditions, conditions.plane, index, this.#sky, this.#light);
    return this.#light.poa;
  }

  /** Whether wind keeps trackers with this setting at the stow angle. */
  isStowed(t: number, { stowGust, returnGust, stowReturnS }: TrackerSetting): boolean {
    if (returnGust === stowGust) return this.weather.hasGusted(t, stowGust, stowReturnS);
    return this.weather.isStormy(t, stowGust, returnGust, stowReturnS);
  }

  /** Target angle of the trackers at `t`, degrees. */
  targetAt(t: number): number {
    this.#geometry(t, this.#scratch);
    return this.#scratch.trackerTarget;
  }

  #geometry(t: number, out: Conditions): void {
    const { site, trackers } = this.#plan;
    out.t = t;
    sunPosition(t, site.latitude, site.longitude, out.sun);
    out.extra = extraterrestrial(t);
    if (trackers.length === 0) {
      Object.assign(out.plane, this.#fixed);
      return;
    }
    trackerAngle(out.sun.east, out.sun.cosZenith, out.tracker, this.trackers);
    const { stowAngle, nightAngle } = this.trackers;
    out.isStowed = this.isStowed(t, this.trackers);
    if (out.isStowed) out.trackerTarget = stowAngle;
    else out.trackerTarget = out.sun.elevation > 0 ? out.tracker.target : nightAngle;
    trackerPlane(out.trackerTarget, out.plane);
  }

  #air(t: number, out: Conditions): void {
    out.ambient = this.weather.ambient(t);
    out.wind = this.weather.wind(t);
    out.soiling = this.weather.soilingAt(t);
  }

  #illuminate(c: Conditions, plane: Plane, index: number, sky: Irradiance, out: PlaneIrradiance): void {
    const { cosZenith } = c.sun;
    decompose(index * clearSky(cosZenith), cosZenith, c.extra, sky);
    const cosAoi = cosIncidence(plane, c.sun);
    transpose(
      sky,
      { cosAoi, cosZenith, cosTilt: plane.up },
      { extra: c.extra, albedo: this.#plan.albedo },
      out,
    );
  }
}

function darken(out: Conditions): void {
  out.ghi = out.dni = out.dhi = out.poa = out.effective = 0;
}
