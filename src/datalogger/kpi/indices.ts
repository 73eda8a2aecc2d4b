import { indexNames, leastCoverage, reportIndices } from '../../contract/report-figures';
import type { Indices } from '../../contract/reports';
import * as kpi from './formulae';

/** Sums over a period; null when nothing of a sum was measured. */
export interface PeriodSums {
  /** Seconds of the period that have passed since the plant has data; seconds in which the plant, and the irradiance, were measured. */
  readonly elapsedS: number;
  readonly measuredS: number;
  readonly irradianceS: number;
  /** From the counters, kWh. */
  readonly energyKwh: number | null;
  readonly expectedKwh: number | null;
  /** The sum of the DC power, because no counter measures it. */
  readonly directKwh: number | null;
  /** kWh/m² */
  readonly irradiation: number | null;
  /** Energy and reference energy of the time in which both were measured. */
  readonly matchedKwh: number | null;
  readonly referenceKwh: number | null;
  /** Share of the reference energy for which the module temperature, and so the expected energy, was known too; null of none. */
  readonly temperatureShare: number | null;
  /** Temperature of the modules, °C, weighted by the reference energy. */
  readonly meanTemperature: number | null;
  /** kWp s in which the inverters ran, and in which they could have run. */
  readonly available: number | null;
  readonly useful: number | null;
  /** Inverter-hours of standstill, and the energy that was expected in them. */
  readonly standstillH: number | null;
  readonly lostKwh: number | null;
  readonly exportedKwh: number | null;
  readonly importedKwh: number | null;
  readonly peakKw: number | null;
}

export interface PlantFacts {
  readonly peakKwp: number | null;
  readonly ratedKw: number | null;
  /** %/K */
  readonly gamma: number | null;
  /** kg/kWh */
  readonly co2Factor: number;
}

type Value = number | null;

/** Rounds to the decimals that the contract gives the number. It is done once, so that screen, printed report and CSV show the same. */
export function rounded(value: Value, decimals: number): Value {
  if (value === null || !Number.isFinite(value)) return null;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Least share of the energy that must have been produced while the irradiance was measured, for an index that uses both. */
const leastMatched = 0.7;

/** Whether the irradiance was measured for most of the time and for most of the energy. */
function isLit({ irradianceS, elapsedS, matchedKwh, energyKwh }: PeriodSums): boolean {
  const share = kpi.ratio(matchedKwh, energyKwh);
  return hasCoverage(kpi.coverage(irradianceS, elapsedS)) && (share === null || share >= leastMatched);
}

/**
 * The produced energy that belongs to the expected one, kWh: that of the time in which irradiance and module temperature were measured. Null
 * when that is too little of the whole.
 */
function comparedEnergy({ energyKwh, matchedKwh, temperatureShare, ...sums }: PeriodSums): Value {
  const share = temperatureShare ?? 1;
  if (sums.irradianceS >= sums.measuredS && share === 1) return energyKwh;
  return share < leastMatched ? null : kpi.times(matchedKwh, share);
}

export const hasCoverage = (percent: Value) => percent !== null && percent >= leastCoverage;

/** Performance ratio as measured and at 25 °C; null when the irradiance was measured for too little of the time. */
export function performanceOf(sums: PeriodSums, gamma: Value): { pr: Value; pr25: Value } {
  if (!isLit(sums)) return { pr: null, pr25: null };
  const { matchedKwh, referenceKwh, meanTemperature } = sums;
  return {
    pr: kpi.performanceRatio(matchedKwh, referenceKwh),
    pr25: kpi.performanceRatioAt25(matchedKwh, referenceKwh, meanTemperature, gamma),
  };
}

/**
 * Every index of a period, rounded. All are null below the least coverage; those that need the irradiance are null when too little of
 * it was measured.
 */
export function indicesOf(sums: PeriodSums, facts: PlantFacts): Indices {
  const isCovered = hasCoverage(kpi.coverage(sums.measuredS, sums.elapsedS));
  const indices = exactIndices(sums, facts);
  for (const name of indexNames) {
    indices[name] = isCovered ? rounded(indices[name], reportIndices[name][1]) : null;
  }
  return indices;
}

function exactIndices(sums: PeriodSums, { peakKwp, ratedKw, gamma, co2Factor }: PlantFacts): Indices {
  const { energyKwh, expectedKwh, exportedKwh, importedKwh, lostKwh } = sums;
  const hasLight = isLit(sums);
  const isExpectedWhole = hasLight && hasCoverage(100 * (sums.temperatureShare ?? 1));
  const reference = hasLight ? kpi.referenceYield(sums.irradiation) : null;
  const array = kpi.yieldOf(sums.directKwh, peakKwp);
  const final = kpi.yieldOf(energyKwh, peakKwp);
  const used = kpi.selfConsumed(energyKwh, exportedKwh);
  return {
    energia: energyKwh,
    attesa: isExpectedWhole ? expectedKwh : null,
    epi: hasLight ? kpi.energyPerformanceIndex(comparedEnergy(sums), expectedKwh) : null,
    resa: final,
    resa_riferimento: reference,
    resa_cc: array,
    perdite_campo: kpi.captureLoss(reference, array),
    perdite_sistema: kpi.systemLoss(array, final),
    ...performanceOf(sums, gamma),
    disponibilita: kpi.technicalAvailability(sums.available, sums.useful),
    disponibilita_energia: kpi.energyAvailability(energyKwh, lostKwh),
    fermo: sums.standstillH,
    persa: lostKwh,
    fattore_capacita: kpi.capacityFactor(energyKwh, ratedKw, sums.elapsedS / 3600),
    immessa: exportedKwh,
    prelevata: importedKwh,
    autoconsumata: used,
    autoconsumo: kpi.selfConsumption(energyKwh, used),
    autarchia: kpi.autarky(used, importedKwh),
    picco: sums.peakKw,
    co2: kpi.times(energyKwh, co2Factor),
    tep: kpi.times(energyKwh, kpi.tepPerKwh),
  };
}
