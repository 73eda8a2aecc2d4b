import { readFileSync } from 'node:fs';
import type { Page, Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { columnNames, indexNames } from '../../src/contract/report-figures';
import type { Report } from '../../src/contract/reports';
import { pathOf, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { csvNumber, parseCsv } from '../support/csv';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';

// Two days after the clocks went back; the archive begins three weeks earlier.
const stage = setStage({ size: 'medium', at: '2026-10-27T12:20:00+01:00', historyDays: 21 });

const statistics = '/stats&reports';
const reports = '/stats&reports/reports';
const longDay = '2026-10-25';
const widths = [320, 360, 768, 1280];
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const isReport = (response: Response) => response.url().includes('/api/report');

/** Opens a screen, and gives the answer of the datalogger that it shows. */
async function openWith(address: string): Promise<{ readonly page: Page; readonly report: Report }> {
  const page = await stage.open('normal', '/notfound');
  const [response] = await Promise.all([page.waitForResponse(isReport), page.goto(plantOrigin + address)]);
  return { page, report: await response.json() };
}

async function save(page: Page, table: string) {
  const button = page.getByRole('button', { name: `Scarica CSV: ${table}`, exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const [head = [], ...rows] = parseCsv(readFileSync(await file.path(), 'utf8'));
  return { name: file.suggestedFilename(), head, rows };
}

const numbersOf = (rows: readonly (readonly string[])[], from: number) =>
  rows.map(row => row.slice(from).map(csvNumber));

describe('every file says what the datalogger said', () => {
  test('the quarters of a day of 25 hours, with all that is known of them', async () => {
    const { page, report } = await openWith(`${statistics}?periodo=${longDay}`);
    const { name, head, rows } = await save(page, 'Tabella');
    expect(name).toBe('meridiana-2026-10-25-day.csv');
    const told = columnNames.filter(column => report.righe[column].some(value => value !== null));
    expect(head).toHaveLength(1 + told.length);
    expect(head.slice(0, 4)).toEqual([
      'Ora [UTC+02:00, +01:00]',
      'Prodotta [kWh]',
      'Attesa [kWh]',
      'Potenza [kW]',
    ]);
    expect(rows).toHaveLength(100);
    expect(numbersOf(rows, 1)).toEqual(
      report.righe.t.map((_, row) => told.map(column => report.righe[column][row])),
    );
    expect(rows[8]?.[0]).toBe('2026-10-25 02:00:00+02:00');
    expect(rows[12]?.[0]).toBe('2026-10-25 02:00:00+01:00');
  });

  test('indices, inverters and the hours of a month', async () => {
    const { page, report } = await openWith(`${statistics}?periodo=2026-10`);
    const indices = await save(page, 'Indicatori');
    expect(indices.rows.map(([, value]) => csvNumber(value))).toEqual(
      indexNames.map(name => report.indici[name]),
    );
    const inverters = await save(page, 'Inverter');
    expect(inverters.rows.map(([name]) => name)).toEqual(report.inverter.map(({ nome }) => nome));
    const costOf = (inverter: number) =>
      report.perdite.tutte.dispositivi.find(({ id }) => id === inverter)?.persa;
    expect(numbersOf(inverters.rows, 1)).toEqual(
      report.inverter.map(each => [
        each.energia,
        each.resa,
        each.scarto,
        each.disponibilita,
        each.fermo,
        costOf(each.id) ?? each.persa,
        each.copertura,
      ]),
    );
    const hours = await save(page, 'Ora per ora');
    expect(numbersOf(hours.rows, 1)).toEqual(report.ore?.potenza);
  });

  test('meters, alarms, standstills and strings of the report of a day', async () => {
    stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
    await stage.datalogger.run(120);
    const { page, report } = await openWith(`${reports}?periodo=2026-10-27`);
    const meters = await save(page, 'Contatori');
    expect(numbersOf(meters.rows, 1)).toEqual(
      report.contatori.map(({ immessa, prelevata, picco }) => [immessa, prelevata, picco]),
    );
    const alarms = await save(page, 'Allarmi');
    expect(alarms.head).toEqual(['Allarme', 'Priorità', 'Volte', 'Dispositivi', 'Durata [s]']);
    expect(numbersOf(alarms.rows, 2)).toEqual(
      report.allarmi.map(({ volte, dispositivi, durata }) => [volte, dispositivi, durata]),
    );
    const stops = await save(page, 'Fermi più lunghi');
    expect(stops.rows.map(row => [row[2], ...row.slice(4).map(csvNumber)])).toEqual(
      report.fermi.map(({ nome, durata, persa }) => [nome, durata, persa]),
    );
    expect(stops.rows[0]?.[0]).toMatch(/^2026-10-27 12:2\d:\d\d$/);
    const causes = await save(page, 'Cause dei fermi');
    expect(numbersOf(causes.rows, 1)).toEqual(
      report.cause.map(({ volte, durata, persa }) => [volte, durata, persa]),
    );
  });

  test('the years, and what a year is made of', async () => {
    const { page, report } = await openWith(`${reports}?periodo=2026`);
    const years = await save(page, 'Andamento negli anni');
    expect(years.rows.map(row => row.map(csvNumber))).toEqual(
      report.andamento?.anni.map(({ anno, energia, resa, pr25, copertura }) => [
        anno,
        energia,
        resa,
        pr25,
        copertura,
      ]),
    );
    const months = await save(page, 'Tabella');
    expect(months.rows).toHaveLength(12);
    expect(months.rows.map(row => csvNumber(row[1]))).toEqual(report.righe.energia);
  });
});

test('a browser in Tokyo, New York or UTC shows the same day of the plant in Rome', async () => {
  const seen: string[] = [];
  for (const timezoneId of ['Asia/Tokyo', 'America/New_York', 'UTC', 'Europe/Rome']) {
    const page = await stage.open('normal', `${statistics}?periodo=${longDay}`, { timezoneId });
    await title(page).getByText('25 ottobre 2026: ').waitFor();
    const table = page.getByRole('region', { name: 'Tabella' });
    await expect.poll(() => table.locator('tbody tr').count()).toBe(100);
    seen.push(`${await title(page).innerText()} ${await table.innerText()}`);
  }
  expect(seen[0]).toContain('02:15+01:00');
  expect(new Set(seen).size).toBe(1);
});

describe('the chart', () => {
  const line = (page: Page) => page.locator('.plot path').first();

  test('comes when it is needed, after a deep link and a reload, with the ampersand in either form', async () => {
    const page = await stage.open('normal', '/impianto/digital-signals');
    const chunks: string[] = [];
    page.on('request', request => chunks.push(request.url()));
    await title(page).waitFor();
    expect(chunks.filter(url => url.includes('plot'))).toEqual([]);
    await page.goto(`${plantOrigin}/stats%26reports?periodo=2026-10`);
    await line(page).waitFor();
    await page.reload();
    await line(page).waitFor();
    await title(page).getByText('Ottobre 2026: ').waitFor();
    expect(chunks.filter(url => url.includes('plot')).length).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Vista' }).getByRole('link', { name: 'Report' }).click();
    await page.getByRole('article').waitFor();
    await expect.poll(() => pathOf(page)).toBe(`${reports}?periodo=2026-10`);
  });

  test('is not fetched on a metered line until it is asked for', async () => {
    const page = await stage.open('normal', '/notfound');
    await page.evaluate(() => localStorage.setItem('traffico_ridotto', '1'));
    const charts: string[] = [];
    page.on('request', request => request.url().includes('plot') && charts.push(request.url()));
    await page.goto(plantOrigin + statistics);
    const show = page.getByRole('button', { name: 'Mostra il grafico' });
    await show.waitFor();
    expect(charts).toEqual([]);
    await show.click();
    await line(page).waitFor();
  });
});

test('what takes longer than a second says so, can be given up, and is asked for again', async () => {
  const page = await stage.open('normal', '/notfound');
  const aborted: string[] = [];
  page.on('requestfailed', request => aborted.push(request.url()));
  let release = () => undefined as unknown;
  const held = new Promise(resolve => {
    release = () => resolve(undefined);
  });
  await page.route('**/api/report**', async route => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${plantOrigin}${statistics}?periodo=2026-10-20`);
  await page.getByText(/^In attesa da/).waitFor();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await page.getByText('Lettura annullata.').waitFor();
  await expect.poll(() => aborted.some(url => url.includes('d=2026-10-20'))).toBe(true);
  release();
  await page.unroute('**/api/report**');
  await page.getByRole('button', { name: 'Riprova' }).click();
  await title(page).getByText('20 ottobre 2026: ').waitFor();
});

test('the report is printed on A4: without the shell, in light colours, the title block on every page', async () => {
  const { page } = await openWith(`${reports}?periodo=2026-10`);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.getByRole('article').waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);
  expect(pdf).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  await page.emulateMedia({ media: 'print' });
  for (const shell of ['.top', '.nav', '.app > .foot', '.rp > .head', 'button']) {
    await expect.poll(() => page.locator(shell).first().isVisible(), { message: shell }).toBe(false);
  }
  const paper = page.locator('.a4');
  await expect.poll(() => paper.evaluate(each => getComputedStyle(each).color)).toBe('rgb(21, 24, 26)');
  await expect
    .poll(() => page.locator('.a4 > footer').evaluate(each => getComputedStyle(each).display))
    .toBe('table-footer-group');
});

test('the bars of a month by keyboard: the cursor stays on its day while it is zoomed, and on a whole bar', async () => {
  const page = await stage.open('normal', `${statistics}?periodo=2026-10`);
  const chart = page.locator('.plot .hit').first();
  const cursor = page.locator('.plot .cursor').first();
  /** The day below the cursor, by the labels of the axis, and the day that it tells. */
  const days = () =>
    page.evaluate(() => {
      const plot = document.querySelector('.plot');
      const middle = (box: DOMRect) => box.x + box.width / 2;
      const at = plot?.querySelector('.cursor')?.getBoundingClientRect().x ?? Number.NaN;
      const labels = [...(plot?.querySelectorAll('span.x') ?? [])];
      const below = labels.find(label => Math.abs(middle(label.getBoundingClientRect()) - at) < 3);
      return [below?.textContent, plot?.querySelector('.cursor b')?.textContent];
    });
  await chart.focus();
  for (let day = 1; day <= 3; day += 1) await page.keyboard.press('ArrowRight');
  await cursor.getByText('3 ottobre').waitFor();
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('+');
    await expect.poll(() => days()).toEqual(['3', '3 ottobre']);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(() => cursor.count()).toBe(0);
  // Half of the month is shown, from the middle of a bar on: the first whole one takes the cursor, and nothing moves.
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  const labels = () => page.locator('.plot').first().locator('span.x').allInnerTexts();
  const before = await labels();
  await page.keyboard.press('ArrowRight');
  await cursor.waitFor();
  const [below, told] = await days();
  expect(told).toBe(`${below} ottobre`);
  expect(await labels()).toEqual(before);
});

test('from one day to another: it begins with the week, and any other two days are chosen beside it', async () => {
  const { page } = await openWith(`${reports}?periodo=2026-10`);
  await page.getByRole('button', { name: 'Dal – al' }).click();
  await expect.poll(() => title(page).textContent()).toBe('Report, 26 ottobre – 1 novembre 2026');
  await page.getByRole('button', { name: 'Precedente: 19–25 ottobre 2026' }).click();
  await page.getByLabel('Al', { exact: true }).fill('2026-10-26');
  const [response] = await Promise.all([
    page.waitForResponse(answer => answer.url().includes('d=2026-10-24..2026-10-26')),
    page.getByLabel('Dal', { exact: true }).fill('2026-10-24'),
  ]);
  expect(pathOf(page)).toBe(`${reports}?periodo=2026-10-24..2026-10-26`);
  const report: Report = await response.json();
  expect(report.righe.t).toHaveLength(3);
  const { rows } = await save(page, 'Tabella');
  expect(rows).toHaveLength(3);
  expect(csvNumber(rows[1]?.[1])).toBe(report.righe.energia[1]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('meridiana-2026-10-24_2026-10-26.pdf');
  // The first day is not later than the last one, and no day is later than today.
  const ends = await page
    .locator('.days input')
    .evaluateAll(inputs =>
      inputs.map(input => [input.getAttribute('min'), input.getAttribute('max')].join(' ')),
    );
  expect(ends).toEqual([expect.stringMatching(/ 2026-10-26$/), '2026-10-24 2026-10-27']);
});

test('a day that cannot be shown stays in its field, with those that can', async () => {
  const page = await stage.open('normal', `${reports}?periodo=2026-10-24..2026-10-26`);
  const field = page.getByLabel('Dal', { exact: true });
  await field.fill('2026-10-28');
  await page.getByText(/^Dal [\d/]+ al 26\/10\/2026$/).waitFor();
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([
    '2026-10-28',
    'true',
  ]);
  expect(pathOf(page)).toBe(`${reports}?periodo=2026-10-24..2026-10-26`);
  await field.fill('2026-10-25');
  await expect.poll(() => pathOf(page)).toBe(`${reports}?periodo=2026-10-25..2026-10-26`);
  expect(await field.getAttribute('aria-invalid')).toBeNull();
});

test('an address that names no period says so, and shows the current one', async () => {
  const told = '«2026-13» non è un periodo: si vede quello corrente.';
  const report = await stage.open('normal', `${reports}?periodo=2026-13`);
  await report.getByText(told).waitFor();
  const page = await stage.open('normal', `${statistics}?periodo=2026-13`);
  await page.getByText(told).waitFor();
  await page.getByRole('button', { name: 'Anno', exact: true }).click();
  await expect.poll(() => page.getByText('non è un periodo').count()).toBe(0);
});

test('the technician of the controller has neither screen', async () => {
  const page = await stage.open('cci', statistics);
  await page.getByRole('heading', { name: 'Schermata non disponibile per il tuo utente' }).waitFor();
});

describe('looks: in both themes, wide and narrow, clean for axe', () => {
  test('the day', async () => {
    const page = await stage.open('admin', `${statistics}?periodo=${longDay}`);
    await page.locator('.plot path').first().waitFor();
    await expectAccessibleIn(page);
  });

  test('the month with its formulae, not wider than any window in five languages', async () => {
    const page = await stage.open('admin', statistics);
    await page.locator('.plot path').first().waitFor();
    await page.getByRole('button', { name: 'Formule' }).click();
    await page.getByText('Tabella delle ore').click();
    // Its axis has hours as all others have them.
    await expect.poll(() => page.locator('.carp .yl').innerText()).toMatch(/^(\d\d:00\s*)+$/);
    // What is half below the top bar is no smaller for it.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleIn(page);
    await expectNoOverflow(page, widths);
  });

  test('the report, not wider than any window in five languages', async () => {
    const page = await stage.open('admin', reports);
    await page.getByRole('article').waitFor();
    await page.locator('.series').first().waitFor();
    await expectAccessibleIn(page);
    await expectNoOverflow(page, widths);
  });
});
