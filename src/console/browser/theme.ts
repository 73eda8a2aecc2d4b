import { localStore, sessionStore, tokenKey } from './storage';

/** The two themes, by the identifiers of the specification (section 9). Light is the default. */
export const themes = { light: 'lara-light-blue', dark: 'lara-dark-blue' } as const;
export type Theme = keyof typeof themes;

const storageKey = 'theme';

export const sunlightKey = 'sunlight';
/** Whether sunlight is on in this browser. Anything stored but '1' means off. */
export const isSunlit = () => localStore.read(sunlightKey) === '1';

/**
 * The theme that was chosen; before that light, whatever the system prefers. While a session is open, sunlight has light colours, whatever
 * theme was chosen; the login has no sunlight.
 */
export function preferredTheme(): Theme {
  const isLight = isSunlit() && sessionStore.read(tokenKey);
  return !isLight && localStore.read(storageKey) === themes.dark ? 'dark' : 'light';
}

/** Shows the theme: the colours follow the attribute `data-theme` of the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStore.write(storageKey, themes[theme]);
  applyTheme(theme);
}
