import { acPower, specificPower } from '../solar/module';
import type { Light } from '../source';

/** Below this irradiance on the modules no power is expected, W/m². */
const leastLight = 1;

/** DC power in kW that `peakKwp` of clean, healthy modules should give at a measured irradiance (W/m²) and module temperature (°C). */
export function expectedDirect(
  { peakKwp }: { readonly peakKwp: number },
  poa: number,
  cell: number,
  { onPlane, throughGlass }: Light,
): number {
  if (onPlane < leastLight) return 0;
  return specificPower((Math.max(0, poa) * throughGlass) / onPlane, cell) * peakKwp;
}

/**
 * kW that a plant of `peakKwp` and `ratedKw` should give at a measured irradiance (W/m²) and module temperature (°C): nominal losses,
 * clean, no fault, not above the rated power. `light` says which share of the light passes the glass.
 */
export function expectedPower(
  design: { readonly peakKwp: number; readonly ratedKw: number },
  poa: number,
  cell: number,
  light: Light,
): number {
  const { ratedKw } = design;
  return Math.min(ratedKw, acPower(expectedDirect(design, poa, cell, light), ratedKw));
}
