import type { ReportPart } from '../../../contract/report-part';
import { startOfLocalDay } from '../../../contract/zone';
import type { Period } from '../../core/time/period';
import type { Snapshot } from '../../plant/snapshot';
import { combine, type Frame } from '../../storage/measures/frame';
import type { KeptGroup } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, nextDay, quarterFrames, quarterOf, slotFrames } from '../../storage/measures/rollup';
import { coveragesOf, indicesOf, type PlantFacts, rounded } from '../key-figures/indices';
import { type Bounds, boundsOf } from './bounds';
import { doubtedFigures, withProven } from './doubted-figures';
import { type Counted, countedInAll, exchanged, MeterCounters, uncounted } from './meters';
import { type RowSource, rowsOf } from './rows';
import { type Slice, sumsOf } from './sums';

/** The stores that reports are computed from. */
export interface ReportSource {
  readonly store: Measures;
  readonly zone: string;
  readonly snapshot: Snapshot;
  readonly facts: PlantFacts;
}

/** A period with its data from the archive. */
export interface Measured extends Bounds {
  readonly period: Period;
  readonly frames: Readonly<Record<'impianto' | 'inverter' | 'contatori', ReadonlyMap<number, Frame>>>;
  /** All of the rows together. */
  readonly whole: (group: 'impianto' | 'inverter' | 'contatori') => Frame | undefined;
}

export function measuredIn({ store, zone }: ReportSource, period: Period): Measured {
  const frames = {
    impianto: slotFrames(store, zone, 'impianto', period),
    inverter: slotFrames(store, zone, 'inverter', period),
    contatori: slotFrames(store, zone, 'contatori', period),
  };
  return {
    period,
    ...boundsOf(store, zone, period),
    frames,
    whole: group => combined(group, period.from, [...frames[group].values()]),
  };
}

const combined = (group: KeptGroup, t: number, frames: readonly Frame[]) =>
  frames.length === 0 ? undefined : combine(group, t, frames);

/** The energies of the meters, in total and for each row. */
export interface MeterSums {
  readonly rows: readonly ReadonlyMap<number, Counted>[];
  readonly total: ReadonlyMap<number, Counted>;
}

export function meterSums({ store }: ReportSource, { period, frames }: Measured): MeterSums {
  const counters = new MeterCounters(store, period.from, period.to);
  const rows = period.slots.map((t, index) =>
    counters.next(frames.contatori.get(t), period.slots[index + 1] ?? period.to),
  );
  const ids = [...new Set(rows.flatMap(row => [...row.keys()]))];
  const total = ids.map(id => [id, countedInAll(rows.map(row => row.get(id) ?? uncounted))] as const);
  return { rows, total: new Map(total) };
}

/** Seconds of [from, to) that lie within the bounds. */
function elapsed({ begin, end }: Measured, from: number, to: number): number {
  return begin === null || end === null ? 0 : Math.max(0, Math.min(to, end) - Math.max(from, begin));
}

function sliceOf(source: ReportSource, measured: Measured, meters: MeterSums): Slice {
  const { from, to } = measured.period;
  return {
    plant: measured.whole('impianto'),
    inverters: measured.whole('inverter'),
    exchanged: exchanged(meters.total, source.snapshot.groups.contatori),
    elapsedS: elapsed(measured, from, to),
  };
}

/** The frames of a month or longer until `cut`: whole days, and the quarters of the last day. */
function sliceUntil({ store, zone, snapshot }: ReportSource, measured: Measured, cut: number): Slice {
  const { from } = measured.period;
  const today = startOfLocalDay(zone, cut);
  const until = quarterOf(cut);
  const frame = (group: KeptGroup) =>
    combined(group, from, [
      ...dayFrames(store, group, zone, from, today),
      ...quarterFrames(store, group, Math.max(from, today), until),
    ]);
  const counted = new MeterCounters(store, from, until).next(frame('contatori'), until);
  return {
    plant: frame('impianto'),
    inverters: frame('inverter'),
    exchanged: exchanged(counted, snapshot.groups.contatori),
    elapsedS: elapsed(measured, from, until),
  };
}

/** The figures of a period. `cut`: the end of the time that the indices cover; the rows cover all of it. */
export function partOf(
  source: ReportSource,
  measured: Measured,
  meters: MeterSums,
  { d, cut }: { readonly d: string; readonly cut: number | null },
): ReportPart {
  const { facts, snapshot, zone } = source;
  const { period, begin, end } = measured;
  const { from, to, slots } = period;
  const sums = sumsOf(cut === null ? sliceOf(source, measured, meters) : sliceUntil(source, measured, cut));
  const coverages = coveragesOf(sums);
  const incerti = withProven(doubtedFigures(source, period), slots, measured.frames.impianto);
  const daysUntil = (t: number) => countDays(zone, from, t);
  return {
    periodo: {
      d,
      da: from,
      a: to,
      giorni: daysUntil(to),
      giorni_trascorsi: begin === null || end === null ? 0 : countDays(zone, begin, end),
      in_corso: from <= snapshot.t && snapshot.t < to,
      inizio_dati: begin,
      fine_dati: end,
      copertura: rounded(coverages.tempo, 1),
      copertura_luce: rounded(coverages.luce, 1),
      copertura_temperatura: rounded(coverages.temperatura, 1),
      contata: rounded(sums.energyKwh, 3),
    },
    indici: indicesOf(sums, facts),
    righe: rowsOf(slots, slots.map(rowAt)),
    ...(incerti && { incerti }),
  };

  function rowAt(t: number, index: number): RowSource {
    const plant = measured.frames.impianto.get(t);
    const slice = {
      plant,
      inverters: measured.frames.inverter.get(t),
      exchanged: exchanged(meters.rows[index] ?? new Map(), snapshot.groups.contatori),
      elapsedS: elapsed(measured, t, slots[index + 1] ?? to),
    };
    return { sums: sumsOf(slice), plant, isQuarter: period.kind === 'daily', facts };
  }
}

/** Local days that [from, to) touches. */
function countDays(zone: string, from: number, to: number): number {
  let days = 0;
  for (let t = startOfLocalDay(zone, from); t < to; t = nextDay(zone, t)) days++;
  return days;
}
