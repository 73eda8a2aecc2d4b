import type { Report, ReportKind } from '../../contract/reports';
import { limitsOf, usualLimits } from '../devices/limits';
import { emissionFactor } from '../kpi/emissions';
import { tepPerKwh } from '../kpi/formulae';
import type { FigureLimits } from '../source';
import type { AlarmStore } from '../store/alarms';
import { combine, type Frame } from '../store/measures-frame';
import { dayFrames, nextDay, quarterFrames } from '../store/measures-rollup';
import type { PlantFields } from '../store/plant-config';
import { localDate, quarterS } from '../time/zone';
import { archiveStart } from './bounds';
import { carpetOf } from './carpet';
import { inverterList, meterList, worstStrings } from './devices';
import { uncounted } from './meters';
import type { Named } from './named-period';
import { type Measured, measuredIn, meterSums, partOf, type ReportSource } from './part';
import { readingOf } from './reading';
import { type MeasuredLosses, stopsOf } from './stops';
import { sumsOf } from './sums';
import { trendUntil } from './trend';

/** Which report is asked for. */
export interface Asked {
  readonly kind: ReportKind;
  readonly main: Named;
  readonly comparison: Named | null;
}

export interface Sources extends Omit<ReportSource, 'facts'> {
  readonly plant: PlantFields | null;
  readonly alarms: Pick<AlarmStore, 'sums' | 'times' | 'announced'>;
}

/** What the formulae are computed with, for the year in which the period ends. */
function givenOf({ plant, zone }: Sources, to: number, limits: FigureLimits): Report['dati'] {
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
  return {
    tipo: kind,
    fuso: zone,
    inizio_archivio: archiveStart(source.store, zone),
    ...partOf(source, measured, meters, { d: main.d, cut: null }),
    confronto: comparison && comparedTo(source, measured, comparison),
    ...devicesIn(source, measured, meters),
    ...eventsIn(sources, kind, measured),
    andamento: isLong ? trendUntil(source, localDate(zone, main.period.to - 1).year) : null,
    dati,
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
  return {
    inverter: inverterList(inverter, measured.whole('inverter'), elapsedS, source.facts.limits),
    contatori: meterList(contatori, meters.total, measured.whole('contatori')),
  };
}

/** The parts from quarters, strings and alarms; for all years only the alarms by code. */
function eventsIn(source: Sources, kind: ReportKind, measured: Measured) {
  const { store, zone, alarms, snapshot } = source;
  const { period, end } = measured;
  const { from, to } = period;
  const span = { from, to, until: end ?? from };
  const { stringhe } = snapshot.groups;
  const isAll = kind === 'storico';
  const quarters = isAll || end === null ? [] : quarterFrames(store, 'impianto', from, to);
  const strings = isAll ? [] : dayFrames(store, 'stringhe', zone, from, to);
  return {
    ...stopsOf(alarms, span, isAll ? null : lossesIn(source, measured), snapshot.groups.inverter.id.length),
    ore: isAll || kind === 'giornaliero' ? null : carpetOf(zone, quarters),
    stringhe: strings.length === 0 ? null : worstStrings(stringhe, combine('stringhe', from, strings)),
  };
}

/** The slots in which inverters lost something: the quarters of such days, or the day where its quarters are no longer kept. */
function lossesIn({ store, zone, snapshot }: Sources, { period, whole }: Measured): MeasuredLosses {
  const { from, to } = period;
  const slots = dayFrames(store, 'inverter', zone, from, to).flatMap(day => {
    if (!hasLoss(day)) return [];
    const end = Math.min(to, nextDay(zone, day.t));
    const quarters = quarterFrames(store, 'inverter', day.t, end);
    if (quarters.length === 0) return [{ frame: day, end }];
    return quarters.filter(hasLoss).map(frame => ({ frame, end: frame.t + quarterS }));
  });
  const plant = whole('impianto');
  const sums = sumsOf({ plant, inverters: undefined, exchanged: uncounted, elapsedS: 0 });
  const { available, useful } = sums;
  return { slots, inverters: snapshot.groups.inverter, available, useful };
}

function hasLoss(frame: Frame): boolean {
  const read = readingOf('inverter', frame);
  return frame.ids.some((_, device) =>
    (['fermo', 'persa', 'limitata'] as const).some(name => (read(device, name) ?? 0) > 0),
  );
}
