/** What the field's modules do with light and heat. */
export const moduleCoefficients = {
  /** Power per K. */
  gamma: -0.0035,
  /** Voltage at maximum power per K; with the current's +0.05 %/K it gives `gamma`. */
  beta: -0.004,
  /** Wiring, quality, light-induced: the nominal direct-current losses. */
  otherLoss: 0.03,
  /** Time constant of the cell temperature, s. */
  thermalLagS: 420,
} as const;

/** Steady cell temperature in °C (Faiman); irradiance in W/m², wind in m/s. */
export function cellTemperature(ambient: number, poa: number, wind: number): number {
  return ambient + poa / (25 + 6.84 * wind);
}

/** What is left after `seconds` of a difference that a first-order lag makes up. */
export function remainder(seconds: number, timeConstantS: number): number {
  return Math.exp(-seconds / timeConstantS);
}

/** Direct-current power in kW per kWp of clean, healthy modules with nominal losses. */
export function specificPower(effective: number, temperature: number): number {
  const { gamma, otherLoss } = moduleCoefficients;
  return (effective / 1000) * Math.max(0, 1 + gamma * (temperature - 25)) * (1 - otherLoss);
}

/** Voltage of a string at maximum power, V, of its nominal voltage; 0 in the dark. */
export function stringVoltage(nominal: number, effective: number, temperature: number): number {
  if (effective < 1) return 0;
  const { beta } = moduleCoefficients;
  return nominal * (1 + beta * (temperature - 25)) * (1 + 0.03 * Math.log(effective / 1000));
}

const nominalEfficiency = 0.985;

/** Alternating-current power in kW for a direct-current power, before any limit (PVWatts efficiency curve). */
export function acPower(dcKw: number, ratedKw: number): number {
  if (dcKw <= 0) return 0;
  const load = (dcKw * nominalEfficiency) / ratedKw;
  const efficiency = (nominalEfficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858);
  return Math.max(0, efficiency * dcKw);
}
