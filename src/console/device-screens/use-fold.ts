import { useState } from 'react';
import { usePhone } from '../ui/use-phone';
import type { Column, View } from './descriptor';
import type { Device } from './device-list';

/** On narrow screens, the regular ones of more devices than this are folded. */
const unfoldedAtMost = 12;

/** The devices that need attention, and the others, which are folded until they are opened. */
export interface Fold<D extends Device> {
  readonly exceptions: readonly D[];
  readonly regular: readonly D[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Whether a device needs no attention; undefined for a table that does not know. */
export function calmIn<D extends Device>(columns: readonly Column<D>[], markOf: View<D>['markOf']) {
  const isRegular = columns.find(column => column.isRegular)?.isRegular;
  return isRegular && ((device: D) => isRegular(device) && !device.isSilent && !markOf(device));
}

/** Divides many devices on narrow screens; null where all are shown alike. A search shows all that it finds. */
export function useFold<D extends Device>(
  rows: readonly D[],
  columns: readonly Column<D>[],
  { devices, markOf }: View<D>,
  isSearched: boolean,
): Fold<D> | null {
  const isPhone = usePhone();
  const [isOpen, setOpen] = useState(false);
  const isCalm = calmIn(columns, markOf);
  if (!isPhone || !isCalm || isSearched || devices.length <= unfoldedAtMost) return null;
  return {
    exceptions: rows.filter(device => !isCalm(device)),
    regular: rows.filter(isCalm),
    isOpen,
    toggle: () => setOpen(!isOpen),
  };
}
