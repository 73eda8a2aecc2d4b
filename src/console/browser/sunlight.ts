import { localStore } from './storage';
import { applyTheme, preferredTheme, sunlightKey } from './theme';

/*
 * Sunlight: what is shown is made legible for a phone or a touch panel in the sun. It is stored per browser (`isSunlit`).
 */
/** The browser sends this event to the other tabs only; `setSunlight` sends it to its own. */
const changed = 'storage';

export function setSunlight(isOn: boolean): void {
  if (isOn) localStore.write(sunlightKey, '1');
  else localStore.remove(sunlightKey);
  dispatchEvent(new Event(changed));
}

/** Also called when another tab turns sunlight on or off. Returns a function that stops it. */
export function onSunlightChange(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}

/** Marks the page for the style sheet, which is loaded at the first use, and shows the theme that it then has. */
export function showSunlight(isOn: boolean): void {
  // Without the style the page stays as it is.
  if (isOn) import('../theme/sunlight.scss').catch(() => undefined);
  document.documentElement.toggleAttribute('data-sunlight', isOn);
  applyTheme(preferredTheme());
}
