import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { expectNoNonsense, setStage } from '../support/browser';
import { csvNumber, parseCsv } from '../support/csv';
import { excessWidth } from '../support/looks';

// The chart of today on the home screen, half of whose day is over; its axis goes from 05:00 to 21:00.
const stage = setStage({ size: 'small', at: '2026-06-10T13:00:00+02:00', historyDays: 2 });

const chartOf = (page: Page) => page.getByRole('application', { name: /^Potenza attiva di oggi/ });
const whole = (page: Page) => page.getByRole('button', { name: 'Intero periodo' });
const tip = (page: Page) => page.locator('.tip');
const minutesOf = (clock: string) => 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3, 5));

async function openChart(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await stage.open('normal', '/', options);
  await page.locator('.plot .line.measured[d^="M"]').waitFor();
  await chartOf(page).scrollIntoViewIfNeeded();
  return page;
}

async function placeAt(page: Page, share: number) {
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart has no room');
  return { x: box.x + Math.min(share * box.width, box.width - 1), y: box.y + box.height / 2 };
}

async function point(page: Page, share: number): Promise<void> {
  const { x, y } = await placeAt(page, share);
  await page.mouse.move(x, y);
}

/** What the axis says from its left to its right end. */
async function axisOf(page: Page): Promise<string> {
  const labels = await page.locator('.plot .x').allInnerTexts();
  return `${labels[0]} ${labels.at(-1)}`;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Opzioni del grafico' }).click();
  await page.getByRole('button', { name: entry }).click();
}

async function save(page: Page, entry: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, entry)]);
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

describe('by mouse', () => {
  test('the value under the pointer is shown until the pointer leaves', async () => {
    const page = await openChart();
    // Two hours after the left end of an axis of sixteen.
    await point(page, 2.1 / 16);
    await expect
      .poll(() => tip(page).innerText())
      .toMatch(/^07:00\nMisurata [\d.,]+.kW\nAttesa [\d.,]+.kW\nIrr/);
    await point(page, 4.1 / 16);
    await expect.poll(() => tip(page).innerText()).toMatch(/^09:00\n/);
    await page.mouse.move(5, 5);
    await tip(page).waitFor({ state: 'detached' });
  });

  test('dragging shows what was passed over, a double click and the button the whole again', async () => {
    const page = await openChart();
    const before = await axisOf(page);
    expect(before).toBe('06:00 20:00');
    const drag = async () => {
      await point(page, 0.25);
      await page.mouse.down();
      await point(page, 0.4);
      await point(page, 0.5);
      await page.mouse.up();
    };
    await drag();
    await expect.poll(() => axisOf(page)).toBe('09:00 13:00');
    const { x, y } = await placeAt(page, 0.5);
    await page.mouse.dblclick(x, y);
    await expect.poll(() => axisOf(page)).toBe(before);
    await drag();
    await whole(page).click();
    await expect.poll(() => axisOf(page)).toBe(before);
    await whole(page).waitFor({ state: 'detached' });
  });

  test('the wheel zooms around the pointer with Ctrl or with the focus, and else moves the page', async () => {
    const page = await openChart({ viewport: { width: 1280, height: 500 } });
    await point(page, 0.5);
    await page.mouse.wheel(0, -200);
    await page.mouse.wheel(0, 100);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBeGreaterThan(0);
    expect(await whole(page).count()).toBe(0);
    await chartOf(page).focus();
    await chartOf(page).scrollIntoViewIfNeeded();
    await point(page, 0.5);
    const hour = () =>
      tip(page)
        .innerText()
        .then(text => text.slice(0, 2));
    // The middle of an axis that goes from 05:00 to 21:00.
    await expect.poll(hour).toMatch(/^1[23]$/);
    const told = await hour();
    await page.mouse.wheel(0, -400);
    await whole(page).waitFor();
    await point(page, 0.5);
    await expect.poll(hour).toBe(told);
    await page.mouse.wheel(0, 2000);
    await whole(page).waitFor({ state: 'detached' });
    await chartOf(page).evaluate(each => each.blur());
    await point(page, 0.5);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await whole(page).waitFor();
  });
});

test('by touch: a finger moves the cursor and leaves it, two fingers zoom around the place they hold', async () => {
  const page = await openChart({ viewport: { width: 360, height: 800 }, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', shares: readonly number[]) => {
    const touchPoints = await Promise.all(shares.map(share => placeAt(page, share)));
    const points = touchPoints.map((each, id) => ({ ...each, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  };
  await touch('touchStart', [2.1 / 16]);
  await expect.poll(() => tip(page).innerText()).toMatch(/^07:00\n/);
  await touch('touchMove', [4.1 / 16]);
  await expect.poll(() => tip(page).innerText()).toMatch(/^09:00\n/);
  await touch('touchEnd', []);
  expect(await tip(page).innerText()).toMatch(/^09:00\n/);
  await touch('touchStart', [0.4]);
  await touch('touchStart', [0.4, 0.6]);
  await touch('touchMove', [0.3, 0.7]);
  await touch('touchMove', [0.1, 0.9]);
  await touch('touchEnd', []);
  // Four hours at four fifths of the width: five from end to end, around 13:00.
  await whole(page).waitFor();
  const [first = '', last = ''] = (await axisOf(page)).split(' ');
  expect(minutesOf(first)).toBeGreaterThanOrEqual(10.5 * 60);
  expect(minutesOf(last)).toBeLessThanOrEqual(15.5 * 60);
  await whole(page).tap();
  await expect.poll(() => whole(page).count()).toBe(0);
  expect(await excessWidth(page)).toBe(0);
});

test('by keyboard: arrows, zoom, Esc, and the way on to what follows', async () => {
  const page = await openChart();
  const status = chartOf(page).getByRole('status');
  await chartOf(page).focus();
  await page.keyboard.press('ArrowRight');
  await status.getByText(/^05:00\. Misurata/).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await status.getByText(/^05:15\. Misurata/).waitFor({ state: 'attached' });
  await page.keyboard.press('+');
  await whole(page).waitFor();
  await page.keyboard.press('Escape');
  await whole(page).waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await status.getByText(/^1[23]:\d\d\. Misurata/).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await tip(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await expect.poll(() => chartOf(page).evaluate(each => each === document.activeElement)).toBe(false);
});

describe('what a chart gives away', () => {
  test('a file of its values, and a table of them for who listens', async () => {
    const page = await openChart();
    const { name, content } = await save(page, 'Salva CSV');
    expect(name).toBe('meridiana-potenza-2026-06-10.csv');
    const [head = [], ...rows] = parseCsv(content.toString('utf8'));
    expect(head).toEqual([
      'Ora [UTC+02:00]',
      'Misurata [kW]',
      'Attesa [kW]',
      'Irraggiamento [W/m²]',
      'Cielo sereno [kW]',
    ]);
    expect(rows[0]?.[0]).toBe('2026-06-10 00:00:00');
    const noon = rows.find(row => row[0] === '2026-06-10 12:00:00') ?? [];
    expect(csvNumber(noon[1] ?? '')).toBeGreaterThan(0);
    await choose(page, 'Tabella dei valori');
    const table = page.getByRole('region', { name: 'Tabella dei valori' });
    const told = table.getByRole('row', { name: /^12:00 / }).getByRole('cell');
    await expect
      .poll(async () => (await told.allInnerTexts()).map(text => csvNumber(text.replaceAll('.', ''))))
      .toEqual(noon.slice(1).map(csvNumber));
    await expectAccessible(page);
    await expectNoNonsense(page);
  });

  test('an image, as vectors and as pixels, that looks the same without the style sheet', async () => {
    const page = await openChart();
    const vectors = await save(page, 'Salva immagine SVG');
    expect(vectors.name).toBe('meridiana-potenza-2026-06-10.svg');
    const text = vectors.content.toString('utf8');
    for (const word of ['Potenza di oggi', 'Misurata', '12:00']) expect(text).toContain(word);
    expect(text).not.toMatch(/class=|var\(|<script|foreignObject/);
    const colour = await page.locator('.plot .line.measured').evaluate(each => getComputedStyle(each).stroke);
    expect(text).toContain(`stroke="${colour}"`);
    const pixels = await save(page, 'Salva immagine PNG');
    expect(pixels.content.subarray(1, 4).toString()).toBe('PNG');
    const [width, height] = /width="(\d+)" height="(\d+)"/.exec(text)?.slice(1).map(Number) ?? [];
    expect([pixels.content.readUInt32BE(16), pixels.content.readUInt32BE(20)]).toEqual([
      2 * (width ?? 0),
      2 * (height ?? 0),
    ]);
  });
});

test('on paper there are the lines and their legend, in ink, and nothing to press', async () => {
  const page = await openChart();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.pmenu').isVisible()).toBe(false);
  await expect.poll(() => page.locator('.key').getByText('Misurata').isVisible()).toBe(true);
  const styleOf = (place: string, name: 'stroke' | 'color') =>
    page
      .locator(place)
      .first()
      .evaluate((each, property) => getComputedStyle(each)[property], name);
  const ink = await styleOf('.key', 'color');
  await expect.poll(() => styleOf('.plot .line.measured', 'stroke')).toBe(ink);
  await expect.poll(() => page.locator('.hit').isVisible()).toBe(false);
});

test.each(['lara-light-blue', 'lara-dark-blue'])(
  '%s: with cursor, open menu and zoom it is clean for axe, and drawn in the colours of the theme',
  async theme => {
    const page = await openChart();
    const dark = page.getByRole('switch', { name: 'Tema scuro' });
    if (theme === 'lara-dark-blue') await dark.click();
    const ground = () => page.locator('.plot .ground').evaluate(each => getComputedStyle(each).fill);
    await expect.poll(ground).toBe(theme === 'lara-dark-blue' ? 'rgb(11, 13, 14)' : 'rgb(255, 255, 255)');
    await chartOf(page).focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Opzioni del grafico' }).click();
    await page.getByRole('button', { name: 'Salva CSV' }).waitFor();
    await expectAccessible(page);
  },
);
