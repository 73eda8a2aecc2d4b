import { afterEach, expect, test } from 'vitest';
import { onSunlightChange, setSunlight, showSunlight } from '../../../src/console/browser/sunlight';
import { chooseTheme, isSunlit, preferredTheme } from '../../../src/console/browser/theme';

const page = document.documentElement;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  showSunlight(false);
});

test('sunlight is stored, and the own tab follows; an unknown value means off', () => {
  const told: boolean[] = [];
  const stop = onSunlightChange(() => told.push(isSunlit()));
  setSunlight(true);
  expect(localStorage.getItem('sunlight')).toBe('1');
  setSunlight(false);
  expect(localStorage.getItem('sunlight')).toBeNull();
  expect(told).toEqual([true, false]);
  stop();
  setSunlight(true);
  expect(told).toHaveLength(2);
  localStorage.setItem('sunlight', 'true');
  expect(isSunlit()).toBe(false);
});

test('in a session the page is marked and light, and after it has the theme that was chosen', () => {
  chooseTheme('dark');
  sessionStorage.setItem('app.token', 'any');
  setSunlight(true);
  showSunlight(true);
  expect(page.hasAttribute('data-sunlight')).toBe(true);
  expect(page.dataset.theme).toBe('light');
  sessionStorage.clear();
  showSunlight(false);
  expect(page.hasAttribute('data-sunlight')).toBe(false);
  expect(page.dataset.theme).toBe('dark');
});

test('without a session, as at the login, the chosen theme stays in sunlight too', () => {
  chooseTheme('dark');
  setSunlight(true);
  expect(preferredTheme()).toBe('dark');
  sessionStorage.setItem('app.token', 'any');
  expect(preferredTheme()).toBe('light');
  setSunlight(false);
  expect(preferredTheme()).toBe('dark');
});
