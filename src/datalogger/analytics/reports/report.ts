import { reportIndices, sentDecimals } from '../../../contract/report-figures';
import type { Report, ReportKind } from '../../../contract/reports';
import type { TimeBand } from '../../../contract/time-bands';
import { localDate } from '../../../contract/zone';
import { limitsOf, usualLimits } from '../../plant/processing/limits';
import type { FigureLimits } from '../../plant/source';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { FiscalReadings } from '../../storage/config/fiscal-readings';
import { entryOf } from '../../storage/config/log-entry';
import type { Logbook } from '../../storage/config/logbook';
import type { PlantFields } from '../../storage/config/plant-config';
import type { WorkOrders } from '../../storage/config/work-orders';
import { combine } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, quarterFrames } from '../../storage/measures/rollup';
import { agreementOf } from '../contract/agreement';
import { doubtedTimes } from '../doubted';
import { emissionFactor } from '../key-figures/emissions';
import { tepPerKwh } from '../key-figures/formulae';
import { rounded } from '../key-figures/indices';
import {
  archivedLosses,
  litLosses,
  lossesByBand,
  lossesOfYears,
  YearMemory,
  type YearsAsked,
} from './archived-losses';
import { archiveStart } from './bounds';
import { budgetOf } from './budget';
import { type CostSource, costSourceOf, costsOf, stopWorth, stringCosts } from './costs';
import { inverterList, meterList, worstStrings } from './devices';
import { withDoubts } from './doubted-figures';
import { fiscalOf } from './fiscal';
import { hourMapOf } from './hour-map';
import { type LearnedSoiling, washesIn } from './learned-soiling';
import { entryOfSpan, statedIn, workIn } from './log-entries';
import { joinLosses, type Losses, stopKey } from './losses';
import { uncounted } from './meters';
import { moneyOf, type Prices, pricesOf, revenueRows, type Sold, soldIn } from './money';
import type { Named } from './named-period';
import { type Measured, measuredIn, meterSums, partOf, type ReportSource } from './part';
import { soilingIn } from './soiling';
import { explanationsOf, type MeasuredLosses, stopsOf } from './stops';
import { sumsOf } from './sums';
import { trendUntil } from './trend';
import { waterfallOf } from './waterfall';

/** Which report is asked for. */
export interface Asked {
  readonly kind: ReportKind;
  readonly main: Named;
  readonly comparison: Named | null;
}

export interface Sources extends Omit<ReportSource, 'facts'> {
  readonly plant: PlantFields | null;
  readonly alarms: Pick<AlarmStore, 'sums' | 'times' | 'announced' | 'waits'>;
  /** % of the production that transformer and lines take on the way to the point of delivery. */
  readonly transportLoss?: number;
  readonly logbook?: Pick<Logbook, 'list' | 'causes'>;
  readonly workOrders?: Pick<WorkOrders, 'during'>;
  readonly readings?: Pick<FiscalReadings, 'between'>;
}

/** What the formulae are computed with, for the year in which the period ends. */
function givenOf(
  { plant, zone }: Sources,
  to: number,
  limits: FigureLimits,
): Omit<Report['dati'], 'riferimento'> {
  const factor = emissionFactor(localDate(zone, to - 1).year, plant?.fattore_co2 ?? null);
  return {
    kwp: plant?.potenza_picco ?? null,
    pca: plant?.potenza_ca ?? null,
    gamma: plant?.gamma ?? null,
    soglia: limits.usefulLight,
    copertura_certa: limits.coverage.certain,
    copertura_minima: limits.coverage.least,
    pr_atteso: plant?.pr_atteso ?? null,
    disponibilita_contrattuale: plant?.disponibilita_contrattuale ?? null,
    co2: { fattore: factor.kgPerKwh, anno: factor.year },
    tep: tepPerKwh,
  };
}

/** The whole report. */
export function reportOf(sources: Sources, { kind, main, comparison }: Asked): Report {
  const { zone } = sources;
  const limits = sources.plant ? limitsOf(sources.plant) : usualLimits;
  const dati = givenOf(sources, main.period.to, limits);
  const { kwp: peakKwp, pca: ratedKw, gamma, co2 } = dati;
  const facts = { peakKwp, ratedKw, gamma, co2Factor: co2.fattore, limits };
  const source: ReportSource = { ...sources, facts };
  const measured = measuredIn(source, main.period);
  const meters = meterSums(source, measured);
  const isLong = kind === 'annuale' || kind === 'storico';
  const part = partOf(source, measured, meters, { d: main.d, cut: null });
  const { referenceKwh } = plantSums(measured);
  const { losses, byBand, money, revenue } = lossesAndMoney(sources, source, kind, measured);
  const washes = washesIn(zone, sources.logbook);
  const isAll = kind === 'storico';
  const costs = costSourceOf(source, { plant: sources.plant, isAll, measured, byBand, washes });
  const { learned } = costs;
  return {
    tipo: kind,
    fuso: zone,
    inizio_archivio: archiveStart(source.store, zone),
    ...part,
    righe: { ...part.righe, ...(revenue && { ricavo: revenue }) },
    confronto: comparison && comparedTo(source, measured, comparison),
    ...devicesIn(source, measured, meters),
    ...eventsIn(sources, kind, measured, losses, costs),
    cascata: cascadeOf(sources, kind, measured, {
      losses,
      gamma,
      learned,
      isShown: part.indici.attesa !== null,
    }),
    sporcamento: soilingIn(source, measured, { plant: sources.plant, washes, costs }),
    budget: budgetOf(sources.plant, zone, main.period, measured.end ?? main.period.from),
    economia: money,
    ...fiscalOf(sources, kind, main.period),
    andamento: isLong ? trendUntil(source, localDate(zone, main.period.to - 1).year) : null,
    dati: { ...dati, riferimento: rounded(referenceKwh, sentDecimals(reportIndices.energia)) },
  };
}

const mostNotes = 100;

const spanOf = ({ period: { from, to }, end }: Measured) => ({ from, to, until: end ?? from });

interface Cascade {
  readonly losses: Losses;
  readonly gamma: number | null;
  readonly learned: LearnedSoiling;
  /** Whether enough of the light was measured. */
  readonly isShown: boolean;
}

/** The waterfall, with the losses of the time in which light was measured. */
function cascadeOf(
  { store, zone, alarms, logbook, transportLoss = 0 }: Sources,
  kind: ReportKind,
  measured: Measured,
  { losses, gamma, learned, isShown }: Cascade,
): Report['cascata'] {
  if (!isShown) return null;
  const explanations = explanationsOf(alarms, spanOf(measured), statedIn(logbook));
  const lit = kind === 'storico' ? losses : litLosses(store, zone, measured.period, explanations);
  return waterfallOf(measured.whole('impianto'), lit, { gamma, transportLoss, learned });
}

/** What was lost, and what was earned; the revenue of each row is null if absent. */
function lossesAndMoney(sources: Sources, source: ReportSource, kind: ReportKind, measured: Measured) {
  const { store, zone, plant, alarms } = sources;
  const { period } = measured;
  const explanations = explanationsOf(alarms, spanOf(measured), statedIn(sources.logbook));
  const prices = pricesOf(plant, zone);
  const isAll = kind === 'storico';
  const asked = { store, zone, from: period.from, to: period.to, explanations };
  if (!prices || (isAll && prices.isByBand && hasForgottenQuarters(store, period.from))) {
    const losses = isAll ? lossesOfYears(asked) : archivedLosses(store, zone, period, explanations);
    return { losses, byBand: new Map([[null, losses]]), money: null, revenue: null };
  }
  const { byBand, sold } = isAll
    ? soldAndLostInYears(source, asked, measured, prices)
    : {
        byBand: lossesByBand(store, zone, period, explanations, prices.bandAt),
        sold: soldIn(source, measured, prices),
      };
  return {
    losses: joinLosses([...byBand.values()]),
    byBand,
    money: moneyOf(sold, byBand, prices),
    revenue: revenueRows(sold, prices, period.slots),
  };
}

const dayS = 86_400;

/** Whether there are days whose quarters are no longer kept: at what time of the day they sold is not known. */
function hasForgottenQuarters(store: Measures, from: number): boolean {
  const [day, quarter] = [
    store.oldestSince('day', 'impianto', from),
    store.oldestSince('quarter', 'impianto', from),
  ];
  return day !== null && (quarter === null || quarter.t - day.t >= dayS);
}

interface SoldAndLost {
  readonly byBand: ReadonlyMap<TimeBand, Losses>;
  readonly sold: Sold;
}

const years = new YearMemory<SoldAndLost>();

/** What was sold and lost over many years, by band. With one price, it needs no quarters. */
function soldAndLostInYears(
  source: ReportSource,
  asked: YearsAsked,
  measured: Measured,
  prices: Prices,
): SoldAndLost {
  if (!prices.isByBand) {
    const byBand = new Map([[prices.bandAt(asked.from), lossesOfYears(asked)]]);
    return { byBand, sold: soldIn(source, measured, prices) };
  }
  const { store, zone, snapshot } = source;
  const { id, values } = snapshot.groups.contatori;
  const parts = years.ofYears(asked, JSON.stringify([id, values.ruolo]), year => ({
    byBand: lossesByBand(store, zone, year, year.explanations, prices.bandAt),
    sold: soldIn(
      source,
      { ...measured, period: { ...measured.period, from: year.from, to: year.to } },
      prices,
    ),
  }));
  const bands = new Set(parts.flatMap(({ byBand }) => [...byBand.keys()]));
  return {
    byBand: new Map(
      [...bands].map(band => [band, joinLosses(parts.flatMap(({ byBand }) => byBand.get(band) ?? []))]),
    ),
    sold: new Map(parts.flatMap(({ sold }) => [...sold])),
  };
}

/** The period to compare with. While the main period is running, its indices cover only the same elapsed time. */
function comparedTo(source: ReportSource, { period, end }: Measured, other: Named): Report['confronto'] {
  const measured = measuredIn(source, other.period);
  const isWhole = end === null || end >= period.to;
  const cut = Math.min(other.period.from + (end ?? 0) - period.from, other.period.to);
  const meters = meterSums(source, measured);
  return partOf(source, measured, meters, { d: other.d, cut: isWhole ? null : cut });
}

function devicesIn(source: ReportSource, measured: Measured, meters: ReturnType<typeof meterSums>) {
  const { inverter, contatori } = source.snapshot.groups;
  const { begin, end } = measured;
  const elapsedS = begin === null || end === null ? 0 : end - begin;
  const doubts = doubtedTimes(source.store, source.zone, measured.period.from, measured.period.to);
  const inverters = inverterList(inverter, measured.whole('inverter'), elapsedS, source.facts.limits);
  const counted = meterList(contatori, meters.total, measured.whole('contatori'));
  return {
    inverter: withDoubts(inverters, doubts, 'inverter'),
    contatori: withDoubts(counted, doubts, 'contatori'),
  };
}

/** The parts from quarters, strings and alarms; of all years no hours and no strings. */
function eventsIn(source: Sources, kind: ReportKind, measured: Measured, losses: Losses, costs: CostSource) {
  const { store, zone, alarms, snapshot, logbook } = source;
  const { period, end } = measured;
  const { from, to } = period;
  const { stringhe } = snapshot.groups;
  const isAll = kind === 'storico';
  const quarters = isAll || end === null ? [] : quarterFrames(store, 'impianto', from, to);
  const strings = isAll ? [] : dayFrames(store, 'stringhe', zone, from, to);
  const { perdite, ...events } = stopsOf(
    alarms,
    spanOf(measured),
    { ...lossesIn(source, measured, losses), worth: time => stopWorth(costs, stopKey(time)) },
    snapshot.groups.inverter.id.length,
    statedIn(logbook),
  );
  return {
    ...events,
    perdite: { ...perdite, tutte: costsOf(costs) },
    note: [
      ...store.spans
        .all()
        .filter(span => span.from < to && span.to > from)
        .map(span => entryOfSpan(span, snapshot)),
      ...(logbook?.list({ from, to }, mostNotes).map(entryOf) ?? []),
    ],
    lavori: workIn(source.workOrders, from, to),
    ore: isAll || kind === 'giornaliero' ? null : hourMapOf(zone, quarters),
    stringhe:
      strings.length === 0
        ? null
        : worstStrings(stringhe, combine('stringhe', from, strings), stringCosts(costs)),
  };
}

/** What the archive adds up of the plant alone. */
const plantSums = ({ whole }: Measured) =>
  sumsOf({ plant: whole('impianto'), inverters: undefined, exchanged: uncounted, elapsedS: 0 });

function lossesIn({ snapshot, plant }: Sources, measured: Measured, losses: Losses): MeasuredLosses {
  const { available, useful, energyKwh: madeKwh } = plantSums(measured);
  const { inverter: inverters } = snapshot.groups;
  return { losses: () => losses, inverters, available, useful, madeKwh, agreed: agreementOf(plant) };
}
