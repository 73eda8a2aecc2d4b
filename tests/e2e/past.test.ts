import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { follow, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';

const stage = setStage({
  size: 'medium',
  at: '2026-06-10T13:30:00+02:00',
  historyDays: 1,
  hasOneClock: true,
});
const momentS = Date.parse('2026-06-10T10:35:00+02:00') / 1000;
const phone = { hasTouch: true, viewport: { width: 360, height: 800 } };

const bar = (page: Page) => page.locator('.bar.past');
const slider = (page: Page) => page.getByRole('slider', { name: 'Momento mostrato' });
const power = async (page: Page) =>
  (await page.locator('.figs .fig b').first().innerText()).replace(/\s*kW$/, '');

/** The place of an hour on the ruler, which goes from 4 to 22. */
async function placeOf(page: Page, hours: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.mer').boundingBox();
  if (!box) throw new Error('there is no ruler');
  return { x: box.x + (box.width * (hours - 4)) / 18, y: box.y + 8 };
}

/** Opens a screen and waits for what comes after its first values. */
async function open(path = '/', options = {}): Promise<Page> {
  const page = await stage.open('admin', path, options);
  await slider(page).waitFor();
  await page.locator('.foot dl').waitFor();
  return page;
}

async function tap(page: Page, hours: number): Promise<void> {
  const { x, y } = await placeOf(page, hours);
  await page.mouse.click(x, y);
}

/** The plant's power at the moment, as the archive has it and as the page writes it. */
async function archivedPower(): Promise<string> {
  const path = `/api/dati_impianto/momento?m=impianto.pac&t=${momentS}`;
  const reply = await stage.datalogger.request(path, { token: stage.datalogger.login('admin') });
  const { colonne } = await reply.json();
  return Number(colonne.pac[0]).toFixed(1).replace('.', ',');
}

test.each([0, 25])(
  'dragged, the gnomon, or its clock %i px beside it, shows the archive until it is let go',
  async besidePx => {
    const page = await open();
    const [gnomon, then] = [await placeOf(page, 13.5), await placeOf(page, 10.58)];
    const now = { ...gnomon, x: gnomon.x + besidePx };
    // A drag marks no words.
    expect(await page.locator('.mer').evaluate(ruler => getComputedStyle(ruler).userSelect)).toBe('none');
    await page.mouse.move(now.x, now.y);
    await page.mouse.down();
    await page.mouse.move(now.x - 30, now.y);
    await page.mouse.move(then.x, then.y, { steps: 3 });
    await bar(page).getByText('Media di un minuto. Lascia per tornare ad adesso.').waitFor();
    await page.mouse.move(then.x, then.y);
    await page.getByRole('heading', { name: 'Storico 10:35 – In produzione' }).waitFor();
    expect(await power(page)).toBe(await archivedPower());
    await expect.poll(() => page.title()).toMatch(/^Storico 10:35 – .*Home/);
    await page.mouse.up();
    await bar(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).not.toContain('Storico');
    await expect.poll(() => page.locator('.fresh').innerText()).toMatch(/^Dati 13:/);
  },
);

test('held still where it was dragged while the code for it was loading, the gnomon shows that moment', async () => {
  const page = await open();
  let deliver = () => {};
  const isDelivered = new Promise<void>(resolve => {
    deliver = resolve;
  });
  let isAsked = false;
  await page.route('**/help-opened-*.js', async route => {
    isAsked = true;
    await isDelivered;
    await route.continue();
  });
  const [now, then] = [await placeOf(page, 13.5), await placeOf(page, 10.58)];
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(then.x, then.y, { steps: 3 });
  await expect.poll(() => isAsked).toBe(true);
  deliver();
  await page.getByRole('heading', { name: 'Storico 10:35 – In produzione' }).waitFor();
  await page.mouse.up();
  await bar(page).waitFor({ state: 'detached' });
});

test('the right button shows no moment, not even when it is dragged', async () => {
  const page = await open();
  await tap(page, 10.58);
  await bar(page).waitFor();
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  const [from, to] = [await placeOf(page, 10.58), await placeOf(page, 8)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  // A drag is shown at the next frame.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await bar(page).count()).toBe(0);
  await page.mouse.up({ button: 'right' });
});

test('a moment that was pressed stays, hatched; it costs less than 6 kB, nothing can be acknowledged, and a button leads back', async () => {
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await stage.datalogger.run(30);
  const page = await open();
  const acknowledge = page.getByRole('button', { name: /^Riconosci/ });
  await acknowledge.first().waitFor();
  let bytes = 0;
  page.on('response', async response => {
    if (!/momento/.test(response.url())) return;
    const sizes = await response.request().sizes();
    bytes += sizes.responseBodySize + sizes.responseHeadersSize;
  });
  await tap(page, 10.58);
  await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  await page.locator('.figs.stale').waitFor();
  await page.locator('.tile.stale').first().waitFor();
  // The alarm began later: then there was none, and its mark is on the ruler.
  await page.getByText('Nessun allarme attivo').waitFor();
  await page.locator('.mer .al.p1').waitFor({ state: 'attached' });
  await expect.poll(() => bytes).toBeGreaterThan(300);
  expect(bytes).toBeLessThan(6000);
  await tap(page, 13.4);
  await expect.poll(() => bar(page).locator('b').first().innerText()).toBe('Storico 13:25');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Torna ad adesso' }).click();
  await bar(page).waitFor({ state: 'detached' });
  await acknowledge.first().waitFor();
  await expect.poll(() => acknowledge.first().isEnabled()).toBe(true);
});

test('by keyboard: steps, hours, the first moment, and back to now', async () => {
  const page = await open();
  await slider(page).focus();
  const spoken = () => slider(page).getAttribute('aria-valuetext');
  // The keys work as soon as the code is there.
  await expect
    .poll(async () => {
      if (!/Storico/.test((await spoken()) ?? '')) await page.keyboard.press('ArrowLeft');
      return spoken();
    })
    .toMatch(/^Storico 13:/);
  await page.keyboard.press('Home');
  await expect.poll(spoken).toBe('Storico 04:00');
  await page.keyboard.press('PageUp');
  await expect.poll(spoken).toBe('Storico 05:00');
  await page.keyboard.press('ArrowRight');
  await expect.poll(spoken).toBe('Storico 05:05');
  await page.keyboard.press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  expect(await slider(page).evaluate(element => element === document.activeElement)).toBe(true);
});

test('on a phone a finger finds it, nothing is cut off, and it is accessible in the dark', async () => {
  const page = await open('/', phone);
  const { x, y } = await placeOf(page, 10.58);
  await page.touchscreen.tap(x, y);
  await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await expectAccessible(page);
});

test('the next screen shows the same moment, gives no command, and what the archive does not hold is a dash', async () => {
  const page = await open();
  await tap(page, 10.58);
  await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  for (const path of ['inverters', 'stringhe', 'contatori', 'sensori', 'digital-signals', 'trackers']) {
    await follow(page, `/impianto/${path}`);
    await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  }
  // On the trackers: wind and battery are not archived, and no tracker is sent anywhere.
  await page.getByText('Comandi e riconoscimenti sono sospesi finché guardi il passato.').nth(1).waitFor();
  const commands = page.locator('.commands button');
  expect(await commands.evaluateAll(buttons => buttons.every(button => button.matches(':disabled')))).toBe(
    true,
  );
  await follow(page, '/config/inverters');
  await bar(page).waitFor({ state: 'detached' });
  expect(await slider(page).count()).toBe(0);
});

test('a moment that cannot be read is reported, without a value of any other, and read again', async () => {
  const page = await open();
  const moments = `${plantOrigin}/api/dati_impianto/momento**`;
  // The screen may read once more by itself, for a part that came late: nothing is answered before the button is pressed.
  await page.evaluate(() =>
    addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('.bar.past button')) document.body.dataset.pressed = '';
      },
      { capture: true },
    ),
  );
  const isPressed = () => page.evaluate(() => document.body.dataset.pressed !== undefined);
  await page.route(moments, async route => ((await isPressed()) ? route.continue() : route.abort()));
  await tap(page, 10.58);
  await bar(page).getByText('Impossibile leggere le 10:35.').waitFor();
  expect(await power(page)).toBe('—');
  await bar(page).getByRole('button', { name: 'Riprova' }).click();
  await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  await page.unroute(moments);
  await page.route(moments, route =>
    route.fulfill({ status: 404, json: { codice: 'not_found', messaggio: '' } }),
  );
  await tap(page, 9);
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => slider(page).count()).toBe(0);
});

test('a critical alarm that arrives meanwhile is shown as of now', async () => {
  const page = await open();
  await tap(page, 10.58);
  await page.getByRole('heading', { name: /^Storico 10:35/ }).waitFor();
  stage.datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' });
  await stage.datalogger.run(30);
  await bar(page).getByText('Adesso: nuovo allarme critico, INV 03.').waitFor();
});
