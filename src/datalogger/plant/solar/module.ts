/** Coefficients of the modules for temperature and losses. */
export const moduleCoefficients = {
  /** Change of the power per K, as a share. */
  gamma: -0.0035,
  /** Change of the voltage at maximum power per K, as a share. Together with the current's +0.05 %/K it gives `gamma`. */
  beta: -0.004,
  /** Nominal DC losses as a share: wiring, module quality, light-induced degradation. */
  otherLoss: 0.03,
  /** Time constant of the cell temperature, s. */
  thermalLagS: 420,
} as const;

/** Cell temperature in the steady state, °C (Faiman); irradiance in W/m², wind in m/s. */
export function cellTemperature(ambient: number, poa: number, wind: number): number {
  return ambient + poa / (25 + 6.84 * wind);
}

/** m/s, where nothing measures the wind. */
export const usualWind = 2;

/** Module temperature in °C where no sensor measures it: of air, irradiance and wind (Faiman); null where one of the first two is not known. */
export function computedTemperature(
  ambient: number | null,
  poa: number | null,
  wind: number | null,
): number | null {
  return ambient === null || poa === null ? null : cellTemperature(ambient, poa, wind ?? usualWind);
}

/** Share of a difference that a first-order lag leaves after `seconds`. */
export function remainder(seconds: number, timeConstantS: number): number {
  return Math.exp(-seconds / timeConstantS);
}

/** DC power in kW per kWp of clean, healthy modules with nominal losses. */
export function specificPower(effective: number, temperature: number): number {
  const { gamma, otherLoss } = moduleCoefficients;
  return (effective / 1000) * Math.max(0, 1 + gamma * (temperature - 25)) * (1 - otherLoss);
}

/** Voltage of a string at maximum power, V; `nominal` is its nominal voltage in V. 0 in the dark. */
export function stringVoltage(nominal: number, effective: number, temperature: number): number {
  if (effective < 1) return 0;
  const { beta } = moduleCoefficients;
  return nominal * (1 + beta * (temperature - 25)) * (1 + 0.03 * Math.log(effective / 1000));
}

const nominalEfficiency = 0.985;

/** AC power in kW from a DC power, before any limit (PVWatts efficiency curve). */
export function acPower(dcKw: number, ratedKw: number): number {
  if (dcKw <= 0) return 0;
  const load = (dcKw * nominalEfficiency) / ratedKw;
  const efficiency = (nominalEfficiency / 0.9637) * (-0.0162 * load - 0.0059 / load + 0.9858);
  return Math.max(0, efficiency * dcKw);
}
