import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { follow, logIn, setStage, signIn } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { countReceived, type Received } from '../support/received';

/*
 * What an operator on a slow line pays for: bytes on the wire with their headers, and requests. Times depend on the machine and are not
 * asserted: on GPRS 6 kB take one second, and each request in a row half a second. A screen may become lighter; one that becomes heavier
 * fails here. Before the live number, a byte more takes another one away; elsewhere a limit rises only in a commit that says what for.
 */

const stage = setStage({ size: 'medium' });
const kB = 1000;

/** Answers of the API that are polled count once, so that a slow machine counts no more than a fast one. */
function once(received: readonly Received[]): readonly Received[] {
  return received.filter(({ path }, index) => received.findIndex(each => each.path === path) === index);
}
const bytesOf = (received: readonly Received[]) => received.reduce((sum, { bytes }) => sum + bytes, 0);
const filesIn = (received: readonly Received[]) =>
  received.map(({ path }) => path).filter(path => path.startsWith('/assets/'));

const liveNumber = (page: Page) =>
  expect
    .poll(async () => (await page.locator('.fig').first().innerText()).replaceAll(/\s+/g, ' '))
    .toMatch(/\d ?kW/);

/** Waits for the parts of the dashboard that come last. */
async function wholeDashboard(page: Page): Promise<void> {
  for (const part of ['.foot dl', '.mer .now', '.tile .word', '.plot svg', 'section svg[role=img]'])
    await page.locator(part).first().waitFor({ state: 'attached' });
}

const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });

/** A page that fetches no other screen ahead, however long it stands on a slow machine. */
async function newPageAlone(): Promise<Page> {
  const page = await stage.newPage();
  await page.addInitScript(saveData);
  return page;
}

/** Such a page with a screen and all that it shows. */
async function openAlone(path: string): Promise<Page> {
  const page = await newPageAlone();
  const count = await countReceived(page);
  await signIn(page, stage.datalogger.login('admin'), path);
  await page.locator('main h1').waitFor();
  await page.locator('.foot dl').waitFor();
  await count.settled();
  return page;
}

/** A whole dashboard that has stood for half a minute, and what it received in that time. */
async function openForHalfAMinute(way?: string) {
  const page = await stage.newPage();
  if (way === 'low traffic') await page.addInitScript(() => localStorage.setItem('traffico_ridotto', '1'));
  else if (way) await page.addInitScript(saveData);
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await signIn(page, stage.datalogger.login('admin'), '/');
  await liveNumber(page);
  if (!way) await wholeDashboard(page);
  await page.waitForLoadState('networkidle');
  const count = await countReceived(page);
  await page.clock.fastForward(30_000);
  return { page, count };
}

describe('from the address to the live number', () => {
  test('nothing that is not needed for the number comes before it', async () => {
    const page = await newPageAlone();
    const count = await countReceived(page);
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    // The runtime of the bundler, 150 bytes that every chunk imports, comes beside the first chunk.
    await page.route(/\/assets\/(?!i18n\/it(\/home)?\.json|start-|home-|rolldown-runtime-)/, async route => {
      await held;
      await route.continue();
    });
    await page.goto(`${plantOrigin}/auth/login`);
    await logIn(page, 'admin');
    await liveNumber(page);
    const before = once(count.all());
    expect(filesIn(before).map(path => path.replace(/-[\w-]{8}\./, '.'))).toEqual(
      expect.arrayContaining(['/assets/start.js', '/assets/home.js', '/assets/home.css']),
    );
    expect(bytesOf(before)).toBeLessThan(66 * kB);
    // One of them is the runtime of the bundler.
    expect(before.length).toBeLessThanOrEqual(13);

    release();
    await wholeDashboard(page);
    await count.settled();
    const whole = once(count.all());
    expect(bytesOf(whole)).toBeLessThan(106 * kB);
    // Of them three are of the balance of the day, which comes last.
    expect(whole.length).toBeLessThanOrEqual(27);
    expect(filesIn(whole).join()).not.toContain('/engine-');
  });

  test('while somebody types, everything of the first screen comes; after Enter no file is requested', async () => {
    const page = await newPageAlone();
    const count = await countReceived(page);
    await page.goto(`${plantOrigin}/auth/login`);
    const parts = ['home-', 'i18n/it/home', 'i18n/it/frame', 'dashboard-', 'plot-', 'screens-', 'frame-'];
    await expect
      .poll(() => parts.filter(part => !filesIn(count.all()).some(path => path.includes(part))))
      .toEqual([]);
    await count.settled();
    const typed = filesIn(count.all());
    expect(typed.join()).not.toContain('/engine-');
    await logIn(page, 'admin');
    await liveNumber(page);
    await wholeDashboard(page);
    await count.settled();
    // The words of the alarms come only where an alarm is shown, and the balance of the day after everything else.
    const later = filesIn(count.all()).filter(path => !typed.includes(path));
    expect(later.filter(path => !/\/it\/alarms\.json|\/dashboard-day-/.test(path))).toEqual([]);
  });

  test('who came in last as a technician gets the inverters while typing', async () => {
    const page = await stage.newPage();
    await page.addInitScript(() => localStorage.setItem('home', '/impianto/inverters'));
    const count = await countReceived(page);
    await page.goto(`${plantOrigin}/auth/login`);
    await expect
      .poll(() => filesIn(count.all()).map(path => path.replace(/-[\w-]{8}\./, '.')))
      .toEqual(expect.arrayContaining(['/assets/inverters.js', '/assets/i18n/it/inverters.json']));
    expect(filesIn(count.all()).join()).not.toContain('/dashboard-');
  });
});

describe('once a screen has stood for half a minute', () => {
  test('the screens that are opened most need only their values, every other one only what is its own', async () => {
    for (const [path, mostKb, mostFiles] of [
      ['/impianto/inverters', 6.7, 2],
      ['/impianto/stringhe', 5.5, 1],
      ['/allarmi', 4.3, 1],
      ['/stats&reports', 19.9, 4],
      ['/config/inverters', 4.3, 1],
    ] as const) {
      const { page, count } = await openForHalfAMinute();
      await expect.poll(() => filesIn(count.all()).join()).toMatch(/config-devices\.json/);
      await count.settled();
      const ahead = count.all().length;
      await follow(page, path);
      await page.locator('main h1').waitFor();
      await count.settled();
      const received = once(count.all().slice(ahead));
      expect(bytesOf(received), path).toBeLessThan(mostKb * kB);
      expect(filesIn(received).length, filesIn(received).join()).toBeLessThanOrEqual(mostFiles);
      await page.context().close();
    }
  });

  test.each(['low traffic', 'a browser that saves data'])('%s fetches nothing ahead', async way => {
    const { count } = await openForHalfAMinute(way);
    await count.settled();
    expect(filesIn(count.all())).toEqual([]);
  });
});

describe('from the dashboard to another screen at once', () => {
  test.each([
    ['/impianto/inverters', 21.4, 5],
    ['/impianto/stringhe', 26.2, 5],
    ['/allarmi', 25.4, 5],
    ['/stats&reports', 25.7, 5],
    // With the hints of its fields, which the datalogger answers.
    ['/config/inverters', 43.8, 7],
  ])('%s costs at most %f kB and %i files', async (path, mostKb, mostFiles) => {
    const page = await openAlone('/');
    await liveNumber(page);
    await wholeDashboard(page);
    const count = await countReceived(page);
    await follow(page, path);
    await count.settled();
    const received = once(count.all());
    expect(bytesOf(received)).toBeGreaterThan(4 * kB);
    expect(bytesOf(received)).toBeLessThan(mostKb * kB);
    expect(filesIn(received).length, filesIn(received).join()).toBeLessThanOrEqual(mostFiles);
  });

  test('an account needs its own code and words; the first of the other sheets brings the words of all', async () => {
    const page = await openAlone('/config/inverters');
    const count = await countReceived(page);
    await follow(page, '/config/account');
    await count.settled();
    const received = once(count.all());
    expect(filesIn(received).length, filesIn(received).join()).toBeLessThanOrEqual(2);
    expect(bytesOf(received)).toBeLessThan(6.9 * kB);
    await follow(page, '/config/pianificazioni');
    await count.settled();
    const before = filesIn(count.all()).length;
    await follow(page, '/config/allarmi');
    await count.settled();
    expect(filesIn(count.all()).slice(before).join()).not.toContain('i18n/it/config');
  });

  test.each([
    ['/impianto/trackers', 'dati_impianto/RT?m=tracker.'],
    ['/stats&reports', 'report?tipo=mensile'],
    ['/config/account', 'account'],
  ])('%s asks for its data before its code is there', async (path, data) => {
    const page = await stage.open('admin');
    await liveNumber(page);
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    // The runtime of the bundler, 150 bytes that every chunk imports, comes beside the first chunk.
    await page.route(/\/assets\/(trackers|statistics|reporting|configuration)-/, async route => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(request => request.url().includes(`/api/${data}`));
    await page.evaluate(to => history.pushState(null, '', to), path);
    await asked;
    release();
    await page.locator('main h1').waitFor();
  });
});
