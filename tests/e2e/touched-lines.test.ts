import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { pathOf, setStage, signIn } from '../support/browser';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:45:00+02:00', hasOneClock: true });
beforeAll(() => stage.datalogger.run(120));

const paths = { protection: '/impianto/prot-interfaccia', controller: '/impianto/cci' };
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };

const lineOf = (page: Page) => page.getByRole('application', { name: 'Schema unifilare' });
const cardOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** A point of the line, `px` beside the text of a part. */
async function pointBeside(page: Page, text: RegExp, px = 0) {
  const { x, y, width } = await boxOf(lineOf(page).locator('text', { hasText: text }).first());
  return [x + width / 2 + px, y] as const;
}

test('a finger goes along the line of a protection: each part tells of itself, 22 px beside its middle too, and nothing moves', async () => {
  const page = await stage.open('normal', paths.protection, phone);
  await lineOf(page).scrollIntoViewIfNeeded();
  await page.locator('.highest .plot').waitFor();
  // How far below the drawing the next heading stands; the rest of the page may still arrive.
  const distance = () =>
    lineOf(page).evaluate(line => {
      const heading = document.querySelector('.trips-head');
      return (heading?.getBoundingClientRect().y ?? 0) - line.getBoundingClientRect().y;
    });
  const before = await distance();
  const parts = [
    [/^DG$/, 'Dispositivo generale (DG)', /Chiuso.*kV, .*Hz/],
    [/^DDI$/, 'Dispositivo di interfaccia (DDI)', /Chiuso.*Relè SPI: In servizio/],
    [/^DDG$/, 'Dispositivo di generatore (DDG)', /Chiuso/],
    [/^FV$/, 'Inverter', /kW/],
  ] as const;
  for (const [text, name, words] of parts) {
    for (const px of text.test('FV') ? [0] : [-22, 22]) {
      await page.touchscreen.tap(...(await pointBeside(page, text, px)));
      await cardOf(page, name).getByText(words).first().waitFor();
    }
  }
  expect(await distance()).toBeCloseTo(before, 1);
  const card = cardOf(page, 'Inverter');
  const { x, width } = await boxOf(card);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
  for (const target of await card.locator('button, a').all())
    expect((await boxOf(target)).height).toBeGreaterThanOrEqual(44);
  await card.getByText(/Andamento di oggi: massimo/).waitFor();
  await card.getByRole('link').tap();
  await expect.poll(() => pathOf(page)).toBe('/impianto/inverters');
});

test('on a phone the frame is as wide as the longest word under a switch', async () => {
  const page = await stage.newPage(phone);
  await page.addInitScript(() => localStorage.setItem('lang', 'de'));
  await signIn(page, stage.datalogger.login('normal'), paths.protection);
  const word = page.locator('.touch text', { hasText: 'Geschlossen' }).first();
  await word.scrollIntoViewIfNeeded();
  await page.locator('.highest .plot').waitFor();
  const { x, y, width } = await boxOf(word);
  await page.touchscreen.tap(x + width / 2, y);
  const frame = page.locator('.touch > .frame');
  await frame.waitFor();
  const [around, inside] = [await boxOf(frame), await boxOf(word)];
  expect(around.x).toBeLessThan(inside.x - 1);
  expect(around.x + around.width).toBeGreaterThan(inside.x + inside.width + 1);
});

test('what was chosen by key stays in the window when what is above the drawing arrives or goes', async () => {
  const page = await stage.open('admin', paths.controller, { viewport: { width: 360, height: 640 } });
  await lineOf(page).waitFor();
  await page.evaluate(() => {
    // As a browser that does not keep the place itself.
    document.documentElement.style.setProperty('overflow-anchor', 'none');
    const late = document.createElement('div');
    late.id = 'late';
    late.style.setProperty('height', '500px');
    document.querySelector('main')?.prepend(late);
  });
  await lineOf(page).focus();
  await expect.poll(() => lineOf(page).getAttribute('aria-describedby')).toBe('touch-keys');
  await page.keyboard.press('Home');
  const frame = page.locator('.touch > .frame');
  await frame.waitFor();
  const isSeen = async () => {
    const { y, height } = await boxOf(frame);
    return y >= 60 && y + height <= 640;
  };
  await expect.poll(isSeen).toBe(true);
  // Now the drawing stands 500 px higher, above the window, until it is scrolled to again.
  await page.locator('#late').evaluate(late => late.remove());
  await expect.poll(isSeen).toBe(true);
});

test('a card that would open below the window is brought into it', async () => {
  const page = await stage.open('admin', paths.controller, phone);
  await lineOf(page).waitFor();
  // The line at the lower end of the window.
  await lineOf(page).evaluate(line => line.scrollIntoView({ block: 'end' }));
  await page.touchscreen.tap(...(await pointBeside(page, /^DDI$/)));
  const card = cardOf(page, 'Dispositivo di interfaccia (DDI)');
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(card);
      return height > 0 && y + height;
    })
    .toBeLessThan(760);
});

test('by keyboard the parts of the line of the controller follow each other, and Enter opens the last one', async () => {
  const page = await stage.open('admin', paths.controller);
  await lineOf(page).focus();
  await expect.poll(() => lineOf(page).getAttribute('aria-describedby')).toBe('touch-keys');
  await page.keyboard.press('Home');
  await cardOf(page, 'Rete')
    .getByText(/\d\skV/)
    .first()
    .waitFor();
  await page.keyboard.press('ArrowRight');
  const delivery = cardOf(page, 'Punto di connessione');
  await delivery.getByText(/Andamento di oggi: massimo/).waitFor();
  expect(await delivery.getByRole('link').getAttribute('href')).toBe('/impianto/contatori');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  await cardOf(page, 'Inverter').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(page)).toBe('/impianto/inverters');
});

test('the user of the distribution operator gets no way to meters that are not shown to it', async () => {
  const page = await stage.open('cci', paths.controller);
  await page.mouse.click(...(await pointBeside(page, /kvar/)));
  const card = cardOf(page, 'Punto di connessione');
  await card.waitFor();
  expect(await card.getByRole('link').count()).toBe(0);
  await page.mouse.click(...(await pointBeside(page, /^DG$/)));
  const link = cardOf(page, 'Dispositivo generale (DG)').getByRole('link');
  expect(await link.getAttribute('href')).toBe(paths.protection);
});
