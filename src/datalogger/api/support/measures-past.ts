import type { Table } from '../../../contract/measures';
import { pointOf } from '../../../contract/points';
import { concerns, doubtedTimes, rowsIn } from '../../analytics/doubted';
import type { Period } from '../../core/time/period';
import type { Frame } from '../../storage/measures/frame';
import {
  archive,
  fieldIndex,
  fieldsOf,
  fineGroups,
  isKept,
  type KeptGroup,
} from '../../storage/measures/kept';
import type { Measures } from '../../storage/measures/measures';
import { archiveEnd, slotFrames } from '../../storage/measures/rollup';
import { type Code, devicesOf, invalidCode, roundPoint } from './measures-live';

export interface Column {
  /** In full: `impianto.pac`, `inverter.3.pac`. */
  readonly name: string;
  readonly group: KeptGroup;
  readonly id: number;
  readonly point: string;
}

function keptPointsOf({ group, point }: Code): { group: KeptGroup; points: readonly string[] } {
  if (!isKept(group)) {
    throw invalidCode(`The archive does not keep ${group}; it keeps ${Object.keys(archive).join(', ')}.`);
  }
  const kept: readonly string[] = archive[group].points;
  if (point === null) return { group, points: kept };
  if (kept.includes(point)) return { group, points: [point] };
  throw invalidCode(`The archive does not keep ${group}.${point}; of ${group} it keeps ${kept.join(', ')}.`);
}

/** The columns for the codes. 400 for a device that never existed, or a point that the archive does not keep. */
export function columnsOf(store: Pick<Measures, 'deviceIds'>, codes: readonly Code[]): readonly Column[] {
  const columns = new Map<string, Column>();
  for (const code of codes) {
    const { group, points } = keptPointsOf(code);
    for (const id of devicesOf(code, store.deviceIds(group))) {
      for (const point of points) {
        const name = group === 'impianto' ? `${group}.${point}` : `${group}.${id}.${point}`;
        columns.set(name, { name, group, id, point });
      }
    }
  }
  return [...columns.values()];
}

/** The value of a point in a row: its mean or its maximum, the energy, or the ratio over the row. */
function numberAt(group: KeptGroup, point: string, isPeak: boolean, read: (field: number) => number): number {
  const index = fieldIndex(group, point);
  const scale = fieldsOf(group)[index]?.scale ?? 1;
  switch (pointOf(group, point)?.[2]) {
    case 'ratio':
      return (100 * read(index)) / read(index + 1) - (point === 'dev' ? 100 : 0);
    case 'mean':
      return read(isPeak ? index + 1 : index) / scale;
    default:
      return read(index) / scale;
  }
}

/** A row is a slot of a day, or longer; of a quantity it has the mean, or the maximum (`isPeak`). */
export function cellOf(
  { group, id, point }: Omit<Column, 'name'>,
  frame: Frame | undefined,
  isSlot: boolean,
  isPeak = !isSlot,
): number | null {
  const device = frame?.ids.indexOf(id) ?? -1;
  return frame && device >= 0 ? cellAt({ group, point }, frame, device, isSlot, isPeak) : null;
}

/** The same of a device by its place in the frame. */
export function cellAt(
  { group, point }: Pick<Column, 'group' | 'point'>,
  frame: Frame,
  device: number,
  isSlot: boolean,
  isPeak = !isSlot,
): number | null {
  const width = fieldsOf(group).length;
  const read = (field: number) => frame.values[device * width + field] ?? Number.NaN;
  const isEnergy = pointOf(group, point)?.[2] === 'energy';
  // A slot without samples is a gap: it has the energy that a counter showed afterwards, and nothing else.
  if (isSlot && read(0) === 0 && !isEnergy) return null;
  const value = numberAt(group, point, isPeak, read);
  if (!Number.isFinite(value)) return null;
  if (isEnergy) return value; // rounded to the Wh, so that the rows of a period add up
  const sensorKind = group === 'sensori' ? numberAt(group, 'tipo', isPeak, read) : null;
  return roundPoint(group, point, value, sensorKind);
}

/** The table of a period from the archive: it has every row, with null where there is no value (yet). */
export function past(
  store: Measures,
  zone: string,
  m: string,
  codes: readonly Code[],
  period: Period,
): Table {
  const columns = columnsOf(store, codes);
  const groups = [...new Set(columns.map(({ group }) => group))];
  const rows = new Map(groups.map(group => [group, slotFrames(store, zone, group, period)]));
  const colonne: Table['colonne'] = { t: [...period.slots] };
  for (const column of columns) {
    const frames = rows.get(column.group);
    colonne[column.name] = period.slots.map(t => cellOf(column, frames?.get(t), period.kind === 'daily'));
  }
  const incerti = uncertainOf(store, zone, columns, period, colonne);
  const t = Math.min(archiveEnd(store) ?? period.from, period.to);
  return { m, t, colonne, ...(Object.keys(incerti).length > 0 && { incerti }) };
}

/** Rows of each column that a doubted counter has counted. */
function uncertainOf(
  store: Measures,
  zone: string,
  columns: readonly Column[],
  { from, to, slots }: Period,
  values: Table['colonne'],
): NonNullable<Table['incerti']> {
  const times = doubtedTimes(store, zone, from, to);
  if (times.length === 0) return {};
  const edges = [...slots, to];
  const rows = columns.map(column => {
    const own = times.filter(time => concerns(time, column));
    return [
      column.name,
      rowsIn(own, edges).filter(row => (values[column.name]?.[row] ?? null) !== null),
    ] as const;
  });
  return Object.fromEntries(rows.filter(([, found]) => found.length > 0));
}

/** The single samples of controllers and protections in [from, to), a row for each time at which there is one. 400 for other groups. */
export function fine(store: Measures, m: string, codes: readonly Code[], from: number, to: number): Table {
  const columns = columnsOf(store, codes);
  const groups = fineGroups.filter(group => columns.some(column => column.group === group));
  if (columns.some(({ group }) => !groups.some(kept => kept === group)))
    throw invalidCode(`Single samples are kept of ${fineGroups.join(', ')}.`);
  const end = Math.min(to, store.shownTo);
  const samples = groups.map(group => {
    const frames = store.frames('fine', group, from, end);
    return [group, new Map(frames.map(frame => [frame.t, frame]))] as const;
  });
  const times = [...new Set(samples.flatMap(([, frames]) => [...frames.keys()]))].sort((a, b) => a - b);
  const byGroup = new Map<KeptGroup, ReadonlyMap<number, Frame>>(samples);
  const colonne: Table['colonne'] = { t: times };
  for (const column of columns) {
    const frames = byGroup.get(column.group);
    colonne[column.name] = times.map(t => cellOf(column, frames?.get(t), true));
  }
  return { m, t: end, colonne };
}

/** Changes only where the table of a period may have changed: a past period keeps its version until it is rewritten. */
export function versionOfPast(store: Measures, zone: string, { to }: Pick<Period, 'to'>): string {
  const end = archiveEnd(store) ?? 0;
  return `${zone}-${store.note('generation') ?? 0}-${end >= to ? 'over' : end}`;
}
