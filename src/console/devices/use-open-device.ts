import { useEffect, useRef, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../browser/search';

const name = 'dispositivo';

/** Id of the link in the row of a device, so that the focus can return to it. */
export const rowLinkId = (id: string) => `device-${id}`;

/** The query of this page with the drawer of a device open, or with no drawer. */
function searchWith(id: string | null): URLSearchParams {
  const search = new URLSearchParams(currentSearch());
  if (id === null) search.delete(name);
  else search.set(name, id);
  return search;
}

export const deviceHref = (id: string) => `${location.pathname}?${searchWith(id)}`;

/** The device whose drawer is open, from the address; null when no drawer is open. */
export function useOpenDevice(): string | null {
  const id = useSyncExternalStore(onSearchChange, () => new URLSearchParams(currentSearch()).get(name));
  const last = useRef(id);
  useEffect(() => {
    if (id === null && last.current !== null) document.getElementById(rowLinkId(last.current))?.focus();
    last.current = id;
  }, [id]);
  return id;
}

export function openDevice(id: string): void {
  changeSearch(searchWith(id), true);
}

export function closeDevice(): void {
  changeSearch(searchWith(null), true);
}
