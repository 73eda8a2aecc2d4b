import { usualCoverage } from '../../../contract/coverage';
import type { PlantBody } from '../../../contract/plant';
import type { FigureLimits } from '../source';

type Configured = Pick<
  PlantBody,
  'soglia_irraggiamento' | 'copertura_certa' | 'copertura_minima' | 'potenza_picco'
>;

/** Of a plant that is not configured. */
export const usualLimits: FigureLimits = { usefulLight: 50, coverage: usualCoverage };

/** Below this irradiance (W/m²) a pyranometer shows its offset rather than light (IEC 61724-1, daylight hours). */
const leastLight = 20;

/** The irradiance that counts as light, W/m². */
export const countedLight = (irradiance: number): number => (irradiance < leastLight ? 0 : irradiance);

/**
 * Whether there is light to make energy of: as the irradiance (W/m²) says, else as the inverters show by their yield (kW/kWp), of which a
 * plant makes about as much in full light of 1,000 W/m² as its installed power.
 */
export const isUseful = (irradiance: number | null, yieldPerKwp: number, { usefulLight }: FigureLimits) =>
  irradiance === null ? yieldPerKwp >= usefulLight / 1000 : irradiance >= usefulLight;

/**
 * Peak power that yields and the performance ratio are of at this moment, kWp: that of the plant's data, else what is configured of the
 * inverters that are asked.
 */
export const peakOf = <C extends number | null>({ peakKwp }: FigureLimits, configuredKwp: C): number | C =>
  peakKwp ?? configuredKwp;

/** As they are configured. */
export const limitsOf = (plant: Configured): FigureLimits => ({
  usefulLight: plant.soglia_irraggiamento,
  coverage: { certain: plant.copertura_certa, least: plant.copertura_minima },
  peakKwp: plant.potenza_picco,
});
