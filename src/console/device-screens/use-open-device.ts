import { useEffect, useRef, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange, searchWith } from '../browser/search';

const name = 'dispositivo';

/** Id of the link in the row of a device, so that the focus can return to it. */
export const rowLinkId = (id: string) => `device-${id}`;

export const deviceHref = (id: string) => `${location.pathname}?${searchWith(name, id)}`;

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
  changeSearch(searchWith(name, id), true);
}

export function closeDevice(): void {
  changeSearch(searchWith(name, null), true);
}
