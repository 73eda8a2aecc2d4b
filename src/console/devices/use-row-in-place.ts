import { useLayoutEffect, useRef } from 'react';
import { rowLinkId } from './use-open-device';

/** Beside the drawer the list is narrower and what is above it higher: the row stays where it was pressed. */
export function useRowInPlace(openId: string | null): void {
  const last = useRef(openId);
  const id = openId === last.current ? null : (openId ?? last.current);
  const row = id === null ? null : document.getElementById(rowLinkId(id));
  const topPx = row?.getBoundingClientRect().top ?? 0;
  useLayoutEffect(() => {
    if (row) scrollBy(0, row.getBoundingClientRect().top - topPx);
    last.current = openId;
  });
}
