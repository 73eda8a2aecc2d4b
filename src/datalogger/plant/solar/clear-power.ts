import type { Light, Site } from '../source';
import { clearLight, usualAlbedo } from './clear-light';
import { acPower, cellTemperature, specificPower, usualWind } from './module';
import { fixedPlane } from './sky';
import { sunPosition } from './sun';
import { trackerAngle, trackerPlane } from './tracker';

/** What a plant is, for its power under a clear sky. */
export interface ClearPlant {
  readonly site: Site;
  /** Whether its modules follow the sun, on axes from north to south. */
  readonly hasTrackers: boolean;
  readonly peakKwp: number;
  readonly ratedKw: number;
}

/**
 * kW of the plant under a clear sky at `t` (epoch seconds) and an air temperature (°C): clean, with nominal losses, not above its rated power.
 * Haurwitz, Erbs, Hay-Davies for the light, Faiman for the temperature of the modules.
 */
export function clearPower(t: number, plant: ClearPlant, ambient: number): number {
  const { peakKwp, ratedKw } = plant;
  const { onPlane, throughGlass } = lightOnModules(t, plant);
  if (onPlane <= 0) return 0;
  const cell = cellTemperature(ambient, onPlane, usualWind);
  return Math.min(ratedKw, acPower(specificPower(throughGlass, cell) * peakKwp, ratedKw));
}

/** The light on the modules of a plant under a clear sky at `t` (epoch seconds), W/m². */
export function lightOnModules(
  t: number,
  { site, hasTrackers }: Pick<ClearPlant, 'site' | 'hasTrackers'>,
): Light {
  const sun = sunPosition(t, site.latitude, site.longitude);
  if (sun.cosZenith <= 0) return { onPlane: 0, throughGlass: 0 };
  const target = { ideal: 0, target: 0, isBacktracking: false };
  const plane = hasTrackers
    ? trackerPlane(trackerAngle(sun.east, sun.cosZenith, target).target, { east: 0, north: 0, up: 1 })
    : fixedPlane(site.tilt, site.azimuth);
  return clearLight(t, { albedo: usualAlbedo, ...site }, plane);
}
