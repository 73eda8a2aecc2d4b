import { meterRoles } from '../../../contract/codes';
import {
  columnNames,
  indexNames,
  type ReportColumn,
  type ReportIndex,
  reportColumns,
  reportIndices,
} from '../../../contract/report-figures';
import type { ReportPart } from '../../../contract/report-part';
import type { Period } from '../../core/time/period';
import type { Snapshot } from '../../plant/snapshot';
import type { Frame } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { type DoubtedTime, doubtedTimes, isOf, isOfLight, rowsIn } from '../doubted';
import { readingOf } from './reading';

/** Figures that are computed of the energy of the inverters' counters, and of that of the exchange. */
const ofProduction: { readonly indices: readonly ReportIndex[]; readonly columns: readonly ReportColumn[] } =
  {
    indices: [
      'energia',
      'epi',
      'resa',
      'perdite_campo',
      'perdite_sistema',
      'pr',
      'pr25',
      'co2',
      'tep',
      'disponibilita_energia',
      'fattore_capacita',
      'autoconsumata',
      'autoconsumo',
      'autarchia',
    ],
    columns: ['energia', 'epi', 'pr', 'pr25'],
  };
/** Figures that need the irradiance. */
const ofLight: typeof ofProduction = {
  indices: indexNames.filter(name => reportIndices[name][2] !== 'tempo'),
  columns: columnNames.filter(name => reportColumns[name][2] !== 'tempo'),
};
const ofExchange: typeof ofProduction = {
  indices: ['immessa', 'prelevata', 'autoconsumata', 'autoconsumo', 'autarchia'],
  columns: ['immessa', 'prelevata', 'ricavo'],
};

interface Source {
  readonly store: Measures;
  readonly zone: string;
  readonly snapshot: Snapshot;
}

/** The figures that doubted counters counted, or that lack a time marked as invalid; null without any. */
export function doubtedFigures(
  { store, zone, snapshot }: Source,
  { from, to, slots }: Pick<Period, 'from' | 'to' | 'slots'>,
): ReportPart['incerti'] | null {
  const times = doubtedTimes(store, zone, from, to);
  if (times.length === 0) return null;
  const { id, values } = snapshot.groups.contatori;
  const exchangeIds = new Set(id.filter((_, row) => values.ruolo?.[row] === meterRoles.exchange));
  // Without a meter that knows what is exported, all that is produced is sold.
  const sold = exchangeIds.size === 0 ? (['ricavo'] as const) : [];
  const production = times.filter(time => isOf(time, 'inverter'));
  const isOfColumn = (name: ReportColumn, time: DoubtedTime) =>
    (isOf(time, 'inverter') && [...ofProduction.columns, ...sold].includes(name)) ||
    (isOfLight(time) && ofLight.columns.includes(name));
  const lit = times.filter(isOfLight);
  const exchanged = times.filter(
    time => isOf(time, 'contatori') && (time.group === 'impianto' || exchangeIds.has(time.device)),
  );
  const edges = [...slots, to];
  const column = (name: ReportColumn, own: typeof times) => [name, rowsIn(own, edges)] as const;
  const columns = [
    ...[...new Set([...ofProduction.columns, ...sold, ...ofLight.columns])].map(name =>
      column(
        name,
        times.filter(time => isOfColumn(name, time)),
      ),
    ),
    ...ofExchange.columns.map(name => column(name, exchanged)),
  ].filter(([, rows]) => rows.length > 0);
  const indices = [
    ...(production.length > 0 ? ofProduction.indices : []),
    ...(lit.length > 0 ? ofLight.indices : []),
    ...(exchanged.length > 0 ? ofExchange.indices : []),
  ];
  return indices.length === 0 ? null : { indici: [...new Set(indices)], righe: Object.fromEntries(columns) };
}

/** Figures that a standstill changes which only the counter of a silent inverter shows. */
const ofProof = {
  indices: ['disponibilita', 'disponibilita_energia', 'fermo', 'persa'],
  columns: ['disponibilita', 'fermo', 'persa'],
} as const satisfies { readonly indices: readonly ReportIndex[]; readonly columns: readonly ReportColumn[] };

/** The uncertain figures with those of standstills that nobody saw. `plants`: frames by the starts of the rows. */
export function withProven(
  doubted: ReportPart['incerti'] | null,
  slots: readonly number[],
  plants: ReadonlyMap<number, Frame>,
): ReportPart['incerti'] | null {
  const rows = slots.flatMap((t, row) => {
    const frame = plants.get(t);
    return frame && (readingOf('impianto', frame)(0, 'provato') ?? 0) > 0 ? [row] : [];
  });
  if (rows.length === 0) return doubted;
  const { indici = [], righe = {} } = doubted ?? {};
  return {
    indici: [...new Set([...indici, ...ofProof.indices])],
    righe: { ...righe, ...Object.fromEntries(ofProof.columns.map(name => [name, rows])) },
  };
}

/** Marks the devices of a group whose counters were doubted, or that were marked for a time. */
export function withDoubts<D extends { readonly id: number }>(
  devices: readonly D[],
  times: readonly DoubtedTime[],
  group: 'inverter' | 'contatori',
): (D & { incerta?: 1 })[] {
  const own = times.filter(time => isOf(time, group));
  const isDoubted = (id: number) => own.some(time => time.group === 'impianto' || time.device === id);
  return devices.map(each => (isDoubted(each.id) ? { ...each, incerta: 1 as const } : each));
}
