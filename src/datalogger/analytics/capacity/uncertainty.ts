import type { Configuration } from '../../../contract/config/kinds';
import { calibrationEnd } from '../../plant/processing/dates';
import { lightSensors } from '../../plant/processing/sensors';

/** What a figure is uncertain by: expanded (k = 2), %. */
export interface Uncertainty {
  /** The class of the pyranometer; null where none was entered. */
  readonly lightClass: 'A' | 'B' | 'C' | null;
  readonly light: number;
  /** Whether its calibration ran out, or was never entered. */
  readonly isOverdue: boolean;
  readonly calibrated: string | null;
  /** The class of the production meter; null where inverters measure. */
  readonly meterClass: string | null;
  readonly meter: number;
  readonly temperature: number;
}

/** Of hourly sums, 95 %, by the class of ISO 9060 (WMO guide to instruments, 7.1). */
const lightUncertainty = { A: 3, B: 8, C: 20 } as const;
/** How much a pyranometer may change in a year (ISO 9060:2018, long-term stability), %. */
const yearlyChange = { A: 0.8, B: 1.5, C: 3 } as const;
/** What accuracy classes of meters allow (EN 62053, EN 50470), %. */
const meterUncertainty: Readonly<Record<string, number>> = { '0.2S': 0.2, '0.5S': 0.5, '1': 1, B: 1, C: 0.5 };
/** What data sheets give for the own measurement of inverters, %. */
const inverterUncertainty = 3;
/** What a sensor on the back of a module may be wrong by, with its place: assumed, K. */
const temperatureKelvin = 2;
const yearS = 365.25 * 86_400;

/** Of irradiance, energy and module temperature at a time (epoch seconds), with the classes and calibrations that are configured. */
export function uncertaintyAt(
  t: number,
  { sensori, contatori }: Pick<Configuration, 'sensori' | 'contatori'>,
  gamma: number | null,
): Uncertainty {
  const [reference] = lightSensors({ sensori });
  const meter = contatori.find(({ ruolo }) => ruolo === 'produzione');
  const lightClass = reference?.classe || null;
  const known = lightClass ?? 'C';
  const calibrated = reference?.tarato_il ?? null;
  const years = calibrated === null ? 0 : Math.max(0, (t - Date.parse(calibrated) / 1000) / yearS);
  const end = reference ? calibrationEnd(calibrated, reference.validita) : null;
  return {
    lightClass,
    light: Math.hypot(lightUncertainty[known], years * yearlyChange[known]),
    isOverdue: end === null || t > Date.parse(end) / 1000,
    calibrated,
    meterClass: meter?.classe ?? null,
    meter: meter ? (meterUncertainty[meter.classe] ?? inverterUncertainty) : inverterUncertainty,
    temperature: Math.abs(gamma ?? 0) * temperatureKelvin,
  };
}

/** Of a performance ratio: of energy and light. */
export const ofRatio = ({ light, meter }: Uncertainty): number => Math.hypot(light, meter);
/** Of what is compared with the model: of the temperature too. */
export const ofIndex = (all: Uncertainty): number => Math.hypot(ofRatio(all), all.temperature);
