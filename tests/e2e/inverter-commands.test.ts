import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlantServer } from '../../scripts/plant-server/plant';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { expectAccessible } from '../support/axe';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { newRecord } from '../support/config-records';
import { examplePlant } from '../support/example-calls';
import { localDial, localGuard } from '../support/local-guard';
import { waitMs } from '../support/patience';

/* A person lets the datalogger command the inverters of a real plant, limits them, and sees of each what was asked, written, read back and measured. */

const noon = '2026-06-10T12:30:00+02:00';
const stage = setStage({
  hasPlant: false,
  hasOneClock: true,
  guard: localGuard,
  at: noon,
  source: (_, clock) => new FieldPlant({ dial: localDial, clock: new SteadyClock(clock), driverOf }),
});

let plant: PlantServer;
let timer: NodeJS.Timeout;
beforeAll(async () => {
  const { datalogger } = stage;
  const startAt = Date.parse(noon) / 1000;
  plant = await PlantServer.start({ size: 'medium', seed: 1, startAt, hasNaturalFaults: false });
  timer = setInterval(() => plant.advance(Math.floor(datalogger.clock.now() / 1000)), 1000);
  const token = datalogger.login('admin');
  const post = async (path: string, json: unknown) =>
    expect((await datalogger.request(`/api/${path}`, { method: 'POST', token, json })).status).toBe(200);
  await post('impianto', { ...examplePlant, fuso: 'Europe/Rome', lat: 41.9, long: 12.5 });
  for (const { id: _, versione: __, ...record } of plant.configuration.inverters)
    await post('config/inverters', newRecord('inverters', record));
  datalogger.start();
});
afterAll(async () => {
  clearInterval(timer);
  await plant.close();
});

test('inverters are limited by a person, and each says that it follows', async () => {
  const page = await stage.open('admin', '/config/setup-sistema?vista=bus');
  const commands = page.getByRole('region', { name: 'Comandi agli inverter' });
  await commands.getByLabel('Il datalogger comanda gli inverter').click();
  await commands.getByRole('button', { name: /^Salva/ }).click();
  await commands.getByText('Salvato: 1 campo.').waitFor();
  await page.setViewportSize({ width: 1280, height: 3600 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${plantOrigin}/impianto/cci`);
  await page.getByRole('button', { name: 'Limita P…' }).click();
  await page.getByLabel(/^Potenza attiva, al massimo/).fill('40');
  await page.getByRole('button', { name: 'Continua' }).click();
  await page.getByText('Agisce su tutto l’impianto: ho controllato').click();
  await page.getByRole('button', { name: 'Conferma comando' }).click();
  await page.getByRole('button', { name: 'Chiudi', exact: true }).click();
  await page.getByText('Verificati 10 su 10').waitFor();
  expect(plant.own.inverters.map(({ id }) => plant.orderOf(id).percent)).toEqual(
    plant.own.inverters.map(() => 40),
  );
  const row = page.getByRole('row', { name: /^INV 01, P/ });
  const words = async () => (await row.innerText()).replaceAll('\u00a0', ' ').split(/\s*\t\s*/);
  await expect
    .poll(async () => Number.parseFloat((await words())[4] ?? ''), { timeout: waitMs })
    .toBeLessThan(41);
  expect((await words()).filter((_, index) => index !== 4)).toEqual([
    ...['INV 01, P', '40,0 %', '40,0 %', '40,0 %'],
    ...['120 s', 'Verificato'],
  ]);
  await page.setViewportSize({ width: 1280, height: 2600 });
  await expectAccessible(page);
});
