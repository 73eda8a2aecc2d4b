import type { SeriesStep } from '../../../contract/analysis-limits';
import { sensorKinds } from '../../../contract/codes';
import { pointOf } from '../../../contract/points';
import type { Series } from '../../../contract/series';
import { concerns, doubtedTimes, rowsIn } from '../../analytics/doubted';
import { median } from '../../plant/processing/median';
import type { Frame } from '../../storage/measures/frame';
import { fieldIndex, fieldsOf } from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd } from '../../storage/measures/rollup';
import { rowFrames } from '../../storage/measures/series';
import { roundPoint } from './measures-live';
import { type Column, cellOf } from './measures-past';

/** A column of an answer. */
export interface Signal extends Column {
  /** Of a median: the devices of which it is. */
  readonly peers: readonly number[] | null;
}

export interface SeriesSource {
  readonly store: Measures;
  readonly zone: string;
  /** Below this coverage a figure is uncertain, %. */
  readonly certain: number;
}

export interface SeriesRows {
  readonly step: SeriesStep;
  /** Starts of the rows, and the end of the last. */
  readonly edges: readonly number[];
}

/** Reads the signals group by group, a few rows at a time. */
export function seriesOf(
  source: SeriesSource,
  signals: readonly Signal[],
  rows: SeriesRows,
): Omit<Series, 'm' | 'passo'> {
  const { store, zone } = source;
  const starts = rows.edges.slice(0, -1);
  const [from = 0, to = 0] = [rows.edges[0], rows.edges.at(-1)];
  const end = Math.min(archiveEnd(store) ?? from, to);
  const rowOf = new Map(starts.map((t, row) => [t, row]));
  const reads = signals.map(signal => readerOf(signal, rows.step, starts.length));
  for (const group of new Set(signals.map(signal => signal.group))) {
    const ofGroup = reads.filter(({ signal }) => signal.group === group);
    for (const frame of rowFrames(store, zone, group, rows)) {
      const row = rowOf.get(frame.t);
      if (row === undefined) continue;
      const until = Math.min(end, rows.edges[row + 1] ?? end);
      for (const each of ofGroup) each.take(frame, row, ((until - frame.t) * source.certain) / 100);
    }
  }
  const byName = <T>(of: (read: Reader) => T) =>
    Object.fromEntries(reads.map(read => [read.signal.name, of(read)]));
  markDoubted(source, reads, rows.edges);
  const doubted = reads.filter(({ uncertain }) => uncertain.size > 0);
  const energies = reads.filter(({ signal }) => kindOf(signal) === 'energy');
  return {
    t: end,
    a: to,
    colonne: { t: [...starts], ...byName(({ values }) => values) },
    incerti: Object.fromEntries(
      doubted.map(({ signal, uncertain }) => [signal.name, [...uncertain].sort((a, b) => a - b)]),
    ),
    media: byName(read => read.mean()),
    totale: Object.fromEntries(energies.map(read => [read.signal.name, read.total()])),
  };
}

function markDoubted({ store, zone }: SeriesSource, reads: readonly Reader[], edges: readonly number[]) {
  const times = doubtedTimes(store, zone, edges[0] ?? 0, edges.at(-1) ?? 0);
  for (const { signal, doubt } of reads) {
    const own = times.filter(time => concerns(time, signal));
    doubt(rowsIn(own, edges));
  }
}

const kindOf = ({ group, point }: Pick<Column, 'group' | 'point'>) => pointOf(group, point)?.[2];

interface Reader {
  readonly signal: Signal;
  readonly values: (number | null)[];
  readonly uncertain: Set<number>;
  /** `leastS`: a row is uncertain that was measured for fewer seconds. */
  readonly take: (frame: Frame, row: number, leastS: number) => void;
  /** Rows that a doubted counter has counted. */
  readonly doubt: (rows: readonly number[]) => void;
  readonly mean: () => number | null;
  readonly total: () => number | null;
}

function readerOf(signal: Signal, step: SeriesStep, count: number): Reader {
  return signal.peers === null ? deviceReader(signal, step, count) : medianReader(signal, step, count);
}

const isSlot = (step: SeriesStep) => step !== 'giorno' && step !== 'mese';

function deviceReader(signal: Signal, step: SeriesStep, count: number): Reader {
  const { group, id, point } = signal;
  const width = fieldsOf(group).length;
  const index = fieldIndex(group, point);
  const scale = fieldsOf(group)[index]?.scale ?? 1;
  const kind = kindOf(signal);
  const kindField = fieldIndex(group, 'tipo');
  const values = new Array<number | null>(count).fill(null);
  const uncertain = new Set<number>();
  let [sum, weight, hasSome, sensorKind] = [0, 0, false, -1];
  return {
    signal,
    values,
    uncertain,
    take(frame, row, leastS) {
      const device = frame.ids.indexOf(id);
      if (device < 0) return;
      const read = (field: number) => frame.values[device * width + field] ?? Number.NaN;
      const value = cellOf(signal, frame, isSlot(step), false);
      values[row] = value;
      if (value !== null && (read(0) < leastS || isDoubted(signal, read))) uncertain.add(row);
      if (group === 'sensori') sensorKind = read(kindField) / (fieldsOf(group)[kindField]?.scale ?? 1);
      const [part, whole] = partsOf(kind, read, index);
      if (!Number.isFinite(part) || !Number.isFinite(whole)) return;
      hasSome = true;
      sum += part;
      weight += whole;
    },
    doubt(doubtedRows) {
      for (const row of doubtedRows) if (values[row] != null) uncertain.add(row);
    },
    mean() {
      // Directions need a circular mean: 350° and 10° average to north.
      const isDirection = group === 'sensori' && point === 'v' && sensorKinds[sensorKind]?.[0] === 'wd';
      if (weight === 0 || isDirection || (kind !== 'mean' && kind !== 'ratio')) return null;
      const mean =
        kind === 'mean' ? sum / weight / scale : (100 * sum) / weight - (point === 'dev' ? 100 : 0);
      return roundPoint(group, point, mean, sensorKind);
    },
    total: () => (hasSome ? Math.round(sum) / scale : null),
  };
}

/** What a row adds to the sums of all rows, and its weight. */
function partsOf(kind: string | undefined, read: (field: number) => number, index: number) {
  if (kind === 'ratio') return [read(index), read(index + 1)] as const;
  return kind === 'mean' ? ([read(index) * read(0), read(0)] as const) : ([read(index), 0] as const);
}

/** Irradiance of sensors that disagree without a witness for either. */
function isDoubted({ group, point }: Signal, read: (field: number) => number): boolean {
  return group === 'impianto' && point === 'poa' && read(fieldIndex(group, 'poa_dubbia')) > 0;
}

function medianReader(signal: Signal, step: SeriesStep, count: number): Reader {
  const { group, point, peers } = signal;
  const values = new Array<number | null>(count).fill(null);
  const rounded = (value: number | null) => (value === null ? null : roundPoint(group, point, value, null));
  return {
    signal,
    values,
    uncertain: new Set(),
    doubt: () => undefined,
    take(frame, row) {
      const each = (peers ?? []).flatMap(
        id => cellOf({ group, id, point }, frame, isSlot(step), false) ?? [],
      );
      values[row] = rounded(median(each));
    },
    mean() {
      const known = values.filter(value => value !== null);
      return known.length === 0 || kindOf(signal) === 'energy'
        ? null
        : rounded(known.reduce((sum, value) => sum + value, 0) / known.length);
    },
    total: () => null,
  };
}
