import { localStore } from './storage';

/** The two themes, by the identifiers of the specification (section 9). Light is the default. */
export const themes = { light: 'lara-light-blue', dark: 'lara-dark-blue' } as const;
export type Theme = keyof typeof themes;

const storageKey = 'theme';

export function storedTheme(): Theme {
  return localStore.read(storageKey) === themes.dark ? 'dark' : 'light';
}

/** Shows the theme: the colours follow the attribute `data-theme` of the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStore.write(storageKey, themes[theme]);
  applyTheme(theme);
}
