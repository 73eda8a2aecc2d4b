import { useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../browser/search';

const name = 'id';
/** Stands for the record that is being made. */
export const newId = 'nuovo';

/** The record whose form is open, by the address of the page; null where none is named. */
export function useOpenRecord(): string | null {
  return useSyncExternalStore(onSearchChange, () => new URLSearchParams(currentSearch()).get(name));
}

export const recordHref = (id: string) => `${location.pathname}?${new URLSearchParams({ [name]: id })}`;

/** A step that the back button takes back. */
export function openRecord(id: string | null): void {
  changeSearch(new URLSearchParams(id === null ? {} : { [name]: id }), true);
}
