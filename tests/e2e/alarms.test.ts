import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inverterStates } from '../../src/contract/codes';
import { languageCodes } from '../../src/contract/languages';
import { expectNoNonsense, pathOf, setStage, signIn } from '../support/browser';
import { expectAccessibleIn, expectNoOverflow } from '../support/looks';

const stage = setStage({ size: 'medium', at: '2026-06-10T13:00:00+02:00' });

/** An inverter trips; its alarm is there once the datalogger has seen the plant for so long. */
async function trip(inverter: number): Promise<void> {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter, cause: 'ground' });
  await stage.datalogger.run(30);
}

/** The voltage of the modules is too high for an inverter, an alarm of the second priority. */
async function overvolt(inverter: number): Promise<void> {
  stage.datalogger.plant.inject({
    kind: 'override',
    group: 'inverter',
    id: inverter,
    point: 'udc',
    value: 1490,
  });
  await stage.datalogger.run(30);
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** The row of an alarm, by its own name; a consequence also tells that of its cause. */
const row = (page: Page, name: string) =>
  page.locator('.alm tbody tr').filter({ has: page.locator('th > button').filter({ hasText: name }) });
const ground = (inverter: number) => `INV 0${inverter}: Guasto a terra`;

test('a trip shows within one poll on dashboard, menu, counters and list; acknowledged by one operator it is seen so by another', async () => {
  const dashboard = await stage.open('normal', '/');
  await dashboard.getByText('Nessun allarme attivo').waitFor();
  const list = await stage.open('admin', '/allarmi');
  await title(list).getByText('Nessun allarme').waitFor();

  await trip(7);
  await overvolt(8);
  await dashboard.getByRole('link', { name: 'Guasto a terra' }).waitFor();
  await dashboard.getByRole('link', { name: 'Critica: 1 attivo, 1 da riconoscere' }).waitFor();
  await dashboard.getByRole('img', { name: 'Critica: 1 da riconoscere' }).waitFor();
  await expect.poll(() => dashboard.locator('.tile.p1').innerText()).toContain('INV 07');
  await expect.poll(() => dashboard.title()).toMatch(/^\(2\) Home/);
  await row(list, ground(7)).waitFor();
  await expect.poll(() => title(list).innerText()).toBe('2 allarmi da riconoscere');

  await dashboard.getByRole('button', { name: `Riconosci: ${ground(7)}` }).click();
  await expect.poll(() => row(list, ground(7)).innerText()).toContain('operatore, 13:0');
  await expect.poll(() => title(list).innerText()).toBe('1 allarme da riconoscere');
  await expect.poll(() => list.title()).toMatch(/^\(1\) Allarmi/);
  await expectNoNonsense(list);
});

test('a new alarm flashes its ring in phase with all others, five seconds long; what was there does not', async () => {
  const page = await stage.open('admin', '/allarmi');
  await row(page, ground(7)).waitFor();
  await trip(3);
  await row(page, ground(3)).waitFor();
  const flashing = () =>
    page.evaluate(() => {
      const starts = document
        .getAnimations()
        .filter(each => each instanceof CSSAnimation && each.animationName === 'un')
        .map(each => each.startTime);
      return { starts: [...new Set(starts)], isArrival: document.documentElement.matches('.arrival') };
    });
  await expect.poll(flashing).toEqual({ starts: [0], isArrival: true });
  await expect.poll(flashing).toMatchObject({ starts: [] });
});

describe('by address', () => {
  test('a counter leads to its alarms, and back to where one was', async () => {
    const page = await stage.open('normal', '/');
    await page.getByRole('link', { name: /^Critica: / }).click();
    await row(page, ground(7)).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/allarmi?priorita=1');
    await page.getByRole('link', { name: /^Alta: / }).click();
    await row(page, 'INV 08: Sovratensione CC').waitFor();
    await expect.poll(() => pathOf(page)).toBe('/allarmi?priorita=2');
    await page.goBack();
    await row(page, ground(7)).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /^Alta: / }).getAttribute('aria-pressed'))
      .toBe('false');
    await page.goBack();
    await page.locator('.tile').first().waitFor();
    await expect.poll(() => pathOf(page)).toBe('/');
  });

  test('all of the list can be sent to somebody: filter, order and the open row', async () => {
    const page = await stage.open('cci', '/allarmi?stato=storico&tipo=inverter&ordine=alarm&aperto=1');
    await page.getByRole('heading', { name: 'Cronologia' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /^Storico/ }).getAttribute('aria-pressed'))
      .toBe('true');
    await expect.poll(() => page.getByLabel('Dispositivo').inputValue()).toBe('inverter');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Allarme' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await page.getByText(/riconosciuto da operatore/).waitFor();
  });

  test('the file of the list can be had', async () => {
    const page = await stage.open('normal', '/allarmi?stato=storico');
    await row(page, ground(7)).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Scarica CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^meridiana-allarmi-2026-06-10-13\d\d\.csv$/);
  });
});

test('everything can be done by keyboard alone: from row to row, open, tick, acknowledge with a note', async () => {
  await trip(5);
  const page = await stage.open('admin', '/allarmi?stato=da_riconoscere');
  await row(page, ground(5)).waitFor();
  const name = row(page, ground(5)).getByRole('button', { name: ground(5), exact: true });
  await row(page, 'INV').first().getByRole('button').first().focus();
  for (let step = 0; step < 6 && !(await name.evaluate(each => each === document.activeElement)); step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  expect(await name.evaluate(each => each === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Causa probabile' }).waitFor();
  await page.getByLabel(`Seleziona ${ground(5)}`).focus();
  await page.keyboard.press('Space');
  const acknowledge = page.getByRole('button', { name: 'Riconosci selezionati (1)' });
  await acknowledge.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Riconosci ${ground(5)}?` }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => acknowledge.evaluate(each => each === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.keyboard.type('Squadra avvisata');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText(`Riconosciuto: ${ground(5)}.`).waitFor();
  // The focus stays where it was: on what the button offers now.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Riconosci visibili/);
});

test('a threshold is in the details where the list has no room for its column', async () => {
  await overvolt(9);
  const page = await stage.open('admin', '/allarmi', { viewport: { width: 1190, height: 800 } });
  await row(page, 'INV 09').getByRole('button').first().click();
  const threshold = page.locator('.det4').getByText(/^Soglia > 1\.4/);
  const head = page.getByRole('columnheader', { name: 'Soglia' });
  await page.getByRole('heading', { name: 'Causa probabile' }).waitFor();
  await head.waitFor();
  expect(await threshold.count()).toBe(0);
  // Wide numbers, so that columns go.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.alm td.n { letter-spacing: 0.6em }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.setViewportSize({ width: 768, height: 800 });
  await threshold.waitFor();
  await expect.poll(() => head.count()).toBe(0);
});

describe('an incident', () => {
  /** INV 04 is reported as being in fault before its cause is known. */
  const fault = 'INV 04: Inverter in guasto';

  test('unfolds by keyboard, and a consequence opens; by the keyboard it folds again, and the focus stays', async () => {
    // It ends by itself before the cause is acknowledged.
    stage.datalogger.plant.inject(
      { kind: 'override-state', group: 'inverter', id: 4, state: inverterStates.fault },
      45,
    );
    await stage.datalogger.run(30);
    await trip(4);
    const page = await stage.open('admin', '/allarmi', { viewport: { width: 1190, height: 800 } });
    const unfold = page.getByRole('button', { name: `1 conseguenza: ${ground(4)}` });
    const list = page.getByRole('list', { name: `Conseguenze di ${ground(4)}` });
    await unfold.focus();
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: fault }).waitFor();
    await expect.poll(() => pathOf(page)).toMatch(/^\/allarmi\?incidente=\d+$/);
    expect(await unfold.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => pathOf(page)).toBe('/allarmi');
    expect(await unfold.evaluate(each => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: fault }).focus();
    await page.keyboard.press('Enter');
    await list.getByRole('heading', { name: 'Causa probabile' }).waitFor();
    await expectAccessibleIn(page);
    await expectNoOverflow(page, [320, 360, 768, 1280]);
  });

  test('is acknowledged whole on the dashboard by one press, and is seen so in the list', async () => {
    const dashboard = await stage.open('normal', '/');
    const list = await stage.open('admin', '/allarmi');
    await row(list, ground(4)).waitFor();
    const acknowledged = () =>
      stage.datalogger.config.audit.newest(100).filter(({ action }) => action === 'alarm.acknowledge');
    const before = acknowledged().length;
    const button = dashboard.getByRole('button', { name: `Riconosci: ${ground(4)} (2)` });
    await expect.poll(() => button.innerText()).toBe('Riconosci (2)');
    await button.click();
    await button.waitFor({ state: 'detached' });
    await expect.poll(() => row(list, ground(4)).innerText()).toContain('operatore, 13:');
    const audited = acknowledged().slice(0, -before || undefined);
    expect(audited.map(({ user, result }) => `${user} ${result}`)).toEqual(['operatore ok', 'operatore ok']);
    expect(new Set(audited.map(({ object }) => object)).size).toBe(2);
    await expectNoNonsense(list);
  });
});

describe('from 1200 px on the open alarm is beside the list', () => {
  test('by keyboard: the first is open, the arrows and Enter open another, the chain leads from cause to consequence and back', async () => {
    await overvolt(6);
    await trip(2);
    const page = await stage.open('admin', '/allarmi', { viewport: { width: 1280, height: 800 } });
    const first = page.locator('.inc th > button').first();
    const heading = page.locator('.story h2');
    await first.waitFor();
    await heading.waitFor();
    expect(await heading.textContent()).toContain(await first.textContent());
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toMatch(/^\/allarmi\?aperto=\d+$/);
    await row(page, ground(2)).getByRole('button').first().click();
    await expect.poll(() => heading.innerText()).toBe(ground(2));
    await page.locator('.story .begin').waitFor({ state: 'attached' });
    await page.locator('.chain li:nth-child(2) .box').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => heading.innerText()).toBe('INV 02: Inverter in guasto');
    await page.locator('.chain .here').press('Enter');
    await expect.poll(() => heading.innerText()).toBe(ground(2));
    const heights = await page
      .locator('.inc tbody tr')
      .evaluateAll(rows => rows.map(each => each.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeLessThanOrEqual(58);
    // A long title takes a second line.
    expect(Math.max(...heights)).toBeLessThanOrEqual(78);
    await expectAccessibleIn(page, [
      ['light', 1280, 1400],
      ['dark', 1440, 1400],
    ]);
    await expectNoOverflow(page, [1200, 1280, 1920, 2560]);
    await expectNoNonsense(page);
  });

  test('ticked steps become the note of the acknowledgement, and stay ticked while one looks elsewhere and over a reload', async () => {
    await trip(10);
    const page = await stage.open('admin', '/allarmi?stato=da_riconoscere');
    const name = 'INV 10: Guasto a terra';
    await row(page, name).getByRole('button').first().click();
    await page.getByLabel('Non riarmare.').check();
    await row(page, 'INV 06').getByRole('button').first().click();
    await row(page, name).getByRole('button').first().click();
    expect(await page.getByLabel('Non riarmare.').isChecked()).toBe(true);
    await page.reload();
    expect(await page.getByLabel('Non riarmare.').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Riconosci', exact: true }).click();
    await page.getByText(`Riconosciuto: ${name}.`).waitFor();
    const [audited] = stage.datalogger.config.audit
      .newest(10)
      .filter(({ action }) => action === 'alarm.acknowledge');
    expect(JSON.stringify(audited)).toContain('Non riarmare.');
  });
});

test('on a phone, acknowledging the last of a view leaves the focus on its result, which is in sight', async () => {
  await trip(3);
  const page = await stage.open('admin', '/allarmi?stato=da_riconoscere', {
    viewport: { width: 360, height: 800 },
  });
  const button = row(page, ground(3)).getByRole('button', { name: 'Riconosci' });
  await button.scrollIntoViewIfNeeded();
  await button.focus();
  await page.keyboard.press('Enter');
  await row(page, ground(3)).waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Riconosciuto: INV 03/);
  const box = await page.locator('.alarms > .done').boundingBox();
  expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
  expect(box?.y ?? 999).toBeLessThan(700);
});

test.each(['it-IT', 'de-DE', 'fr-FR'])(
  'on a phone (%s) the first alarm is in sight, and every view can be read',
  async locale => {
    const page = await stage.open('admin', '/allarmi', { locale, viewport: { width: 360, height: 800 } });
    const first = page.locator('.alm tbody tr').first();
    await first.waitFor();
    const box = await first.boundingBox();
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(760);
    const views = page.locator('.flt > .seg').first();
    expect(await views.evaluate(each => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  },
);

test('on a phone, a row that is opened at the lower edge is read without scrolling', async () => {
  await trip(8);
  const page = await stage.open('admin', '/allarmi', {
    hasTouch: true,
    viewport: { width: 360, height: 800 },
  });
  const foot = page.getByRole('contentinfo');
  const name = row(page, ground(8)).locator('th > button');
  await name.waitFor();
  // The window ends with the row, above the title block.
  const [line, block] = [await name.boundingBox(), await foot.boundingBox()];
  const height = Math.ceil((line?.y ?? 0) + (line?.height ?? 0) + (block?.height ?? 0)) + 8;
  await page.setViewportSize({ width: 360, height });
  await name.tap();
  const cause = page.locator('.det4 h3').first();
  await expect
    .poll(async () => {
      const [read, below] = [await cause.boundingBox(), await foot.boundingBox()];
      return read && below ? read.y > 0 && read.y + read.height <= below.y : false;
    })
    .toBe(true);
});

test('while the datalogger does not answer nothing can be done, and afterwards the list is whole', async () => {
  const page = await stage.open('admin', '/allarmi');
  await row(page, ground(7)).waitFor();
  await page.route('**/api/**', route => route.abort());
  await expect.poll(() => title(page).innerText()).toMatch(/^Stato non noto dalle 13:/);
  await expect.poll(() => page.getByRole('button', { name: /^Riconosci visibili/ }).isDisabled()).toBe(true);
  await trip(9);
  await page.unroute('**/api/**');
  // The connection may be back by itself before the button is pressed.
  const retry = page.getByRole('button', { name: 'Riprova ora' });
  await retry.click({ timeout: 5_000 }).catch(() => undefined);
  await retry.waitFor({ state: 'detached' });
  await row(page, ground(9)).waitFor();
  await expectNoNonsense(page);
});

/** An open row has scrolled into sight: back to where no button is half under the bar. */
const scrollToTop = (page: Page) =>
  page.evaluate(() => {
    for (const each of [document.documentElement, document.querySelector('main')]) each?.scrollTo(0, 0);
  });

describe('looks: in both themes, wide and narrow, clean for axe', () => {
  test.each(languageCodes)(
    'at 1280 px all filters are in one row, with the file by its name: %s',
    async language => {
      const page = await stage.newPage();
      await page.addInitScript(lang => localStorage.setItem('lang', lang), language);
      await signIn(page, stage.datalogger.login('admin'), '/allarmi');
      await page.locator('.flt .end', { hasText: 'CSV' }).waitFor();
      await page.locator('.alm tbody tr').first().waitFor();
      await expect.poll(() => page.locator('.flt').evaluate(bar => bar.clientHeight)).toBeLessThan(64);
    },
  );

  test('the list with an open row, and the dialog over it', async () => {
    const page = await stage.open('admin', '/allarmi?aperto=1');
    await page.getByRole('heading', { name: 'Cronologia' }).waitFor();
    await page.locator('.often tr').first().waitFor();
    await scrollToTop(page);
    await expectAccessibleIn(page);
    await page.getByRole('button', { name: /^Riconosci visibili/ }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleIn(page);
  });

  test('the history, not wider than any window in five languages', async () => {
    const page = await stage.open('admin', '/allarmi?stato=storico&aperto=1');
    await page.locator('.det h3').nth(3).waitFor();
    await page.locator('.often tr').first().waitFor();
    await scrollToTop(page);
    await expectAccessibleIn(page);
    await expectNoOverflow(page, [320, 360, 768, 1280]);
  });

  test('the dashboard', async () => {
    const page = await stage.open('admin', '/');
    await page.locator('.alist li').first().waitFor();
    await page.locator('.tile:nth-child(11)').waitFor();
    // High enough that the footer covers no half of a button.
    await expectAccessibleIn(page, [
      ['light', 1280],
      ['light', 360, 1000],
      ['dark', 1280],
      ['dark', 360, 1000],
    ]);
  });
});
