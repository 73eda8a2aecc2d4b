import { indexNames, type Need, reportIndices, sentDecimals } from '../../../contract/report-figures';
import type { Indices } from '../../../contract/report-part';
import type { FigureLimits } from '../../plant/source';
import * as kpi from './formulae';

/** Sums over a period; null when nothing of a sum was measured. */
export interface PeriodSums {
  /** Seconds of the period that have passed since the plant has data; seconds in which the plant, and the irradiance, were measured. */
  readonly elapsedS: number;
  readonly measuredS: number;
  readonly irradianceS: number;
  /** From the counters, kWh. */
  readonly energyKwh: number | null;
  /** What the plant's model expected while irradiance and module temperature were measured, kWh. */
  readonly expectedKwh: number | null;
  /** The sum of the DC power, because no counter measures it. */
  readonly directKwh: number | null;
  /** kWh/m² */
  readonly irradiation: number | null;
  /** Energy and reference energy of the time in which both were measured. */
  readonly matchedKwh: number | null;
  readonly referenceKwh: number | null;
  /** Energy of the time in which the expected energy was known. */
  readonly comparedKwh: number | null;
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
  /** What transformer, lines and auxiliaries took of the production; null in archives of older versions. */
  readonly ownKwh: number | null;
  readonly peakKw: number | null;
}

export interface PlantFacts {
  readonly peakKwp: number | null;
  readonly ratedKw: number | null;
  /** %/K */
  readonly gamma: number | null;
  /** kg/kWh */
  readonly co2Factor: number;
  readonly limits: FigureLimits;
}

type Value = number | null;

/** Rounds to the decimals that the contract gives the number. It is done once, so that screen, printed report and CSV show the same. */
export function rounded(value: Value, decimals: number): Value {
  if (value === null || !Number.isFinite(value)) return null;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** How much of what a figure needs was measured, %; null where nothing was to be measured. */
export type Coverages = Readonly<Record<Need, Value>>;

/**
 * The coverage of each need. Light is covered by the share of the energy that was made while the irradiance was measured, because an hour
 * at noon counts more than one at dawn; while nothing is produced, by the share of the time. It is never better than that of the plant.
 */
export function coveragesOf(sums: PeriodSums): Coverages {
  const { elapsedS, measuredS, irradianceS, matchedKwh, comparedKwh, energyKwh } = sums;
  const tempo = kpi.coverage(measuredS, elapsedS);
  const ofEnergy = (kwh: Value) =>
    energyKwh !== null && energyKwh > 0
      ? (100 * (kwh ?? 0)) / energyKwh
      : kpi.coverage(irradianceS, elapsedS);
  const least = (...coverages: readonly Value[]) =>
    coverages.reduce((low, each) => (low === null || each === null ? null : Math.min(low, each)), tempo);
  return {
    tempo,
    luce: least(ofEnergy(matchedKwh)),
    temperatura: least(ofEnergy(matchedKwh), ofEnergy(comparedKwh)),
  };
}

/** Whether so much was measured (%) that a figure may be shown. */
export const isShown = (coverage: Value, { coverage: { least } }: FigureLimits): boolean =>
  coverage !== null && coverage >= least;

/** Whether so much was measured (%) that a figure is not uncertain. */
export const isCertain = (coverage: Value, { coverage: { certain } }: FigureLimits): boolean =>
  coverage !== null && coverage >= certain;

/** DC energy of the time in which the irradiance was measured, kWh. */
const directInLight = ({ directKwh, matchedKwh, energyKwh }: PeriodSums): Value =>
  kpi.times(directKwh, kpi.ratio(matchedKwh, energyKwh) ?? 0);

/** Performance ratio as measured and at 25 °C. */
const performanceOf = ({ matchedKwh, referenceKwh, meanTemperature }: PeriodSums, gamma: Value) => ({
  pr: kpi.performanceRatio(matchedKwh, referenceKwh),
  pr25: kpi.performanceRatioAt25(matchedKwh, referenceKwh, meanTemperature, gamma),
});

/** Null where less than the least coverage of what a figure needs was measured. */
export const shownOf = (value: Value, coverage: Value, limits: FigureLimits): Value =>
  isShown(coverage, limits) ? value : null;

/** The figures that compare energy and light, not rounded; null where too little was measured. */
export function comparisonOf(sums: PeriodSums, { gamma, limits }: Pick<PlantFacts, 'gamma' | 'limits'>) {
  const coverages = coveragesOf(sums);
  const { pr, pr25 } = performanceOf(sums, gamma);
  const epi = kpi.energyPerformanceIndex(sums.comparedKwh, sums.expectedKwh);
  return {
    epi: shownOf(epi, coverages.temperatura, limits),
    pr: shownOf(pr, coverages.luce, limits),
    pr25: shownOf(pr25, coverages.temperatura, limits),
  };
}

/** Every index of a period, rounded; null where less than the least coverage of what it needs was measured. */
export function indicesOf(sums: PeriodSums, facts: PlantFacts): Indices {
  const coverages = coveragesOf(sums);
  const indices = exactIndices(sums, facts);
  for (const name of indexNames) {
    const figure = reportIndices[name];
    indices[name] = rounded(shownOf(indices[name], coverages[figure[2]], facts.limits), sentDecimals(figure));
  }
  return indices;
}

function exactIndices(sums: PeriodSums, facts: PlantFacts): Indices {
  const { energyKwh, expectedKwh, exportedKwh, importedKwh, lostKwh } = sums;
  const { peakKwp, ratedKw, co2Factor } = facts;
  const reference = kpi.referenceYield(sums.irradiation);
  const array = kpi.yieldOf(sums.directKwh, peakKwp);
  const arrayInLight = kpi.yieldOf(directInLight(sums), peakKwp);
  const final = kpi.yieldOf(energyKwh, peakKwp);
  const used = kpi.selfConsumed(energyKwh, exportedKwh, sums.ownKwh);
  return {
    energia: energyKwh,
    attesa: expectedKwh,
    resa: final,
    resa_riferimento: reference,
    resa_cc: array,
    perdite_campo: kpi.captureLoss(reference, arrayInLight),
    perdite_sistema: kpi.systemLoss(array, final),
    ...comparisonOf(sums, facts),
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
