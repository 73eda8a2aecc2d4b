import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languageCodes } from '../../src/contract/languages';
import type { Series } from '../../src/contract/series';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { csvNumber, parseCsv } from '../support/csv';
import { choose, expectAccessibleIn, expectNoOverflow } from '../support/looks';

// Two days after the clocks went back; the archive begins three weeks earlier.
const stage = setStage({ size: 'medium', at: '2026-10-27T12:20:00+01:00', historyDays: 21 });

const analysis = '/stats&reports?vista=analisi';
const twoInverters = `${analysis}&periodo=settimana-scorsa&linee=inverter.1.eday%2Cinverter.2.eday`;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const plot = (page: Page) => page.getByRole('application');
const lines = (page: Page) => page.getByRole('region', { name: 'Linee' }).locator('tbody tr');

async function open(address: string, who: 'normal' | 'admin' = 'normal'): Promise<Page> {
  const page = await stage.open(who, '/notfound');
  await page.goto(plantOrigin + address);
  await heading(page).filter({ hasText: 'Analisi:' }).waitFor();
  return page;
}

async function answerTo(page: Page, address: string): Promise<Series> {
  const [response] = await Promise.all([
    page.waitForResponse(each => each.url().includes('/api/dati_impianto/serie')),
    page.goto(plantOrigin + address),
  ]);
  return response.json();
}

/** The totals of the energies of a table row, kWh. */
async function totals(page: Page): Promise<number[]> {
  await expect.poll(() => lines(page).last().innerText()).toMatch(/kWh\s*$/m);
  const texts = await lines(page).locator('td:nth-of-type(5)').allInnerTexts();
  return texts.map(text => csvNumber(text.replace('.', '').replace(/[^\d,]/g, '')) ?? Number.NaN);
}

test('two inverters over a week: the numbers of the archive, the same as in the statistics', async () => {
  const page = await stage.open('normal', '/notfound');
  const answer = await answerTo(page, twoInverters);
  expect(answer.colonne.t).toHaveLength(7 * 96 + 4);
  const shown = await totals(page);
  expect(shown).toEqual([1, 2].map(id => Math.round((answer.totale[`inverter.${id}.eday`] ?? 0) * 10) / 10));
  const token = stage.datalogger.login('normal');
  let sum = 0;
  for (const day of [19, 20, 21, 22, 23, 24, 25]) {
    const reply = await stage.datalogger.request(`/api/report?tipo=giornaliero&d=2026-10-${day}`, { token });
    sum += (await reply.json()).inverter[0].energia;
  }
  expect(shown[0]).toBeCloseTo(sum, 0);
});

test('by keyboard alone: an example, another line with the arrows, the cursor, a line taken away', async () => {
  const page = await open(analysis);
  await page.getByRole('link', { name: 'Potenza e irraggiamento, questa settimana' }).focus();
  await page.keyboard.press('Enter');
  await plot(page).waitFor();
  const field = page.getByRole('combobox', { name: 'Aggiungi una linea' });
  await field.focus();
  await page.keyboard.type('inv 03 potenza');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page).count()).toBe(3);
  expect(page.url()).toContain('inverter.3.pac');
  await expect.poll(() => plot(page).getAttribute('aria-label')).toContain('INV 03: Potenza attiva');
  await plot(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => plot(page).getByRole('status').innerText()).toContain('INV 03: Potenza attiva');
  await page.getByRole('button', { name: 'Togli INV 03: Potenza attiva' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page).count()).toBe(2);
});

test('the file of a chart has its values, of both weeks', async () => {
  const page = await open(`${analysis}&periodo=settimana-scorsa&linee=inverter.1.pac&confronto=prec`);
  await expect.poll(() => lines(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Opzioni del grafico' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Salva CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('meridiana-analisi-2026-10-19-2026-10-25.csv');
  const [head = [], ...rows] = parseCsv(readFileSync(await file.path(), 'utf8'));
  expect(head).toEqual([
    'Ora [UTC+02:00, +01:00]',
    'INV 01: Potenza attiva [kW]',
    'INV 01: Potenza attiva, periodo precedente [kW]',
  ]);
  const serie = async (from: string, to: string): Promise<Series> => {
    const [da, a] = [from, to].map(each => Date.parse(each) / 1000);
    const path = `/api/dati_impianto/serie?m=inverter.1.pac&da=${da}&a=${a}&passo=15`;
    return (await stage.datalogger.request(path, { token: stage.datalogger.login('normal') })).json();
  };
  const now = await serie('2026-10-19T00:00:00+02:00', '2026-10-26T00:00:00+01:00');
  const before = await serie('2026-10-12T00:00:00+02:00', '2026-10-19T00:00:00+02:00');
  expect(rows.map(row => csvNumber(row[1]))).toEqual(now.colonne['inverter.1.pac']);
  // The hour that the last day has twice is empty in the week before.
  const values = before.colonne['inverter.1.pac'] ?? [];
  const over = rows.map(row => csvNumber(row[2]));
  const twice = 6 * 96 + 8;
  expect(over.slice(twice, twice + 8)).toEqual(new Array(8).fill(null));
  expect([...over.slice(0, twice), ...over.slice(twice + 8)]).toEqual([
    ...values.slice(0, twice),
    ...values.slice(twice + 4),
  ]);
  expect(rows[twice]?.[0]).toBe('2026-10-25 02:00:00+02:00');
});

test('an address shows the same to another account; a kept view is only its owner’s', async () => {
  const page = await open(
    `${analysis}&periodo=2026-10&linee=impianto.pac%2Cimpianto.poa&grafico=dispersione`,
  );
  await expect.poll(() => page.getByText(/R² [\d,]+; punti/).count()).toBe(1);
  const words = await page.getByText(/R² [\d,]+; punti/).innerText();
  await page.getByRole('textbox', { name: 'Nome della vista' }).fill('Potenza su luce');
  await page.getByRole('button', { name: 'Salva la vista' }).click();
  await page.getByRole('link', { name: 'Potenza su luce' }).waitFor();
  const other = await stage.open('admin', '/notfound');
  await other.goto(page.url());
  await expect.poll(() => other.getByText(/R² [\d,]+; punti/).allInnerTexts()).toEqual([words]);
  expect(await other.getByRole('link', { name: 'Potenza su luce' }).count()).toBe(0);
  await page.goto(plantOrigin + analysis);
  await page.getByRole('link', { name: 'Potenza su luce' }).click();
  await expect.poll(() => page.getByText(/R² [\d,]+; punti/).allInnerTexts()).toEqual([words]);
});

test('days over each other, and a period of the statistics that goes along', async () => {
  const page = await stage.open('normal', '/stats&reports?periodo=2026-10-25');
  await page.getByRole('link', { name: 'Analisi' }).click();
  await expect.poll(() => heading(page).innerText()).toBe('Analisi: 25 ottobre 2026');
  await page.goto(`${plantOrigin}${analysis}&periodo=settimana-scorsa&linee=impianto.pac&grafico=giorni`);
  const key = page.locator('figure .key');
  await expect.poll(() => key.innerText()).toContain('25 ott');
  expect(await key.getByRole('button').count()).toBe(7);
});

test('from the drawer of an inverter: another day, its week, and the same lines in the analysis', async () => {
  const page = await stage.open('normal', '/impianto/inverters?dispositivo=3');
  const trend = page.getByRole('region', { name: /^Andamento/ });
  const choose = trend.getByRole('button', { name: 'Settimana' });
  const [response] = await Promise.all([
    page.waitForResponse(each => each.url().includes('/api/dati_impianto/serie')),
    choose.click(),
  ]);
  expect(response.status()).toBe(200);
  await expect.poll(() => page.getByRole('heading', { name: 'Andamento: 26 ott – 1 nov' }).count()).toBe(1);
  expect(await choose.evaluate(element => element === document.activeElement)).toBe(true);
  await trend.getByLabel('Giorno da mostrare').fill('2026-10-20');
  await expect.poll(() => page.getByRole('heading', { name: 'Andamento: 19 ott – 25 ott' }).count()).toBe(1);
  await trend.getByRole('link', { name: 'Apri in analisi' }).click();
  await expect.poll(() => heading(page).innerText()).toBe('Analisi: 19–25 ottobre 2026');
  await expect.poll(() => lines(page).count()).toBe(2);
});

test.each(['/impianto/cci', '/impianto/prot-interfaccia', '/impianto/digital-signals?dispositivo=1'])(
  '%s has a chart of any day',
  async address => {
    const page = await stage.open('normal', address);
    const day = page.getByLabel('Giorno da mostrare');
    await day.waitFor();
    const [response] = await Promise.all([
      page.waitForResponse(each => each.url().includes('d=2026-10-26')),
      day.fill('2026-10-26'),
    ]);
    expect(response.status()).toBe(200);
    expect(await page.getByRole('link', { name: 'Apri in analisi' }).count()).toBe(1);
  },
);

test('the chosen start of a comparison is a field like the others, and on a phone no choice is cut in any language', async () => {
  const page = await open(`${twoInverters}&confronto=2026-10-12`);
  await expect.poll(() => lines(page).count()).toBe(4);
  const widthOf = async (name: string) => (await page.getByLabel(name, { exact: true }).boundingBox())?.width;
  expect(await widthOf('Inizio del confronto')).toBe(await widthOf('Da'));
  await page.setViewportSize({ width: 360, height: 800 });
  for (const language of languageCodes) {
    await choose(page, { kind: 'language', language });
    await page.waitForFunction(value => document.documentElement.lang === value, language);
    const cut = () =>
      page.locator('.seg').evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth).length);
    await expect.poll(cut, { message: language }).toBe(0);
  }
});

test('every look: no overflow at 320 and 360 px in five languages, axe 0, and on paper', async () => {
  const page = await open(
    `${analysis}&periodo=settimana-scorsa&linee=inverter.1.pac%2Cinverter.yday&confronto=prec`,
  );
  await plot(page).waitFor();
  await page.getByRole('combobox', { name: 'Aggiungi una linea' }).fill('inv');
  await expectAccessibleIn(page, [
    ['light', 1280],
    ['dark', 360],
  ]);
  await page.keyboard.press('Escape');
  await expectNoOverflow(page, [320, 360, 1280]);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.length).toBeGreaterThan(5000);
});
