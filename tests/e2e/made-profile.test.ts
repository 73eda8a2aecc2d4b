import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { ownProfiles } from '../../src/datalogger/sources/fieldbus/profiles/own';
import { ProfileShelf } from '../../src/datalogger/sources/fieldbus/profiles/shelf';
import { expectAccessible } from '../support/axe';
import { type Stage, setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { examplePlant } from '../support/example-calls';
import { localDial, localGuard } from '../support/local-guard';
import { serveUnits, type UnitServer } from '../support/modbus-server';
import { waitMs } from '../support/patience';

/* A meter that no profile knows: its registers are named in the viewer, and what was made of them reads it in two installations. */

/** An installation whose field bus knows the profiles of its own configuration, as the program does. */
function installation(): Stage {
  const shelf = new ProfileShelf(ownProfiles(() => stage.datalogger.config.profiles.read().value));
  const stage = setStage({
    hasPlant: false,
    hasOneClock: true,
    guard: localGuard,
    at: '2026-06-10T12:30:00+02:00',
    source: (_, clock) =>
      new FieldPlant({
        dial: localDial,
        clock: new SteadyClock(clock),
        driverOf: configured => driverOf(configured, shelf),
      }),
  });
  return stage;
}
const [first, second] = [installation(), installation()];

/** What the meter holds: 84,600 W towards the grid, 49.98 Hz, 1,234.5 kWh; nothing answers between. */
const registers = new Map([
  ...([
    [700, 0xfffe],
    [701, 0xb588],
    [702, 4998],
  ] as const),
  ...([
    [710, 0],
    [711, 12_345],
  ] as const),
]);
let meter: UnitServer;
beforeAll(async () => {
  meter = await serveUnits(new Map([[7, { registers }]]));
  for (const { datalogger } of [first, second]) {
    const json = examplePlant;
    const reply = await datalogger.request('/api/impianto', {
      method: 'POST',
      token: datalogger.login('admin'),
      json,
    });
    expect(reply.ok).toBe(true);
    datalogger.start();
  }
});
afterAll(() => meter.stop());

const label = (name: string) => new RegExp(`^${name}●?$`);
const bus = '/config/setup-sistema?vista=bus';

/** Reads registers of the meter in the viewer. */
async function view(page: Page, from: number, count: number) {
  const viewer = page.locator('section', {
    has: page.getByRole('heading', { name: 'Registri', exact: true }),
  });
  const type = (name: string, value: string) => viewer.getByLabel(label(name)).first().fill(value);
  await type('Indirizzo o porta seriale', '127.0.0.1');
  await type('Porta', String(meter.port));
  await type('Unità', '7');
  await type('Dal registro', String(from));
  await type('Quanti', String(count));
  await viewer.getByRole('button', { name: 'Leggi', exact: true }).click();
  await viewer.getByRole('button', { name: `Aggiungi ${from}` }).waitFor();
  return viewer;
}

/** Configures a meter with the profile, as a person does, and waits for its values on the screen of meters. */
async function configure(page: Page, profile: string) {
  await page.goto(`${plantOrigin}/config/contatori?id=nuovo`);
  const field = (name: string) => page.getByLabel(label(name));
  await field('Nome').fill('Contatore ignoto');
  await field('Protocollo').selectOption('modbus-tcp');
  await field('Indirizzo').fill('127.0.0.1');
  await field('Porta').fill(String(meter.port));
  await field('Unità Modbus').fill('7');
  await field('Ruolo').selectOption('scambio');
  await field('Profilo').selectOption({ label: profile });
  await page.getByRole('button', { name: /^Salva( |$)/ }).click();
  await page.getByRole('heading', { name: 'Contatore ignoto' }).waitFor();
  await page.goto(`${plantOrigin}/impianto/contatori`);
  await expect.poll(() => page.locator('main').innerText(), { timeout: waitMs }).toMatch(/84,6/);
  expect(await page.locator('main').innerText()).toMatch(/1,235/);
}

let file = '';

test('registers are named in the viewer, tried, saved as a profile, and read as values of a meter', async () => {
  const page = await first.open('admin', bus);
  const viewer = await view(page, 700, 3);
  await viewer.getByRole('button', { name: 'Aggiungi 700' }).click();
  await viewer.getByRole('button', { name: 'Aggiungi 702' }).click();
  await view(page, 710, 2);
  await viewer.getByRole('button', { name: 'Aggiungi 710' }).click();
  const named = async (row: number, quantity: string, type: string, power: string) => {
    await viewer.getByLabel(`Grandezza ${row}`).selectOption({ label: quantity });
    await viewer.getByLabel(`Tipo di dato ${row}`).selectOption(type);
    await viewer.getByLabel(`Fattore 10ⁿ ${row}`).fill(power);
  };
  await named(1, 'P kW', 'i32', '-3');
  await named(2, 'P kW', 'u16', '-2');
  await named(3, 'Prelevata kWh', 'u32', '-1');
  await viewer.getByLabel(label('Marca')).fill('Nessuno');
  await viewer.getByLabel(label('Modello')).fill('M 7');
  await viewer.getByRole('button', { name: 'Prova comunicazione' }).click();
  // Two registers cannot hold the same: said at the row.
  await viewer.getByText(/2: .*700/).waitFor();
  await named(2, 'f Hz', 'u16', '-2');
  await viewer.getByRole('button', { name: 'Prova comunicazione' }).click();
  await viewer.getByText('P kW: 84,6', { exact: true }).waitFor();
  await viewer.getByText('f Hz: 49,98', { exact: true }).waitFor();
  await viewer.getByText('E− kWh: 1.234,5', { exact: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 3000 });
  await expectAccessible(page);
  await viewer.getByRole('button', { name: 'Salva', exact: true }).click();
  await viewer.getByText('Nessuno M 7: fatto').waitFor();
  await page.getByText('Profili dei dispositivi').click();
  const row = page.locator('li', { hasText: 'Nessuno M 7' });
  await row.locator('summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'nessuno-m-7.json' }).click(),
  ]);
  file = await readFile(await download.path(), 'utf8');
  await configure(page, 'Nessuno M 7');
});

test('the file is uploaded in another installation, shows what it reads, live and of a dump, and reads there', async () => {
  const page = await second.open('admin', bus);
  await view(page, 700, 3);
  await page.getByText('Profili dei dispositivi').click();
  await page.locator('input[type=file][aria-label=Profilo]').setInputFiles({
    name: 'nessuno-m-7.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  });
  const row = page.locator('li', { hasText: 'Nessuno M 7' });
  await row.locator('summary').click();
  await row.getByRole('button', { name: 'Leggi', exact: true }).click();
  await row.getByText('P kW: 84,6', { exact: true }).waitFor();
  const dump = { base: 700, registers: [0xffff, 0xfc18, 5003, 0, 0, 0, 0, 0, 0, 0, 0, 770] };
  await row.locator('input[type=file]').setInputFiles({
    name: 'dump.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(dump)),
  });
  await row.getByText('f Hz: 50,03', { exact: true }).waitFor();
  await row.getByText('E− kWh: 77', { exact: true }).waitFor();
  await configure(page, 'Nessuno M 7');
});
