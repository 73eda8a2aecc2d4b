import { indexNames, leastCoverage, reportIndices } from '../../contract/report-figures';
import type { Indices } from '../../contract/reports';
import * as kpi from './formulae';

/** Sums over a period; null where nothing of them was measured. */
export interface PeriodSums {
  /** Time of the period that has passed since the plant has data, s, and for how long plant and irradiance were measured. */
  readonly elapsedS: number;
  readonly measuredS: number;
  readonly irradianceS: number;
  /** Of the counters, kWh. */
  readonly energyKwh: number | null;
  readonly expectedKwh: number | null;
  /** DC power summed up: nothing counts it. */
  readonly directKwh: number | null;
  /** kWh/m² */
  readonly irradiation: number | null;
  /** Energy and reference energy of the time in which both were measured. */
  readonly matchedKwh: number | null;
  readonly referenceKwh: number | null;
  /** Of the modules, °C, weighted by the reference energy. */
  readonly meanTemperature: number | null;
  /** kWp s that inverters ran, and could have. */
  readonly available: number | null;
  readonly useful: number | null;
  /** Inverter-hours of standstill, and what was expected meanwhile. */
  readonly standstillH: number | null;
  readonly lostKwh: number | null;
  readonly exportedKwh: number | null;
  readonly importedKwh: number | null;
  readonly peakKw: number | null;
}

/** What the formulae need to know of the plant. */
export interface PlantFacts {
  readonly peakKwp: number | null;
  readonly ratedKw: number | null;
  /** %/K */
  readonly gamma: number | null;
  /** kg/kWh */
  readonly co2Factor: number;
}

type Value = number | null;

/** To the decimals that the contract gives a number: once, for screen, paper and CSV. */
export function rounded(value: Value, decimals: number): Value {
  if (value === null || !Number.isFinite(value)) return null;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Share of the energy that must have been made in measured light, for an index of the two to be said. */
const leastMatched = 0.7;

/** Whether the light was measured for most of the time, and for most of the energy. */
function isLit({ irradianceS, elapsedS, matchedKwh, energyKwh }: PeriodSums): boolean {
  const share = kpi.ratio(matchedKwh, energyKwh);
  return hasCoverage(kpi.coverage(irradianceS, elapsedS)) && (share === null || share >= leastMatched);
}

export const hasCoverage = (percent: Value) => percent !== null && percent >= leastCoverage;

/** Performance ratio, as measured and at 25 °C: null while too little of the time was measured. */
export function performanceOf(sums: PeriodSums, gamma: Value): { pr: Value; pr25: Value } {
  if (!isLit(sums)) return { pr: null, pr25: null };
  const { matchedKwh, referenceKwh, meanTemperature } = sums;
  return {
    pr: kpi.performanceRatio(matchedKwh, referenceKwh),
    pr25: kpi.performanceRatioAt25(matchedKwh, referenceKwh, meanTemperature, gamma),
  };
}

/** Every index of a period, rounded; all null below the least coverage, those of the light also below that of the irradiance. */
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
  // What is expected is summed up while the light is measured: so is what it is compared with.
  const compared = sums.irradianceS < sums.measuredS ? sums.matchedKwh : energyKwh;
  const reference = hasLight ? kpi.referenceYield(sums.irradiation) : null;
  const array = kpi.yieldOf(sums.directKwh, peakKwp);
  const final = kpi.yieldOf(energyKwh, peakKwp);
  const used = kpi.selfConsumed(energyKwh, exportedKwh);
  return {
    energia: energyKwh,
    attesa: hasLight ? expectedKwh : null,
    epi: hasLight ? kpi.energyPerformanceIndex(compared, expectedKwh) : null,
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
