import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { type Filter, readFilter, searchOf } from './filter';

export type ChangeFilter = (change: Partial<Filter>, isStep?: boolean) => void;

/** A change of these leads back to the first page, and to rows that are all closed. */
const ofTheList = ['view', 'priorities', 'group', 'device', 'text', 'fromDay', 'toDay'] as const;

/** The filter as the address has it. A change is a step back in the history unless it is one of many, such as typing. */
export function useFilter(): { readonly filter: Filter; readonly change: ChangeFilter } {
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const filter = useMemo(() => readFilter(search), [search]);
  const change = useCallback((changes: Partial<Filter>, isStep = true) => {
    const isOtherList = ofTheList.some(key => key in changes);
    const start = isOtherList ? { page: 1, cursor: null, openId: null } : {};
    changeSearch(searchOf({ ...readFilter(currentSearch()), ...start, ...changes }), isStep);
  }, []);
  return { filter, change };
}
