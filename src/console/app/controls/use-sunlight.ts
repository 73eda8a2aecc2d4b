import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isSunlit, onSunlightChange, showSunlight } from '../../browser/sunlight';

export function useSunlight(): boolean {
  return useSyncExternalStore(onSunlightChange, isSunlit);
}

/** As `useSunlight`, and the page is shown accordingly. */
export function useSunlitPage(): boolean {
  const isOn = useSunlight();
  useLayoutEffect(() => showSunlight(isOn), [isOn]);
  return isOn;
}
