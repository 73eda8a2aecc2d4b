const first = { since: 2020, kgPerKwh: 0.25 };

/**
 * kg of CO2 emitted for each kWh of the Italian mix, with the year from which the factor applies. Published factors lie between 0.233
 * and 0.283 and none is mandatory: a plant may configure its own. A new line does not change earlier years.
 */
const factors = [first];

export interface EmissionFactor {
  readonly kgPerKwh: number;
  /** The year of the factor; null when the factor is the plant's own. */
  readonly year: number | null;
}

/** The factor of a year: the plant's own when it has one. Years before the first line use the first line. */
export function emissionFactor(year: number, own: number | null): EmissionFactor {
  if (own !== null) return { kgPerKwh: own, year: null };
  const { since, kgPerKwh } = factors.filter(factor => factor.since <= year).at(-1) ?? first;
  return { kgPerKwh, year: since };
}
