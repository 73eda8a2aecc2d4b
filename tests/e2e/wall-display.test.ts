import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

/** Whether the datalogger answers the displays. */
let isAnswering = true;
const stage = setStage(
  { size: 'medium', historyDays: 2, at: '2026-06-10T11:40:00Z' },
  fetch => (request, peer) => {
    const isData = request.url.endsWith('/api/schermo/dati');
    return isData && !isAnswering
      ? Promise.resolve(new Response(null, { status: 502 }))
      : fetch(request, peer);
  },
);
/** Where pictures of this run are kept; none without it. */
const pictures = process.env.PICTURES;

async function made(disposizione: 'sala' | 'pubblica', lingua = 'it') {
  const json = { nome: 'Atrio', disposizione, lingua };
  const token = stage.datalogger.login('admin');
  const reply = await stage.datalogger.request('/api/schermi', { method: 'POST', token, json });
  return reply.json();
}

async function show(token: string) {
  const page = await stage.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  await page.goto(`${plantOrigin}/api/schermo#${token}`);
  return page;
}

const sheet = (page: Page) => page.locator('#sheet');
const said = (page: Page) => page.locator('#said').innerText();
const isFitting = (page: Page) =>
  page.evaluate(() => {
    const isWhole = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    };
    return [...document.querySelectorAll('section:not([hidden]), #figures b, #x span, .tile')].filter(
      element => !isWhole(element),
    ).length;
  });

async function keep(page: Page, name: string) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/wall-${name}.png` });
}

test('both layouts fill a television in every language without being cut', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' });
  await stage.datalogger.run(60);
  for (const [layout, language] of [
    ['sala', 'it'],
    ['pubblica', 'de'],
    ['sala', 'fr'],
  ] as const) {
    const page = await show((await made(layout, language)).token);
    await sheet(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    await keep(page, `${layout}-${language}`);
    expect(await isFitting(page), `${layout} ${language}`).toBe(0);
    for (const [width, height] of [
      [1280, 720],
      [3840, 2160],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await isFitting(page), `${layout} ${width}`).toBe(0);
    }
    await page.context().close();
  }
});

test('it says when there is no answer, goes on by itself, and is dark once it is revoked', async () => {
  const { id, token } = await made('sala');
  const page = await show(token);
  await sheet(page).waitFor();
  isAnswering = false;
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return said(page);
    })
    .toBe('Nessuna risposta dal datalogger: i valori sono vecchi');
  await keep(page, 'old');
  isAnswering = true;
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return said(page);
    })
    .toBe('');
  const login = stage.datalogger.login('admin');
  await stage.datalogger.request(`/api/schermi/${id}`, { method: 'DELETE', token: login });
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return sheet(page).isVisible();
    })
    .toBe(false);
  expect(await said(page)).toMatch(/^Schermo non abilitato/);
  await page.goto(`${plantOrigin}/api/schermo`);
  await expect.poll(() => said(page)).toMatch(/^Schermo non abilitato/);
});

test('nothing grows over hundreds of answers, and the picture moves by some pixels', async () => {
  const page = await show((await made('sala')).token);
  await sheet(page).waitFor();
  const answered = () => page.waitForResponse(reply => reply.url().endsWith('/dati'));
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  const before = await nodes();
  const places = new Set<string>();
  for (let turn = 0; turn < 60; turn += 1) {
    const reply = answered();
    await page.clock.runFor(10_000);
    await reply;
    places.add(await page.evaluate(() => document.body.style.translate));
  }
  await expect.poll(nodes).toBe(before);
  expect(places.size).toBeGreaterThan(5);
  for (const place of places)
    for (const shift of place.match(/-?\d+/g) ?? []) expect(Math.abs(Number(shift))).toBeLessThan(9);
});

test('an administrator makes a display, sees its address once, and revokes it', async () => {
  const page = await stage.open('admin', '/config/setup-sistema');
  await page.getByRole('region', { name: 'Notifiche', exact: true }).scrollIntoViewIfNeeded();
  const panel = page.getByRole('region', { name: 'Schermi e calendari', exact: true });
  await panel.scrollIntoViewIfNeeded();
  await panel.getByLabel('Nome').fill('Portineria');
  await panel.getByLabel('Tipo').selectOption('pubblica');
  await panel.getByRole('button', { name: 'Nuovo schermo' }).click();
  const address = /http:\S+#(\w{5}-){4}\w{5}/;
  await expect.poll(() => panel.getByRole('status').innerText()).toMatch(address);
  await keep(page, 'panel');
  const [url = ''] = address.exec(await panel.getByRole('status').innerText()) ?? [];
  const display = await stage.newPage({ viewport: { width: 1920, height: 1080 } });
  await display.goto(url);
  await sheet(display).waitFor();
  const row = panel.locator('.mrow').filter({ hasText: 'Portineria' });
  await row.getByRole('button', { name: 'Revoca' }).click();
  // It is asked first: the address is in a television that nobody can reach from here.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: 'Elimina Portineria' }).click();
  await expect.poll(() => row.count()).toBe(0);
});
