/*
 * Key figures of a photovoltaic plant, by IEC 61724-1 unless another source is named. Energies in kWh. Yields in kWh/kWp, which equals
 * hours at full power. The result is null when an input is null or a denominator is 0.
 */

type Known = number | null;

/** `numerator / denominator`; null where one is missing or the denominator is not positive. */
export function ratio(numerator: Known, denominator: Known): Known {
  return numerator === null || denominator === null || denominator <= 0 ? null : numerator / denominator;
}

const difference = (from: Known, less: Known): Known => (from === null || less === null ? null : from - less);

const percent = (share: Known): Known => (share === null ? null : 100 * share);

/** Yr in hours: irradiation on the plane of the modules (kWh/m²) divided by 1 kW/m². */
export const referenceYield = (irradiation: Known): Known => irradiation;

/** E / P0. With the AC energy it is Yf, the specific yield (SunSpec, Watson); with the DC energy it is Ya. */
export const yieldOf = (energyKwh: Known, peakKwp: Known): Known => ratio(energyKwh, peakKwp);

/** Lc = Yr - Ya: losses of the array (temperature, soiling, mismatch, standstill). */
export const captureLoss = (reference: Known, array: Known): Known => difference(reference, array);

/** Ls = Ya - Yf: losses of the inverters. */
export const systemLoss = (array: Known, final: Known): Known => difference(array, final);

/**
 * PR in %: sum(P dt) / sum(P0 G / 1000 dt), both over the time in which power and irradiance were measured. For a longer period the
 * sums are divided; ratios are never averaged.
 */
export const performanceRatio = (measuredKwh: Known, referenceKwh: Known): Known =>
  percent(ratio(measuredKwh, referenceKwh));

/**
 * PR' in %, at 25 °C: the reference energy is weighted by C = 1 + gamma (Tmod - 25). C is linear in Tmod, so the reference energy times
 * C at the mean temperature (weighted by the irradiance) equals sum(C P0 G / 1000 dt). `gamma` in %/K, negative.
 */
export function performanceRatioAt25(
  measuredKwh: Known,
  referenceKwh: Known,
  meanTemperature: Known,
  gamma: Known,
): Known {
  if (referenceKwh === null || meanTemperature === null || gamma === null) return null;
  const weight = 1 + (gamma / 100) * (meanTemperature - 25);
  return percent(ratio(measuredKwh, referenceKwh * weight));
}

/** Technical availability in %: (useful - down) / useful time, summed over the inverters and weighted by kWp (SolarPower Europe). */
export const technicalAvailability = (available: Known, useful: Known): Known =>
  percent(ratio(available, useful));

/** Energy availability in %: E / (E + energy lost in standstill). */
export function energyAvailability(energyKwh: Known, lostKwh: Known): Known {
  return energyKwh === null || lostKwh === null ? null : percent(ratio(energyKwh, energyKwh + lostKwh));
}

/** EPI in %: measured energy / expected energy. */
export const energyPerformanceIndex = (energyKwh: Known, expectedKwh: Known): Known =>
  percent(ratio(energyKwh, expectedKwh));

/** Capacity factor in %: E / (rated AC power x hours). */
export const capacityFactor = (energyKwh: Known, ratedKw: Known, hours: number): Known =>
  percent(ratio(energyKwh, ratedKw === null ? null : ratedKw * hours));

/** The greatest difference between two meters of the usual accuracy classes, as a share. */
const meterError = 0.03;

/**
 * Energy used on site: produced minus what the plant's own equipment takes, minus exported. Slightly more exported than produced is the error of the meters: the result is 0. Much
 * more exported means that the two energies are not of the same time (a counter was read again after a gap): the result is null.
 */
export function selfConsumed(energyKwh: Known, exportedKwh: Known, ownKwh: Known = null): Known {
  const used = difference(difference(energyKwh, ownKwh ?? 0), exportedKwh);
  if (used === null || used < -meterError * (energyKwh ?? 0)) return null;
  return Math.max(0, used);
}

/** Self-consumption in %: energy used on site / E. */
export const selfConsumption = (energyKwh: Known, usedKwh: Known): Known =>
  percent(ratio(usedKwh, energyKwh));

/** Autarky in %: energy used on site / (energy used on site + imported). */
export function autarky(usedKwh: Known, importedKwh: Known): Known {
  return usedKwh === null || importedKwh === null ? null : percent(ratio(usedKwh, usedKwh + importedKwh));
}

/** Primary energy of 1 kWh of electricity, tep (Italian regulator, EEN 3/08). */
export const tepPerKwh = 0.187e-3;

export const times = (energyKwh: Known, factor: number): Known =>
  energyKwh === null ? null : energyKwh * factor;

/** Share of a time in %; null when no time has passed. */
export const coverage = (measuredS: number, elapsedS: number): Known => percent(ratio(measuredS, elapsedS));

/** Deviation of a value from the median of its peers, %. */
export function deviation(value: Known, middle: Known): Known {
  const share = percent(ratio(value, middle));
  return share === null ? null : share - 100;
}

/**
 * Change of a yearly value per year, in % of the first value, by a least-squares line. Null with fewer than three years: the difference
 * of two years shows the weather rather than ageing.
 */
export function yearlyChange(years: readonly (readonly [year: number, value: number])[]): Known {
  if (years.length < 3) return null;
  const mean = (of: (point: readonly [number, number]) => number) =>
    years.reduce((sum, point) => sum + of(point), 0) / years.length;
  const [x, y] = [mean(([year]) => year), mean(([, value]) => value)];
  const spread = mean(([year]) => (year - x) ** 2);
  const slope = mean(([year, value]) => (year - x) * (value - y)) / spread;
  const first = Math.min(...years.map(([year]) => year));
  return percent(ratio(slope, y + slope * (first - x)));
}
