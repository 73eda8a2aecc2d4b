import type { QueryOf } from '../../../contract';
import { AlarmGroup, type AlarmPage, AlarmQuery, Priority } from '../../../contract/alarms';
import type { AlarmStore } from '../../storage/alarms/alarms';
import {
  type AlarmFilter,
  isNarrow,
  type Listed,
  markLength,
  type PageMark,
  type Rows,
  sumOf,
  type View,
} from '../../storage/alarms/list';
import { searchable } from '../../storage/alarms/rows';
import { ProblemError } from '../http/handler';

const statusNames = AlarmQuery.entries.stato.wrapped.options;
type StatusName = (typeof statusNames)[number];

const viewOf: Record<StatusName, View> = {
  correnti: 'current',
  da_riconoscere: 'unacknowledged',
  accantonati: 'aside',
  storico: 'history',
};
const defaultStatus: StatusName = 'correnti';

function invalid(campo: string, message: string): ProblemError {
  return new ProblemError(400, 'invalid', message, { campo });
}

function readGroups(tipo: string): AlarmGroup[] {
  return tipo.split(',').map(name => {
    const group = AlarmGroup.options.find(known => known === name);
    if (!group) throw invalid('tipo', `There is no group ${name}.`);
    return group;
  });
}

function readPriorities(priorita: string): Priority[] {
  return Priority.options.filter(priority => priorita.includes(String(priority)));
}

/** The filter of a query, limited to the groups that the caller may see. 400 for an unknown group, or for a device without exactly one group. */
function filterOf(query: QueryOf<'GET allarmi'>, visible: readonly AlarmGroup[]): AlarmFilter {
  const { stato = defaultStatus, da, a, priorita, tipo, dispositivo, testo = '', causa } = query;
  const chosen = tipo === undefined ? visible : readGroups(tipo);
  if (dispositivo !== undefined && (tipo === undefined || chosen.length !== 1)) {
    throw invalid('dispositivo', 'A device needs the one group it is in.');
  }
  return {
    view: viewOf[stato],
    from: da === undefined ? null : Number(da),
    to: a === undefined ? null : Number(a),
    priorities: priorita === undefined ? Priority.options : readPriorities(priorita),
    groups: chosen.filter(group => visible.includes(group)),
    device: dispositivo === undefined ? null : Number(dispositivo),
    words: searchable(testo).split(/\s+/).filter(Boolean),
    cause: causa === undefined ? null : Number(causa),
  };
}

/** Whether the list has a row for each alarm or for each incident. 400 for incidents of the history. */
function rowsOf({ stato, raggruppa }: QueryOf<'GET allarmi'>): Rows {
  if (raggruppa === undefined) return 'all';
  if (stato === 'storico') throw invalid('raggruppa', 'The history has a row for each alarm.');
  return 'incidents';
}

/** A cursor marks the last row shown, so that alarms that arrive meanwhile do not move rows from one page to another. */
function readCursor(cursor: string | undefined, view: View): PageMark | null {
  if (cursor === undefined) return null;
  const place = cursor.split('.').map(Number);
  if (place.length !== markLength(view) || !place.every(Number.isSafeInteger)) {
    throw invalid('cursor', 'Not a cursor of this list.');
  }
  return place;
}

export function writeCursor(place: PageMark | null): string | null {
  return place?.join('.') ?? null;
}

const numbered = <T extends string | number>(choices: readonly T[], count: (choice: T) => number) =>
  Object.fromEntries(choices.map(choice => [choice, count(choice)]));

/** A page of a list of alarms that is asked for. */
export interface ListAsked {
  readonly filter: AlarmFilter;
  /** The groups that the caller may see. */
  readonly visible: readonly AlarmGroup[];
  readonly after: PageMark | null;
  readonly rows: Rows;
  /** How many alarms have to be looked at: none where an index has what is asked for. */
  readonly searched: number;
}

type Counts = Pick<AlarmPage, 'totale' | 'conteggi'>;
export interface FoundAlarms extends Listed {
  readonly counts: Counts;
  /** How many rows a list of incidents has. */
  readonly incidents: number | null;
}

type Searched = Pick<AlarmStore, 'list' | 'counts' | 'incidents'>;

const rowsPerPage = 100;

export function listAsked(
  query: QueryOf<'GET allarmi'>,
  visible: readonly AlarmGroup[],
  size: number,
): ListAsked {
  const filter = filterOf(query, visible);
  const after = readCursor(query.cursor, filter.view);
  return { filter, visible, after, rows: rowsOf(query), searched: isNarrow(filter) ? size : 0 };
}

export const alarmsFound = (store: Searched, { filter, visible, after, rows }: ListAsked): FoundAlarms => ({
  ...store.list(filter, after, rowsPerPage, rows),
  counts: countsOf(store, filter, visible),
  incidents: rows === 'incidents' ? store.incidents(filter) : null,
});

/** How many the filter finds, and how many it would find with another choice in one of its conditions. */
function countsOf(
  store: Pick<AlarmStore, 'counts'>,
  filter: AlarmFilter,
  visible: readonly AlarmGroup[],
): Counts {
  const { view, groups } = filter;
  const ofAllGroups = store.counts({ ...filter, groups: visible, device: null });
  // The filter by device applies only to its own group; other groups are counted without it.
  const cells = filter.device === null ? ofAllGroups : store.counts(filter);
  return {
    totale: sumOf(cells, filter),
    conteggi: {
      stato: numbered(statusNames, stato => sumOf(cells, { ...filter, view: viewOf[stato] })),
      priorita: numbered(Priority.options, one => sumOf(cells, { view, groups, priorities: [one] })),
      tipo: numbered(visible, one => sumOf(ofAllGroups, { ...filter, groups: [one] })),
    },
  };
}
