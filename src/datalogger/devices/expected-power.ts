import { acPower, specificPower } from '../solar/module';
import type { Light } from '../source';

/** Below this irradiance on the modules no power is expected, W/m². */
const leastLight = 1;

/**
 * kW that a plant of `peakKwp` and `ratedKw` should give at a measured irradiance (W/m²) and module temperature (°C): nominal losses,
 * clean, no fault, not above the rated power. `light` says which share of the light passes the glass.
 */
export function expectedPower(
  { peakKwp, ratedKw }: { readonly peakKwp: number; readonly ratedKw: number },
  poa: number,
  cell: number,
  { onPlane, throughGlass }: Light,
): number {
  if (onPlane < leastLight) return 0;
  const dcKw = specificPower((Math.max(0, poa) * throughGlass) / onPlane, cell) * peakKwp;
  return Math.min(ratedKw, acPower(dcKw, ratedKw));
}
