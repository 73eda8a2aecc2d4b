import { useLayoutEffect, useSyncExternalStore } from 'react';
import { onSunlightChange, showSunlight } from '../../browser/sunlight';
import { isSunlit } from '../../browser/theme';

export function useSunlight(): boolean {
  return useSyncExternalStore(onSunlightChange, isSunlit);
}

/** As `useSunlight`, and the page is shown accordingly as long as the component is there: the login has the theme, and its switch. */
export function useSunlitPage(): boolean {
  const isOn = useSunlight();
  useLayoutEffect(() => {
    showSunlight(isOn);
    return () => showSunlight(false);
  }, [isOn]);
  return isOn;
}
