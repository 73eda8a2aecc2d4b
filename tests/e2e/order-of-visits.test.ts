import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

/*
 * A screen brings its own style sheet, which stays when the next screen comes. What it says must not change the others: each looks the same
 * when it is the first one, and after all the others.
 */
const stage = setStage({ size: 'small', historyDays: 2 });

const paths = [
  '/',
  '/allarmi',
  '/allarmi?stato=storico',
  '/impianto/inverters?dispositivo=2',
  '/impianto/stringhe?dispositivo=1',
  '/impianto/trackers?dispositivo=1',
  '/impianto/contatori?dispositivo=1',
  '/impianto/sensori?dispositivo=1',
  '/impianto/digital-signals?dispositivo=1',
  '/impianto/prot-interfaccia',
  '/impianto/cci',
  '/stats&reports',
  '/stats&reports?vista=analisi',
  '/stats&reports/reports',
  '/config/inverters?id=1',
  '/config/setup-sistema',
  '/config/setup-sistema?vista=bus',
] as const;

/** The looks of each kind of element by its place, as text. Runs in the page. */
function looksInPage(): [place: string, looks: string][] {
  const nameOf = (element: Element) =>
    [
      element.tagName.toLowerCase(),
      ...[...element.classList].sort(),
      ...['aria-selected', 'aria-current', 'aria-pressed'].filter(
        name => element.getAttribute(name) === 'true',
      ),
    ].join('.');
  const found = new Map<string, string>();
  for (const element of document.querySelectorAll('main *')) {
    if (element.closest('svg') || element.matches(':hover, :focus')) continue;
    const names: string[] = [];
    for (let each: Element | null = element; each && each.tagName !== 'MAIN'; each = each.parentElement)
      names.unshift(nameOf(each));
    const { color, backgroundColor, fontWeight, fontSize, display, padding, textAlign } =
      getComputedStyle(element);
    const looks = [color, backgroundColor, fontWeight, fontSize, display, padding, textAlign].join('; ');
    const place = names.join(' > ');
    if (!found.has(place)) found.set(place, looks);
  }
  return [...found];
}

/** The looks once they stay: a drawer that opens leaves the rest less room. */
async function settledLooks(page: Page): Promise<[place: string, looks: string][]> {
  let before: [place: string, looks: string][] = [];
  const isStill = async () => {
    const now = await page.evaluate(looksInPage);
    const isSame = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isSame;
  };
  await expect.poll(isStill, { interval: 100 }).toBe(true);
  return before;
}

/** On a computer and on a phone. */
const widths = [1280, 360] as const;

async function looksOf(page: Page): Promise<ReadonlyMap<string, string>> {
  await page.locator('main h1').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const looks = new Map<string, string>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const [place, look] of await settledLooks(page)) looks.set(`${width} px: ${place}`, look);
  }
  return looks;
}

const goTo = (page: Page, path: string) => page.evaluate(to => history.pushState(null, '', to), path);

test('a screen looks the same when it is the first, and after all the others', async () => {
  const page = await stage.open('admin', '/notfound');
  const first = new Map<string, ReadonlyMap<string, string>>();
  for (const path of paths) {
    await page.goto(plantOrigin + path);
    first.set(path, await looksOf(page));
  }
  for (const path of paths) {
    await goTo(page, path);
    await looksOf(page);
  }
  const changed: string[] = [];
  let compared = 0;
  for (const path of paths) {
    await goTo(page, path);
    for (const [place, looks] of await looksOf(page)) {
      const before = first.get(path)?.get(place);
      if (before === undefined) continue;
      compared += 1;
      if (before !== looks) changed.push(`${path} ${place}: ${before} became ${looks}`);
    }
  }
  expect(changed).toEqual([]);
  expect(compared).toBeGreaterThan(100 * paths.length);
});
