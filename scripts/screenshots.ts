/**
 * Takes the pictures of the README, after a build: a plant of ten inverters on a summer day, one of them in fault, one silent, all
 * limited by the grid operator. Clock, weather and faults are fixed, so that a picture changes only where the console does, or the fonts of
 * the machine: with Debian's fonts-liberation, the letters are as wide as those of Arial, which most users have.
 */

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Fault } from '../src/contract/faults';
import { consoleFolder } from '../tests/support/build-console';
import { launchChromium, plantOrigin } from '../tests/support/chromium';
import { startDatalogger, type TestDatalogger } from '../tests/support/datalogger';

const folder = new URL('../.github/screenshots/', import.meta.url).pathname;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  /** 800 where it is left out. The balance of the day is open from 1000 on. */
  readonly height?: number;
  readonly isDark: boolean;
  /** A button that is pressed first. */
  readonly press?: string;
  /** What the screen shows when it is whole. */
  readonly whole: string;
}

const pictures: readonly Picture[] = [
  { name: 'dashboard', path: '/', width: 1280, height: 1000, isDark: false, whole: '.dayb li' },
  { name: 'statistics', path: '/stats&reports?periodo=mese', width: 1280, isDark: true, whole: '.plot svg' },
  {
    name: 'inverters',
    path: '/impianto/inverters',
    width: 1280,
    isDark: false,
    press: 'Schede',
    whole: '.wall .print',
  },
  { name: 'phone', path: '/impianto/inverters', width: 360, isDark: false, whole: 'main table tbody tr' },
];

const faults: readonly Fault[] = [
  { kind: 'dso-limit', percent: 60 },
  { kind: 'inverter-trip', inverter: 7, cause: 'ground' },
  { kind: 'inverter-silent', inverter: 9 },
];
/** After this time the limit holds at the point of delivery, and every fault has its alarm. */
const faultyS = 300;

async function take(browser: Browser, datalogger: TestDatalogger, picture: Picture): Promise<void> {
  const { name, path, width, height = 800, isDark, press, whole } = picture;
  const viewport = { width, height };
  const context = await browser.newContext({ locale: 'it-IT', viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${plantOrigin}/notfound`);
  await page.evaluate(
    ([token, theme]) => {
      sessionStorage.setItem('app.token', token);
      if (theme) localStorage.setItem('theme', theme);
    },
    [datalogger.login('admin'), isDark ? 'lara-dark-blue' : ''] as const,
  );
  await page.goto(plantOrigin + path);
  if (press) await page.getByRole('button', { name: press }).click();
  await page.locator(whole).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

const datalogger = await startDatalogger({
  consoleFolder,
  size: 'medium',
  at: '2026-06-14T13:25:00+02:00',
  historyDays: 60,
  hasOneClock: true,
  isRunning: true,
});
try {
  for (const fault of faults) datalogger.plant.inject(fault);
  await datalogger.run(faultyS);
  const { port } = await datalogger.listen();
  const browser = await launchChromium(port);
  try {
    for (const picture of pictures) await take(browser, datalogger, picture);
  } finally {
    await browser.close();
  }
} finally {
  await datalogger.close();
}
console.log(pictures.map(({ name }) => `.github/screenshots/${name}.png`).join('\n'));
