import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, pathOf, setStage } from '../support/browser';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { choose, expectGoodLooks, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00', historyDays: 1 });
const path = '/impianto/trackers';
const stuck = 14;

beforeAll(async () => {
  const { plant, plantClock } = stage.datalogger;
  plant.inject({ kind: 'tracker-stuck', tracker: stuck });
  plant.inject({ kind: 'override-silent', group: 'tracker', id: 5 });
  plantClock.advance(2_400_000);
});

const rows = (page: Page) => page.locator('.devs tbody tr');
const glyph = (page: Page, name: RegExp) => page.locator('.tgrid').getByRole('link', { name });

async function openTrackers(role: 'normal' | 'admin' = 'normal'): Promise<Page> {
  const page = await stage.open(role, path);
  await rows(page).first().waitFor();
  return page;
}

test('the title counts those in position, the sentence names the one that stands still and the silent one', async () => {
  const page = await openTrackers();
  await page.getByRole('heading', { level: 1, name: '18 inseguitori su 20 in posizione' }).waitFor();
  await page.getByText(/T2-04 è fermo a .* dall’obiettivo\. T1-05 non comunica/).waitFor();
  await expect.poll(() => glyph(page, /^T2-04/).getAttribute('class')).toContain('off fault');
  await expect.poll(() => glyph(page, /^T1-05/).getAttribute('class')).toBe('stale');
  await expect.poll(() => rows(page).first().getByRole('rowheader').textContent()).toContain('T2-04');
  await page.getByLabel('Classe').selectOption('Senza comunicazione');
  await expect.poll(() => rows(page).count()).toBe(1);
  await expectNoNonsense(page);
});

test('by keyboard alone a tracker is opened with its dial and its day, and closed again', async () => {
  const page = await openTrackers();
  await glyph(page, /^T2-04/).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'T2-04' });
  await drawer.getByRole('img', { name: /^Angolo .*, obiettivo .* ovest$/ }).waitFor();
  await drawer.getByRole('application', { name: /Misurato: massimo/ }).waitFor();
  await expect.poll(() => pathOf(page)).toBe(`${path}?dispositivo=${stuck}`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => pathOf(page)).toBe(path);
});

test('list, commands and drawer look right in both themes, narrow and in every language', async () => {
  const page = await openTrackers('admin');
  await page.getByLabel('Comanda').waitFor();
  await expectGoodLooks(page);
  await page.goto(new URL(`${path}?dispositivo=${stuck}`, page.url()).href);
  await page.locator('.dial').waitFor();
  await expectNoOverflow(page);
});

describe('commands', () => {
  const measured = (id: number) =>
    stage.datalogger.plant.snapshot().groups.tracker.values.ang?.[id - 1] ?? Number.NaN;

  test('a tracker is stowed from its drawer, and the measured angle ends it', async () => {
    const page = await stage.open('admin', `${path}?dispositivo=2`);
    const drawer = page.getByRole('dialog', { name: 'T1-02', exact: true });
    await drawer.getByRole('button', { name: 'Metti in sicurezza…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mettere in sicurezza T1-02?' });
    await dialog.getByRole('button', { name: 'Continua' }).click();
    await dialog.getByText(/^Puoi confermare/).waitFor();
    await expect.poll(() => dialog.locator('dl').textContent()).toMatch(/Adesso\d+,\d° (est|ovest)Dopo0,0°/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Conferma comando' }).click();
    await dialog.getByText('Attendo che la misura lo confermi.').waitFor();
    stage.datalogger.plantClock.advance(600_000);
    await dialog.getByText(/Eseguito: la misura lo conferma/).waitFor();
    expect(Math.abs(measured(2))).toBeLessThan(2);
    expect(Math.abs(measured(3))).toBeGreaterThan(5);
  });

  test('all of them need a touch more, nothing typed; a group says how many obey', async () => {
    const page = await stage.open('admin', path);
    const object = page.getByLabel('Comanda');
    await page.getByRole('button', { name: 'Posizione di pulizia…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Continua' }).click();
    const confirm = dialog.getByRole('button', { name: 'Conferma comando' });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Agisce su tutto l’impianto/).check();
    await expect.poll(() => confirm.isDisabled()).toBe(false);
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await object.selectOption('T2');
    await page.getByRole('button', { name: 'Posizione di pulizia…' }).click();
    await dialog.getByText('Portare il gruppo T2 in posizione di pulizia?').waitFor();
    await dialog.getByRole('button', { name: 'Continua' }).click();
    await dialog.getByText(/^Dispositivi/).waitFor();
    await expect.poll(() => dialog.locator('dl').textContent()).toMatch(/Dopo45,0° ovestDispositivi10$/);
  });

  test('who may not command sees no command', async () => {
    const page = await openTrackers();
    await expect.poll(() => page.getByRole('button', { name: 'Metti in sicurezza…' }).count()).toBe(0);
  });
});

describe('another plant', () => {
  const others: TestDatalogger[] = [];
  afterAll(() => Promise.all(others.map(other => other.close())));

  /** The page of this stage, whose live values come from a plant of another size. */
  async function openOther(size: 'small' | 'xl'): Promise<Page> {
    const other = await startDatalogger({ size, at: '2026-06-10T13:00:00+02:00' });
    others.push(other);
    const page = await stage.newPage();
    await page.route('**/api/dati_impianto/RT?m=tracker*', async route => {
      const { pathname, search } = new URL(route.request().url());
      const answer = await other.request(pathname + search, { token: other.login('normal') });
      // Of this plant's time: answers before it are old.
      const t = Math.floor(stage.datalogger.plantClock.now() / 1000);
      await route.fulfill({ json: { ...(await answer.json()), t } });
    });
    await page.goto('http://192.168.1.10/notfound');
    const token = stage.datalogger.login('normal');
    await page.evaluate(text => sessionStorage.setItem('app.token', text), token);
    await page.goto(`http://192.168.1.10${path}`);
    return page;
  }

  test('without trackers says so', async () => {
    const page = await openOther('small');
    await page.getByRole('heading', { level: 1, name: 'Questo impianto non ha inseguitori' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(0);
    await expectNoNonsense(page);
  });

  test('with 740 of them is a map that the arrow keys read', async () => {
    const page = await openOther('xl');
    await page.getByRole('heading', { level: 1, name: 'Tutti e 740 gli inseguitori in posizione' }).waitFor();
    const map = page.getByRole('application', { name: 'Mappa di 740 inseguitori' });
    await map.focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'End']) await page.keyboard.press(key);
    await expect.poll(() => map.getByRole('status').textContent()).toContain('T2-37');
    await expectAccessible(page);
  });
});

test('the chart of the day speaks a language that is chosen later', async () => {
  const page = await openTrackers();
  const chart = page.locator('.trd');
  const words = () => chart.innerText();
  await expect.poll(words).toContain('Misurato');
  await choose(page, { kind: 'language', language: 'fr' });
  await expect.poll(words).toContain('Mesuré');
  expect(await words()).not.toContain('Misurato');
});
