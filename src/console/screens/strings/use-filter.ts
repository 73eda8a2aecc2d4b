import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../../browser/search';
import { type Filter, readFilter, searchWith } from './filter';
import type { StringList } from './string-list';

/** The filter as the address has it: a link or a reload keeps it. A change is no step back in the history. */
export function useFilter(list: StringList): readonly [Filter, (filter: Filter) => void] {
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  // The same object while nothing is chosen anew: what follows from it is not made again with every answer.
  const read = readFilter(search, list);
  const key = Object.values(read).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter
  const filter = useMemo(() => read, [key]);
  const change = useCallback((next: Filter) => changeSearch(searchWith(currentSearch(), next), false), []);
  return [filter, change];
}
