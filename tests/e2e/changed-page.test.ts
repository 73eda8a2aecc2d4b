import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage, signIn, stopClock } from '../support/browser';
import { isLong, longPatience, rounds } from '../support/long';
import { layChanges, pageChanges, watchLiveText } from '../support/page-changes';
import { layWire, passTogether } from '../support/page-wire';
import { screens } from '../support/screens';

const stage = setStage({ size: 'medium', historyDays: 2, isRunning: false });

/** Longer than the poll of live values. */
const watchedS = rounds(7, 40);
/** A second until the guard looks, and the rounding of an age. */
const toleranceS = 4;

async function openPage(path: string): Promise<Page> {
  const page = await stage.newPage();
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await layWire(page);
  await layChanges(page);
  await signIn(page, stage.datalogger.login('admin'), path);
  await page.locator('.tile, .raw table').first().waitFor();
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  return page;
}

const pass = (page: Page, seconds: number) => passTogether(page, stage.datalogger, seconds);

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(to => history.pushState(null, '', to), path);
  await expect
    .poll(async () => {
      await pass(page, 1);
      return page.locator('main h1').count();
    })
    .toBe(1);
}

const unitsS: Readonly<Record<string, number>> = { s: 1, min: 60 };

/**
 * Seconds by which time and age in the top bar, or on the raw page, are behind the plant: together they are its present time. Null where
 * no time is said.
 */
async function behindS(page: Page): Promise<number | null> {
  const place = page.locator('.top .fresh, main.raw header p:last-child').first();
  if ((await place.count()) === 0) return null;
  const words = (await place.textContent()) ?? '';
  const [, hours, minutes, seconds, age, unit = ''] =
    /(\d\d):(\d\d):(\d\d).*?(\d+)\s(s|min) fa/.exec(words.replaceAll('\u00a0', ' ')) ?? [];
  const saidS = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const presentS = saidS + Number(age) * (unitsS[unit] ?? Number.NaN);
  const quarterS = 900;
  const apart = (stage.datalogger.plantClock.now() / 1000 - presentS) % quarterS;
  return Math.min(Math.abs(apart), quarterS - Math.abs(apart));
}

/**
 * The screens that a change is made on: translation of everything on all 26, each other change on the first screen and on its share of the
 * rest, in the long run on all.
 */
function screensOf(change: (typeof pageChanges)[number]): readonly string[] {
  if (isLong || change === 'translation of everything') return screens;
  const others = pageChanges.filter(each => each !== 'translation of everything');
  const share = others.indexOf(change);
  return screens.filter((_, index) => index === 0 || index % others.length === share);
}

const crash = (page: Page) => page.getByText('fermata per un errore');
const note = (page: Page) => page.locator('.note.strip', { hasText: 'Il browser o un’estensione' });

test(
  'on each of the 26 screens all text that changes by itself is marked for no translation',
  longPatience,
  async () => {
    expect(screens).toHaveLength(26);
    const page = await openPage('/');
    await watchLiveText(page);
    for (const path of screens) {
      await page.evaluate(() => window.liveText.pause());
      await open(page, path);
      // What a screen shows first is no change; its last part comes by itself after 10 s.
      await pass(page, 12);
      await page.evaluate(() => window.liveText.begin());
      await pass(page, watchedS);
    }
    expect(await page.evaluate(() => window.liveText.unmarked())).toEqual([]);
    expect(await page.evaluate(() => window.liveText.changes())).toBeGreaterThan(100);
  },
);

test.each(pageChanges)(
  'on the screens, and on the raw page, no figure stops and nothing stays down: %s',
  longPatience,
  async change => {
    const findings: string[] = [];
    const look = async (page: Page, path: string) => {
      await pass(page, watchedS);
      const late = await behindS(page);
      if (late !== null && !(late <= toleranceS)) findings.push(`${path} is ${late} s behind`);
      if (await crash(page).isVisible()) await pass(page, 2);
      if (await crash(page).isVisible()) findings.push(`${path} stays down`);
      const isTold = await note(page).isVisible();
      if (isTold !== (change === 'translation of everything'))
        findings.push(`${path} says ${isTold ? 'that' : 'nothing of'} what changed`);
    };
    const page = await openPage('/');
    await page.evaluate(name => window.changePage(name), change);
    for (const path of screensOf(change)) {
      await open(page, path);
      await look(page, path);
    }
    const raw = await openPage('/raw-data/plant');
    await raw.evaluate(name => window.changePage(name), change);
    await look(raw, '/raw-data/plant');
    expect(findings).toEqual([]);
  },
);

test('text that was replaced is put back, the note says so until it is closed, and what is typed stays', async () => {
  const page = await openPage('/');
  await open(page, '/config/impianto');
  const name = page.locator('main .fld input').first();
  await name.fill('Tetto nuovo');
  await page.evaluate(() => window.changePage('translation of everything'));
  await page.evaluate(() => window.changePage(null));
  await pass(page, 2);
  expect(await note(page).isVisible()).toBe(true);
  expect(await page.locator('[translate=no] font').count()).toBe(0);
  expect(await name.inputValue()).toBe('Tetto nuovo');
  await note(page).getByRole('button', { name: 'Chiudi' }).click();
  await pass(page, 2);
  expect(await note(page).count()).toBe(0);
});
