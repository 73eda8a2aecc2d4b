import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';
import { excessWidth } from '../support/looks';
import { configureTable, readsTable } from '../support/table-plant';

const stage = setStage({ ...readsTable, hasOneClock: true });
beforeAll(() => configureTable(stage.datalogger));
beforeEach(() => {
  const { firstSteps } = stage.datalogger.config;
  firstSteps.write({ isEnded: false, isBackedUp: false, putOff: {} }, null);
});

test('home lists what is left after the first start; system setup shows all of it, and an end is for good', async () => {
  const page = await stage.open('admin', '/');
  const list = page.getByRole('region', { name: 'Dopo il primo avvio' });
  await list.getByText('2 di 7 fatti').waitFor();
  const steps = () => list.getByRole('listitem').getByRole('link').allInnerTexts();
  expect(await steps()).toEqual([
    'Potenza massima dei contatori',
    'Regole degli allarmi',
    'Notifiche degli allarmi',
    'Backup',
    'Secondo amministratore',
  ]);
  await page.setViewportSize({ width: 1280, height: 2000 });
  await expectAccessible(page);
  // A step is done where it leads to, and home knows.
  await list.getByRole('link', { name: 'Regole degli allarmi' }).click();
  await page.waitForURL(/config\/allarmi/);
  stage.datalogger.config.firstSteps.write(
    { ...stage.datalogger.config.firstSteps.read().value, isBackedUp: true },
    null,
  );
  await page.goBack();
  await list.getByText('3 di 7 fatti').waitFor();
  await list.getByRole('button', { name: 'Rinvia di 7\u00a0giorni: Secondo amministratore' }).click();
  await expect
    .poll(steps)
    .toEqual(['Potenza massima dei contatori', 'Regole degli allarmi', 'Notifiche degli allarmi']);

  await page.goto(`${new URL(page.url()).origin}/config/setup-sistema`);
  await expect.poll(() => list.getByRole('listitem').count()).toBe(7);
  await list.getByText(/^Rinviato al /).waitFor();
  await list.getByRole('button', { name: 'Chiudi l’elenco…' }).click();
  await list.getByRole('button', { name: 'Annulla' }).click();
  await list.getByRole('button', { name: 'Chiudi l’elenco…' }).click();
  await list.getByRole('button', { name: 'Chiudi per sempre' }).click();
  await list.waitFor({ state: 'detached' });
  expect(stage.datalogger.config.firstSteps.read().value.isEnded).toBe(true);
});

test('on a phone the list is one line above the figures, until it is opened', async () => {
  const page = await stage.open('admin', '/', { hasTouch: true, viewport: { width: 360, height: 800 } });
  const list = page.getByRole('region', { name: 'Dopo il primo avvio' });
  await list.getByText(/di 7 fatti/).waitFor();
  await expect.poll(async () => (await page.locator('.figs b').first().boundingBox())?.y).toBeLessThan(420);
  await list.getByRole('button', { name: /^Mostra / }).tap();
  await list.getByRole('link', { name: 'Backup' }).waitFor();
  expect(await excessWidth(page)).toBe(0);
});

test('only administrators are asked', async () => {
  const page = await stage.open('normal', '/');
  await page.locator('.foot dl').waitFor();
  expect(await page.getByRole('region', { name: 'Dopo il primo avvio' }).count()).toBe(0);
});
