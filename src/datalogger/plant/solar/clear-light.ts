import type { Light } from '../source';
import { clearSky, cosIncidence, decompose, extraterrestrial, type Plane, transpose } from './sky';
import { sunPosition } from './sun';

/** Light under a clear sky, W/m²: global and diffuse on the horizontal; on a plane in front of and behind the glass of its modules. */
export interface ClearLight extends Light {
  readonly ghi: number;
  readonly dhi: number;
}

export interface Where {
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
  /** Share of the light that the ground reflects. */
  readonly albedo: number;
}

/** Share of the light that usual ground reflects. */
export const usualAlbedo = 0.2;

/** The light on a plane under a clear sky at `t` (epoch seconds), with the horizontal irradiance of Haurwitz. */
export function clearLight(t: number, where: Where, plane: Plane): ClearLight {
  return lightOn(t, where, plane, clearSky);
}

/** The light on a plane at `t` (epoch seconds), computed from the irradiance on the horizontal (W/m²). */
export function lightFrom(ghi: number, t: number, where: Where, plane: Plane): ClearLight {
  return lightOn(t, where, plane, () => Math.max(0, ghi));
}

/** Erbs, Hay-Davies, ASHRAE for the glass. `horizontal`: W/m² on the horizontal, by the cosine of the sun's zenith angle. */
function lightOn(
  t: number,
  { latitude, longitude, albedo }: Where,
  plane: Plane,
  horizontal: (cosZenith: number) => number,
): ClearLight {
  const sun = sunPosition(t, latitude, longitude, {
    elevation: 0,
    azimuth: 0,
    cosZenith: 0,
    east: 0,
    north: 0,
  });
  const { cosZenith } = sun;
  if (cosZenith <= 0) return { ghi: 0, dhi: 0, onPlane: 0, throughGlass: 0 };
  const extra = extraterrestrial(t);
  const sky = decompose(horizontal(cosZenith), cosZenith, extra, { ghi: 0, dni: 0, dhi: 0 });
  const angles = { cosAoi: cosIncidence(plane, sun), cosZenith, cosTilt: plane.up };
  const { poa, effective } = transpose(sky, angles, { extra, albedo }, { poa: 0, effective: 0 });
  return { ghi: sky.ghi, dhi: sky.dhi, onPlane: poa, throughGlass: effective };
}
