import { useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange, searchWith } from '../browser/search';

const name = 'id';
/** In the address: the record that is being created. */
export const newId = 'nuovo';
/** In the address: many records at once; with the id of the one whose settings are copied, `insieme-3`. */
export const manyId = 'insieme';

/** The id of the open record, from the address of the page; null where the address has none. */
export function useOpenRecord(): string | null {
  return useSyncExternalStore(onSearchChange, () => new URLSearchParams(currentSearch()).get(name));
}

export const recordHref = (id: string) => `${location.pathname}?${searchWith(name, id)}`;

/** Adds an entry to the history, so that the back button undoes it. */
export function openRecord(id: string | null): void {
  changeSearch(searchWith(name, id), true);
}
