import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { type Filter, readFilter, searchOf } from './filter';

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
