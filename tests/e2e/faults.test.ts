import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, pathOf, setStage, signIn, stopClock } from '../support/browser';
import { isLong } from '../support/long';
import { layWire, passSecond } from '../support/page-wire';

const stage = setStage({ size: 'medium' });
const figures = (page: Page) => page.locator('.fig b').allInnerTexts();

/** Waits for an element while the page's clock, which drawing waits for, hardly moves. */
async function comes(page: Page, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return element.count();
    })
    .toBeGreaterThan(0);
}

describe('C14: an answer that is not what it must be', () => {
  const kinds: readonly (readonly [string, string, string])[] = [
    ['HTML', '<!doctype html><title>portal</title>', 'text/html'],
    ['JSON cut short', '{"m":"impianto","t":17811', 'application/json'],
    ['empty', '', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a list', '[[[]]]', 'application/json'],
    [
      'of other types',
      '{"m":1,"t":"x","colonne":{"id":"1","pac":[{}]},"nome":[],"ups":"true","fuso":7}',
      'application/json',
    ],
    [
      'numbers as texts',
      '{"m":"impianto","t":1781091730,"colonne":{"id":[1],"pac":["658"],"q":["192"]}}',
      'application/json',
    ],
    [
      'beyond numbers',
      '{"m":"impianto","t":1781091730,"colonne":{"id":[1],"pac":[1e999]}}',
      'application/json',
    ],
    ['a prototype', '{"__proto__":{"livello":"0"},"colonne":{"__proto__":[1]},"t":1}', 'application/json'],
  ];
  const endpoints = [
    'dati_impianto/RT',
    'dati_impianto/daily',
    'impianto/1',
    'auth/generale',
    'stato_datalogger',
  ];

  /** Each endpoint takes its share of the kinds, so that all come twice; in the long run all of them. */
  const kindsOf = (endpoint: string) =>
    kinds.filter(
      (_, index) => isLong || [0, 2].includes((index + endpoints.indexOf(endpoint)) % endpoints.length),
    );

  test.each(endpoints)('of %s never blanks the screen nor shows a wrong number', async endpoint => {
    const page = await stage.open('admin', '/notfound');
    for (const [kind, body, contentType] of kindsOf(endpoint)) {
      await page.unrouteAll();
      await page.route(`**/api/${endpoint.includes('stato') ? 'auth/stato' : endpoint}**`, route =>
        route.fulfill({ status: 200, contentType, body }),
      );
      await page.goto('http://192.168.1.10/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoNonsense(page);
      if (endpoint.endsWith('RT')) expect((await figures(page))[0], kind).toMatch(/^—/);
      expect(await page.evaluate(() => 'livello' in {}), kind).toBe(false);
    }
  });
});

test('when the datalogger stops answering the page says so within 12 s, and recovers by itself', async () => {
  const page = await stage.newPage();
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await signIn(page, stage.datalogger.login('admin'), '/');
  await page.locator('.tile:nth-child(11)').waitFor();
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  const [power] = await figures(page);
  const reloads: string[] = [];
  page.on('framenavigated', frame => reloads.push(frame.url()));

  await page.route('**/api/**', route => route.abort());
  for (let second = 0; second < 12; second += 1) await page.clock.runFor(1000);
  await comes(page, page.getByRole('alert').getByText('Collegamento con il datalogger perso'));
  await comes(page, page.getByRole('heading', { level: 1, name: /Stato non noto/ }));
  await expect.poll(() => page.locator('.app').getAttribute('class')).toContain('still');
  expect((await figures(page))[0]).toBe(power);
  await expect.poll(() => page.getByRole('contentinfo').innerText()).toContain('N/A');
  await page.clock.resume();
  await expectAccessible(page);

  await page.unrouteAll();
  await page.clock.fastForward(11_000);
  await expect.poll(() => page.locator('.app').getAttribute('class')).not.toContain('still');
  await comes(page, page.getByText('Collegamento tornato.'));
  expect(reloads).toEqual([]);
});

test('one missed poll is quiet', async () => {
  const page = await stage.newPage();
  await layWire(page);
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await signIn(page, stage.datalogger.login('admin'), '/');
  await page.locator('.tile:nth-child(11)').waitFor();
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  let missed = 0;
  await page.route('**/api/dati_impianto/RT**', route => {
    missed += 1;
    return missed === 1 ? route.abort() : route.continue();
  });
  for (let second = 0; second < 30; second += 1) {
    await passSecond(page);
    expect(await page.locator('.app').getAttribute('class')).not.toContain('still');
  }
  expect(missed).toBeGreaterThan(1);
});

test('a session that was ended elsewhere leads to /auth also while the page only polls', async () => {
  const page = await stage.open('normal');
  await page.locator('.tile:nth-child(11)').waitFor();
  const token = await page.evaluate(() => sessionStorage.getItem('app.token'));
  await stage.datalogger.request('/api/auth/logout', { method: 'POST', token });
  await page.waitForURL('http://192.168.1.10/auth');
  await expect.poll(() => pathOf(page)).toBe('/auth');
});

test('low-traffic mode asks at most once a minute, stops every animation and draws the chart on demand', async () => {
  const page = await stage.newPage();
  await layWire(page);
  await page.clock.install({ time: stage.datalogger.clock.now() });
  await page.addInitScript(() => localStorage.setItem('traffico_ridotto', '1'));
  const asked: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
  });
  await signIn(page, stage.datalogger.login('normal'), '/');
  await page.locator('.tile:nth-child(11)').waitFor();
  await page.waitForLoadState('networkidle');
  await stopClock(page);
  expect(asked.filter(path => path.endsWith('daily'))).toEqual([]);
  asked.length = 0;
  for (let second = 0; second < 59; second += 1) await passSecond(page);
  expect(asked).toEqual([]);
  for (let second = 0; second < 61; second += 1) await passSecond(page);
  expect(asked.filter(path => path.endsWith('RT')).length).toBeLessThanOrEqual(2);
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(each => each.playState === 'running').length),
    )
    .toBe(0);
  await page.getByRole('button', { name: 'Mostra grafico' }).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return asked.some(path => path.endsWith('daily'));
    })
    .toBe(true);
});

test('a figure that is too low says so, and is not cut off', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-silent', inverter: 9 });
  await stage.datalogger.run(60);
  const page = await stage.open('admin');
  const energy = page.locator('.fig').nth(1);
  await expect.poll(() => energy.innerText()).toMatch(/≥\s\d\.\d{3},\d\s+kWh/);
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = () => energy.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(beyond, { message: `at ${width} px` }).toBe(0);
  }
  stage.datalogger.plant.clearFaults();
});
