import { realpathSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SteadyClock } from '../../src/datalogger/core/time/steady-clock';
import { driverOf } from '../../src/datalogger/sources/fieldbus/drivers';
import { FieldPlant } from '../../src/datalogger/sources/fieldbus/field-plant';
import { setStage } from '../support/browser';
import { plantOrigin } from '../support/chromium';
import { type Capture, captureOf } from '../support/field-captures';
import { localDial, localGuard } from '../support/local-guard';
import { serveUnits } from '../support/modbus-server';
import { waitMs } from '../support/patience';
import { serialLine, serveRtu } from '../support/serial-lines';

/*
 * From an empty data folder to right figures, by a person with a browser: 10 inverters and 8 string boxes on two serial lines at 19,200
 * baud (pymodbus), 3 meters and a weather station over TCP.
 */

const noon = '2026-06-10T12:30:00+02:00';
const ports: { id: string; nome: string }[] = [];
const stage = setStage({
  hasAccounts: false,
  hasPlant: false,
  hasOneClock: true,
  guard: localGuard,
  at: noon,
  source: (_, clock) => {
    const plant = new FieldPlant({ dial: localDial, clock: new SteadyClock(clock), driverOf });
    // Pseudo terminals are no adapters, which the system would list.
    plant.bus.ports = () => ports;
    return plant;
  },
});

const serialNumberAt = 52;

/** The registers of a device with a serial number and some words of its own: by model, and from the first point of it. */
function deviceOf(capture: Capture, serial: string, own: readonly (readonly [number, number, number])[]) {
  const { base, models } = capture;
  const registers = [...capture.registers];
  const padded = serial.padEnd(32, '\0');
  for (let index = 0; index < 16; index++)
    registers[serialNumberAt + index] =
      (padded.charCodeAt(2 * index) << 8) | padded.charCodeAt(2 * index + 1);
  for (const [model, at, word] of own) {
    const address = models.find(({ id }) => id === model)?.address ?? Number.NaN;
    registers[address + 2 + at - base] = word;
  }
  return { base, registers };
}

const unitsOf = (count: number, deviceAt: (unit: number) => ReturnType<typeof deviceOf>) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, deviceAt(index + 1)] as const));

const powerAt = 12;
const inverterKw = (unit: number) => 100 + unit;
const inverters = unitsOf(10, unit =>
  deviceOf(captureOf('fimer-pvs175'), `INV-${unit}`, [[103, powerAt, 100 * inverterKw(unit)]]),
);

/** The captured box has a sensor at twelve of its thirty inputs. */
const inputs = 12;
const firstInput = 30;
const inputWords = 14;
const boxA = (unit: number) => 8 + unit / 10;
const boxes = unitsOf(8, unit =>
  deviceOf(
    captureOf('mersen-hmmc6a'),
    `BOX-${unit}`,
    Array.from({ length: inputs }, (_, input) => [404, firstInput + input * inputWords, 1000 * boxA(unit)]),
  ),
);

const overTcp = unitsOf(4, unit =>
  unit < 4
    ? deviceOf(captureOf('measurlogic-dts310'), `MET-${unit}`, [[203, 16, 1834 + unit]])
    : deviceOf(captureOf('rainwise-pvmet'), 'MET-STATION', [
        [302, 0, 805],
        [302, 1, 853],
      ]),
);

let tcpPort = 0;
const ends: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  const [first, second] = await Promise.all([serialLine(), serialLine()]);
  for (const [line, units] of [
    [first, inverters],
    [second, boxes],
  ] as const) {
    ends.push(() => line.remove(), await serveRtu(line.far, units));
    const id = realpathSync(line.near);
    ports.push({ id, nome: `ttyUSB${ports.length}` });
  }
  const server = await serveUnits(
    new Map(
      Object.entries(overTcp).map(([unit, { base, registers }]) => [
        Number(unit),
        { registers: new Map(registers.map((word, at) => [base + at, word])) },
      ]),
    ),
  );
  tcpPort = server.port;
  ends.push(() => server.stop());
  stage.datalogger.start();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Counts what a person presses, and the fields that are typed or chosen. */
function hands(page: Page) {
  const counted = { presses: 0, fields: 0 };
  const search = () => page.getByRole('region', { name: 'Ricerca dei dispositivi' });
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await page.getByRole(role, { name, exact: true }).click();
    counted.presses++;
  };
  return Object.assign(counted, {
    press,
    lineField: search().getByLabel(/^Indirizzo/),
    async type(label: string | RegExp, value: string) {
      await page.getByLabel(label, { exact: true }).fill(value);
      counted.fields++;
    },
    async set(label: string | RegExp, value: string) {
      const named = typeof label === 'string' ? new RegExp(`^${label}●?$`) : label;
      const field = search().getByLabel(named).first();
      const isChoice = (await field.evaluate(({ tagName }) => tagName)) === 'SELECT';
      await (isChoice ? field.selectOption(value) : field.fill(value));
      counted.fields++;
    },
    /** Searches, and adds what is found. */
    async add(count: number | string, fields: () => Promise<void> = async () => undefined) {
      await press('Cerca');
      await search()
        .getByText(/^Ricerca finita\./)
        .waitFor({ timeout: 4 * waitMs });
      await fields();
      await press(new RegExp(`^Aggiungi tutti e ${count}$`));
      await page
        .getByRole('button', { name: /^Aggiungi tutti/ })
        .waitFor({ state: 'detached', timeout: waitMs / 4 })
        .catch(async () => {
          throw new Error(`not added: ${await search().innerText()}`);
        });
    },
  });
}

const plantFields = {
  Nome: 'Impianto nuovo',
  Latitudine: '41,9',
  Longitudine: '12,5',
  'Potenza di picco': '2000',
  'Potenza CA': '1850',
  'Potenza in immissione': '1850',
  Tensione: '20000',
  Inclinazione: '30',
  Azimut: '180',
};

async function firstSteps(page: Page, hand: ReturnType<typeof hands>): Promise<void> {
  await page.goto(`${plantOrigin}/`);
  await hand.type('Nome e cognome', 'Maria Ferrara');
  await hand.type('Utente', 'm.ferrara');
  await hand.type('Nuova password', 'mezzogiorno solare');
  await hand.type('Ripeti la password', 'mezzogiorno solare');
  await hand.press('Crea amministratore');
  await page.getByText('Amministratore creato').waitFor();
  await hand.type('Password', 'mezzogiorno solare');
  await hand.press('Accedi');
  await page.waitForURL(`${plantOrigin}/`);
  await page.locator('.head a').click();
  hand.presses++;
  await hand.press('Nome, fuso orario e potenza', 'link');
  for (const [label, value] of Object.entries(plantFields))
    await hand.type(new RegExp(`^${label}●?$`), value);
  await page.getByLabel(/^Livello di tensione/).selectOption('MT');
  hand.fields++;
  await hand.press(/^Salva( |$)/);
  await page.getByText('Salvato: 10 campi.').waitFor();
  await page.goto(`${plantOrigin}/config/setup-sistema?vista=bus`);
  hand.presses++;
}

/** What a screen shows, once it shows all of this. */
async function shows(page: Page, path: string, texts: readonly string[]): Promise<void> {
  await page.goto(`${plantOrigin}${path}`);
  for (const text of texts)
    await expect.poll(() => page.locator('main').innerText(), { timeout: 2 * waitMs }).toContain(text);
}

test('22 devices on two serial lines and one over TCP are found, and every screen has their figures', async () => {
  const page = await stage.newPage({ viewport: { width: 1600, height: 2400 }, timezoneId: 'Europe/Rome' });
  const hand = hands(page);
  await firstSteps(page, hand);
  // The search begins with the adapters that no line uses, one after the other, and then with the network.
  const line = () => hand.lineField.inputValue();
  await expect.poll(line).toBe(ports[0]?.id);
  await hand.set(/^Velocità/, '19200');
  await hand.set(/^All’unità/, '10');
  await hand.add(10, () => hand.set(/^Potenza di picco CC/, '200'));
  await expect.poll(line).toBe(ports[1]?.id);
  await hand.add(8);
  await expect.poll(line).toBe('');
  await hand.set(/^Indirizzo/, '127.0.0.1');
  await hand.set(/^Porta(?! ser)/, String(tcpPort));
  const roles = ['scambio', 'produzione', 'ausiliari'];
  await hand.add('\\d+', async () => {
    for (const [index, role] of roles.entries()) await hand.set(`Ruolo DTS 310 ${index + 1}`, role);
  });
  console.log(`22 devices on three lines: ${hand.presses} presses, ${hand.fields} fields`);
  expect(hand.presses).toBeLessThanOrEqual(12);
  expect(hand.fields).toBeLessThanOrEqual(23);
  const kw = Array.from({ length: 10 }, (_, index) => inverterKw(index + 1));
  await shows(
    page,
    '/impianto/inverters',
    kw.map(power => `${power},0`),
  );
  await shows(page, '/impianto/contatori', ['18,4']);
  const snapshot = () => stage.datalogger.plant.snapshot().groups;
  const near = (values: readonly (number | null)[] | undefined, digits: number) =>
    values?.map(value => (value === null ? null : Number(value.toFixed(digits))));
  await expect.poll(() => near(snapshot().inverter.values.pac, 1), { timeout: waitMs }).toEqual(kw);
  const currents = () => near(snapshot().stringhe.values.i, 1)?.filter(current => current !== null);
  const amperes = [1, 2, 3, 4, 5, 6, 7, 8].map(boxA);
  await expect.poll(() => new Set(currents()), { timeout: waitMs }).toEqual(new Set(amperes));
  await expect.poll(() => currents()?.length, { timeout: waitMs }).toBe(8 * inputs);
  await expect
    .poll(() => near(snapshot().contatori.values.p, 2), { timeout: waitMs })
    .toEqual([-18.35, -18.36, -18.37]);
  await shows(page, '/impianto/sensori', ['853', '22,5']);
});
