import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { alarmGroups } from '../../../contract/alarm-codes';
import { dayAfter } from '../../../contract/zone';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { isPriority, type Priority } from '../../data/alarm-priority';
import type { AlarmQuery } from '../../data/alarms';
import { startOfDayS } from '../../data/days';
import { type ColumnKey, isColumnKey } from './columns';

/** The parts of the list. The same words are used in the API and in the address. */
export const views = ['correnti', 'da_riconoscere', 'accantonati', 'storico'] as const;
export type View = (typeof views)[number];

/** Everything that the address says about the list. */
export interface Filter {
  readonly view: View;
  /** Empty: all priorities. */
  readonly priorities: readonly Priority[];
  readonly group: string | null;
  /** Id of a device of the group. */
  readonly device: number | null;
  readonly text: string;
  /** Limits of the history: calendar days in the plant's zone, both included. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  /** Number of the page, from 1; every page except the first needs the cursor. */
  readonly page: number;
  readonly cursor: string | null;
  /** Null: in the order of the datalogger. */
  readonly sortedBy: ColumnKey | null;
  readonly isDescending: boolean;
  /** Id of the alarm whose detail row is open. */
  readonly openId: number | null;
  /** Id of the alarm whose consequences are unfolded. */
  readonly unfoldedId: number | null;
}

export const defaultFilter: Filter = {
  view: 'correnti',
  priorities: [],
  group: null,
  device: null,
  text: '',
  fromDay: null,
  toDay: null,
  page: 1,
  cursor: null,
  sortedBy: null,
  isDescending: false,
  openId: null,
  unfoldedId: null,
};

const longestText = 64;

/** Reads the filter from the query of the address. Invalid values are ignored. */
export function readFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const group = alarmGroups.find(name => name === query.get('tipo')) ?? null;
  const view = views.find(name => name === query.get('stato')) ?? defaultFilter.view;
  const sort = query.get('ordine') ?? '';
  const sortedBy = sort.replace(/^-/, '');
  const cursor = matching(query.get('cursor'), /^[\w.-]{1,64}$/);
  return {
    view,
    priorities: (query.get('priorita') ?? '').split(',').map(Number).filter(isPriority),
    group,
    device: group === null ? null : wholeNumber(query.get('dispositivo')),
    text: (query.get('testo') ?? '').slice(0, longestText),
    fromDay: view === 'storico' ? day(query.get('da')) : null,
    toDay: view === 'storico' ? day(query.get('a')) : null,
    page: cursor === null ? 1 : Math.max(2, wholeNumber(query.get('pagina')) ?? 2),
    cursor,
    sortedBy: isColumnKey(sortedBy) ? sortedBy : null,
    isDescending: sort.startsWith('-'),
    openId: wholeNumber(query.get('aperto')),
    unfoldedId: wholeNumber(query.get('incidente')),
  };
}

function matching(text: string | null, pattern: RegExp): string | null {
  return text !== null && pattern.test(text) ? text : null;
}

function wholeNumber(text: string | null): number | null {
  return matching(text, /^\d{1,12}$/) === null ? null : Number(text);
}

function day(text: string | null): string | null {
  const found = matching(text, /^\d{4}-\d\d-\d\d$/);
  return found === null || Number.isNaN(Date.parse(found)) ? null : found;
}

/** The query of the address for a filter, without the default values. */
export function searchOf(filter: Filter): URLSearchParams {
  const { view, priorities, group, device, text, fromDay, toDay, page, cursor, sortedBy, openId } = filter;
  const entries: readonly (readonly [string, string | number | null])[] = [
    ['stato', view === defaultFilter.view ? null : view],
    ['priorita', priorities.join(',') || null],
    ['tipo', group],
    ['dispositivo', device],
    ['testo', text || null],
    ['da', fromDay],
    ['a', toDay],
    ['ordine', sortedBy && `${filter.isDescending ? '-' : ''}${sortedBy}`],
    ['cursor', cursor],
    ['pagina', cursor === null ? null : page],
    ['aperto', openId],
    ['incidente', filter.unfoldedId],
  ];
  return new URLSearchParams(
    entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}

/** The query for the datalogger. It contains the search text only if the datalogger searches: see `useAlarmList`. */
export function queryOf(filter: Filter, zone: string, isSearchedThere: boolean): AlarmQuery {
  const { view, priorities, group, device, text, fromDay, toDay, cursor } = filter;
  const fromS = fromDay && startOfDayS(fromDay, zone);
  const toS = toDay && startOfDayS(dayAfter(toDay, 1), zone);
  const words = text.trim();
  return {
    stato: view,
    ...(priorities.length > 0 && { priorita: priorities.join(',') }),
    ...(group !== null && { tipo: group }),
    ...(device !== null && { dispositivo: String(device) }),
    ...(typeof fromS === 'number' && { da: String(fromS) }),
    ...(typeof toS === 'number' && { a: String(toS - 1) }),
    ...(isSearchedThere && words !== '' && { testo: words }),
    ...(cursor !== null && { cursor }),
  };
}

/**
 * Whether the list has a row for each incident. A search finds every alarm, whatever its cause; in the history each has its place in time.
 */
export function isGrouped({ view, text }: Filter): boolean {
  return view !== 'storico' && text.trim() === '';
}

/** Whether no filter is set: all current alarms, from the first page. */
export function isWhole({ view, priorities, group, text, cursor }: Filter): boolean {
  return (
    view === defaultFilter.view && priorities.length === 0 && group === null && text === '' && cursor === null
  );
}

/** The priorities after a button was pressed. If all are selected, none is: both mean every priority. */
export function togglePriority(
  chosen: readonly Priority[],
  all: readonly Priority[],
  one: Priority,
): Priority[] {
  const pressed = chosen.length === 0 ? all : all.filter(each => chosen.includes(each));
  const next = pressed.includes(one) ? pressed.filter(each => each !== one) : [...pressed, one];
  return next.length === all.length ? [] : [...next].sort((a, b) => a - b);
}

/** Whether something besides the view is chosen. */
export function isFiltered({ priorities, group, text, fromDay, toDay }: Filter): boolean {
  return priorities.length > 0 || group !== null || text !== '' || fromDay !== null || toDay !== null;
}

export type ChangeFilter = (change: Partial<Filter>, isStep?: boolean) => void;

/** A change of one of these fields returns to the first page and closes the open rows. */
const ofTheList = ['view', 'priorities', 'group', 'device', 'text', 'fromDay', 'toDay'] as const;

/** The filter in the address. A change adds a step to the browser's history, except frequent changes such as typing. */
export function useFilter(): { readonly filter: Filter; readonly change: ChangeFilter } {
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const filter = useMemo(() => readFilter(search), [search]);
  const change = useCallback((changes: Partial<Filter>, isStep = true) => {
    const isOtherList = ofTheList.some(key => key in changes);
    const start = isOtherList ? { page: 1, cursor: null, openId: null, unfoldedId: null } : {};
    changeSearch(searchOf({ ...readFilter(currentSearch()), ...start, ...changes }), isStep);
  }, []);
  return { filter, change };
}
