const first = { since: 2020, kgPerKwh: 0.25 };

/**
 * kg of CO2 that a kWh of the Italian mix emits, by the year from which the factor counts. Published ones lie between 0.233 and
 * 0.283 and none is mandatory: a plant may configure its own. A new line does not change earlier years.
 */
const factors = [first];

export interface EmissionFactor {
  readonly kgPerKwh: number;
  /** The year of the factor; null where the plant has its own. */
  readonly year: number | null;
}

/** The factor of a year: the plant's own where it has one. Years before the first line use the first line. */
export function emissionFactor(year: number, own: number | null): EmissionFactor {
  if (own !== null) return { kgPerKwh: own, year: null };
  const { since, kgPerKwh } = factors.filter(factor => factor.since <= year).at(-1) ?? first;
  return { kgPerKwh, year: since };
}
