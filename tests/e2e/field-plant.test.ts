import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlantServer } from '../../scripts/plant-server/plant';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { localDial, localGuard } from '../support/local-guard';
import { choose, expectNoOverflow } from '../support/looks';
import { waitMs } from '../support/patience';

/* From an empty data folder to a running plant, by a person with a browser: its ten inverters are found by a search. */

const noon = '2026-06-10T12:30:00+02:00';
const stage = setStage({
  hasAccounts: false,
  hasPlant: false,
  hasOneClock: true,
  guard: localGuard,
  at: noon,
  source: (_, clock) => new FieldPlant({ dial: localDial, clock: new SteadyClock(clock), driverOf }),
});

let plant: PlantServer;
beforeAll(async () => {
  const startAt = Date.parse(noon) / 1000;
  plant = await PlantServer.start({ size: 'medium', seed: 1, startAt, hasNaturalFaults: false });
  stage.datalogger.start();
});
afterAll(() => plant.close());

/** Counts what a person presses; typing is not counted. */
function hands(page: Page) {
  const counted = { presses: 0 };
  return Object.assign(counted, {
    async press(name: string | RegExp, role: 'button' | 'link' = 'button') {
      await page.getByRole(role, { name, exact: true }).click();
      counted.presses++;
    },
    type: (label: string | RegExp, value: string) => page.getByLabel(label).fill(value),
  });
}

/** What a new plant needs, by label. */
const plantFields = {
  Nome: 'Impianto nuovo',
  Latitudine: '41,9',
  Longitudine: '12,5',
  'Potenza di picco': '1000',
  'Potenza CA': '1000',
  'Potenza in immissione': '1000',
  Tensione: '20000',
  Inclinazione: '30',
  Azimut: '180',
};

test('a plant of ten inverters runs after a search, and the bus says how they answer', async () => {
  const page = await stage.newPage({ timezoneId: 'Europe/Rome' });
  const begunMs = performance.now();
  const hand = hands(page);
  await page.goto(`${plantOrigin}/`);
  await hand.type('Nome e cognome', 'Maria Ferrara');
  await hand.type('Utente', 'm.ferrara');
  await hand.type('Nuova password', 'mezzogiorno solare');
  await hand.type('Ripeti la password', 'mezzogiorno solare');
  await hand.press('Crea amministratore');
  await page.getByText('Amministratore creato').waitFor();
  await hand.type('Utente', 'm.ferrara');
  await page.getByLabel('Password', { exact: true }).fill('mezzogiorno solare');
  await hand.press('Accedi');
  await page.waitForURL(`${plantOrigin}/`);
  await expect.poll(() => page.locator('.head').innerText()).toContain('Nessun inverter configurato');
  expect(await page.locator('.head').innerText()).not.toContain('non noto');
  // The dashboard of a plant without devices leads to the bus, which says what comes first.
  await page.locator('.head a').click();
  hand.presses++;
  await hand.press('Nome, fuso orario e potenza', 'link');
  for (const [label, value] of Object.entries(plantFields))
    await page.getByLabel(new RegExp(`^${label}●?$`)).fill(value);
  await page.getByLabel(/^Livello di tensione/).selectOption('MT');
  await hand.press(/^Salva( |$)/);
  await page.getByText('Salvato: 10 campi.').waitFor();
  await page.goto(`${plantOrigin}/config/setup-sistema?vista=bus`);
  const search = page.getByRole('region', { name: 'Ricerca dei dispositivi' });
  await search.getByLabel('Indirizzo').fill('127.0.0.1');
  await search.getByRole('textbox', { name: 'Porta', exact: true }).fill(String(plant.ports[0]));
  await search.getByLabel('All’unità', { exact: true }).fill('10');
  await hand.press('Cerca');
  await search.getByText('Ricerca finita. 10 dispositivi trovati.').waitFor();
  // Each is drawn with what it says of itself and with its power, before it is added.
  const drawing = page.getByRole('region', { name: 'Schema unifilare' });
  const drawn = drawing.getByRole('list', { name: 'Inverter' }).getByRole('listitem');
  await expect.poll(() => drawn.count()).toBe(10);
  for (const text of await drawn.allInnerTexts())
    expect(text).toMatch(/HX 100 \d+ Helios · HX\d{5} · 100,0\skW\s+[1-9]\d,\d\skW/);
  await search
    .getByLabel(/^Potenza di picco CC/)
    .first()
    .fill('110');
  await hand.press('Aggiungi tutti e 10');
  await expect
    .poll(() => page.getByRole('button', { name: /^Dettagli di/ }).count(), { timeout: waitMs })
    .toBe(10);
  await page.getByRole('button', { name: 'Leggi', exact: true }).click();
  await page.getByText(/Risposta in/).waitFor();
  // High enough that no button is half under the footer.
  await page.setViewportSize({ width: 1280, height: 2600 });
  await expectAccessible(page);
  // The first numbers: the power of the plant, and of each inverter.
  await page.goto(`${plantOrigin}/`);
  await expect
    .poll(() => page.locator('.figs').innerText(), { timeout: waitMs })
    .toMatch(/[1-9][\d.]*(,\d)?\s*kW/);
  const running = () =>
    stage.datalogger.plant.snapshot().groups.inverter.values.pac?.filter(kw => (kw ?? 0) > 10);
  await expect.poll(running, { timeout: waitMs }).toHaveLength(10);
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  console.log(`from an empty data folder to ten inverters: ${hand.presses} presses, ${seconds} s`);
  // The test of a connection says what is there, and what is wrong with it.
  await page.goto(`${plantOrigin}/config/inverters?id=1`);
  await page.getByRole('button', { name: 'Prova comunicazione' }).click();
  await page.getByText(/^Risponde in \d+\sms\. · Helios · HX 100 · HX00001$/).waitFor();
  await page.getByLabel('Unità Modbus').fill('99');
  await page.getByRole('button', { name: 'Prova comunicazione' }).click();
  await page
    .getByText('Non risponde: controlla alimentazione, cavo e indirizzo. · nessuna risposta in tempo')
    .waitFor();
});

test('meters are drawn towards the grid, and compared with the inverters: sign, then a turned one', async () => {
  const page = await stage.newPage({ timezoneId: 'Europe/Rome' });
  await page.goto(`${plantOrigin}/config/setup-sistema?vista=bus`);
  await page.getByLabel('Utente').fill('m.ferrara');
  await page.getByLabel('Password', { exact: true }).fill('mezzogiorno solare');
  await page.getByRole('button', { name: 'Accedi' }).click();
  const search = page.getByRole('region', { name: 'Ricerca dei dispositivi' });
  const drawing = page.getByRole('region', { name: 'Schema unifilare' });
  await drawing.getByText(/^Il confronto con i contatori inizia quando/).waitFor();
  await search.getByLabel('Indirizzo').fill('127.0.0.1');
  await search.getByRole('textbox', { name: 'Porta', exact: true }).fill(String(plant.ports[0]));
  await search.getByLabel('Dall’unità', { exact: true }).fill('200');
  await search.getByLabel('All’unità', { exact: true }).fill('203');
  await search.getByRole('button', { name: 'Cerca' }).click();
  await search
    .getByLabel(/^Ruolo /)
    .nth(2)
    .waitFor();
  for (const [index, role] of ['produzione', 'scambio', 'ausiliari'].entries())
    await search
      .getByLabel(/^Ruolo /)
      .nth(index)
      .selectOption(role);
  await search.getByRole('button', { name: 'Aggiungi tutti e 3' }).click();
  const check = drawing.getByRole('status');
  await check.getByText('segni e rapporti dei TA sono giusti.').first().waitFor({ timeout: waitMs });
  const meters = drawing.getByRole('list', { name: 'Contatori di energia' }).getByRole('listitem');
  await expect
    .poll(() => meters.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Produzione/),
      expect.stringMatching(/Ausiliari/),
      expect.stringMatching(/Scambio/),
      'Rete',
    ]);
  await expectAccessible(page);
  await expectNoOverflow(page, [360, 1280]);
  // A production meter whose sign is turned.
  await choose(page, { kind: 'language', language: 'it' });
  await page.setViewportSize({ width: 1280, height: 2600 });
  await check.getByRole('link', { name: 'Modulo' }).first().click();
  await page.getByRole('switch', { name: 'Segno invertito' }).click();
  await page.getByRole('button', { name: 'Salva M4 200', disabled: false }).click();
  await page.getByText('Salvato: 1 campo.').waitFor();
  await page.goBack();
  await check.getByText(/conta nell’altro verso\. Gira i TA/).waitFor({ timeout: waitMs });
});
