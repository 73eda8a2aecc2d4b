import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { PlantServer } from '../../../../scripts/plant-server/plant';
import type { Ups } from '../../../../src/contract/ups';
import { UpsWatch } from '../../../../src/datalogger/automation/schedules/ups-watch';
import { silentLog } from '../../../../src/datalogger/core/log';
import { type HardwareStatus, recordingSystem } from '../../../../src/datalogger/core/system/system';
import { contactsOf, readingOf } from '../../../../src/datalogger/core/system/ups-reading';
import { eventually } from '../../../support/eventually';
import { examplePlant } from '../../../support/example-calls';
import {
  commandedUps,
  hasNut,
  nutServer,
  nutUser,
  upsName,
  usualVariables,
} from '../../../support/nut-server';
import { type RunningProgram, runProgram } from '../../../support/program';

const boxProgram = fileURLToPath(new URL('../../../support/box-program.ts', import.meta.url));
const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});
const opened = <T extends { close(): Promise<void> | void }>(what: T): T => {
  open.push(what);
  return what;
};

/** What a network UPS reports, as the box sees it; null is silence. */
function statusOf(variables: Readonly<Record<string, string>> | null): HardwareStatus {
  const reading = variables && readingOf(new Map(Object.entries({ ...usualVariables, ...variables })));
  return { cpuTemperature: null, ...contactsOf(reading), ups: reading };
}

const askedEveryS = 5;

/** The same, read once more. */
const readOf = ({ ups, ...box }: HardwareStatus): HardwareStatus => ({
  ...box,
  ups: ups ? { ...ups } : null,
});

/** The seconds after which the box is shut down, null where it is not; the state of the UPS by the second at which it begins. */
function shutDownAfter(
  settings: Partial<Ups>,
  states: readonly (readonly [number, HardwareStatus])[],
  forS = 7200,
) {
  const usual = statusOf({});
  let [said, status] = [usual, usual];
  let t = 0;
  let endedAt: number | null = null;
  let orders = 0;
  const watch = new UpsWatch({
    system: {
      status: () => status,
      capabilities: recordingSystem(
        () => status,
        () => null,
      ).capabilities,
    },
    plant: () => ({ hasUps: true, ups: { interfaccia: 'nut', ...settings } }),
    powerOff: async () => {
      endedAt ??= t;
      orders += 1;
    },
    record: () => undefined,
    log: silentLog,
  });
  // A minute more: ending takes time, and is ordered once.
  for (; t <= forS && t <= (endedAt ?? forS) + 60; t++) {
    const told = states.filter(([from]) => from <= t).at(-1)?.[1] ?? usual;
    if (told !== said || t % askedEveryS === 0) [said, status] = [told, readOf(told)];
    watch.cycle(t);
  }
  expect(orders).toBe(endedAt === null ? 0 : 1);
  return endedAt;
}

const onBattery = (more: Readonly<Record<string, string>> = {}) =>
  statusOf({ 'ups.status': 'OB DISCHRG', ...more });
const low = statusOf({ 'ups.status': 'OB DISCHRG LB' });

test('shuts the box down a set time after the battery is low, and only on battery', () => {
  const settings = { spegnimento: 2 };
  expect(
    shutDownAfter(settings, [
      [10, onBattery()],
      [100, low],
    ]),
  ).toBe(220);
  expect(shutDownAfter(settings, [[10, statusOf({ 'ups.status': 'OL LB CHRG' })]])).toBeNull();
  expect(
    shutDownAfter(settings, [
      [10, low],
      [100, statusOf({})],
      [101, low],
    ]),
  ).toBe(221);
  expect(shutDownAfter({}, [[10, low]])).toBeNull();
  expect(shutDownAfter({ spegnimento: 0 }, [[10, low]])).toBe(20);
});

test('shuts the box down when it has run on battery for a set time', () => {
  expect(shutDownAfter({ spegnimento_minuti: 10 }, [[100, onBattery()]])).toBe(700);
  expect(
    shutDownAfter({ spegnimento_minuti: 10 }, [
      [100, onBattery()],
      [500, statusOf({})],
    ]),
  ).toBeNull();
});

test('shuts the box down when runtime or charge fall below what is set, on battery alone', () => {
  const short = { 'battery.runtime': '170', 'battery.charge': '22' };
  for (const settings of [{ spegnimento_autonomia: 3 }, { spegnimento_carica: 25 }]) {
    expect(
      shutDownAfter(settings, [
        [5, onBattery()],
        [60, onBattery(short)],
      ]),
    ).toBe(70);
    expect(shutDownAfter(settings, [[5, statusOf({ 'ups.status': 'OL CHRG', ...short })]])).toBeNull();
  }
});

test('shuts the box down when runtime and charge are below what is set in turn', () => {
  const settings = { spegnimento_autonomia: 3, spegnimento_carica: 25 };
  const inTurn = Array.from({ length: 6 }, (_, n): [number, HardwareStatus] => [
    100 + n * askedEveryS,
    onBattery(n % 2 === 0 ? { 'battery.runtime': '170' } : { 'battery.charge': '22' }),
  ]);
  expect(shutDownAfter(settings, [[5, onBattery()], ...inTurn])).toBe(110);
});

test('shuts the box down when the server is about to cut the output, whatever is set', () => {
  expect(shutDownAfter({}, [[30, statusOf({ 'ups.status': 'FSD OL' })]])).toBe(35);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['a charge of 0', { 'battery.charge': '0' }],
  ['a runtime of 0', { 'battery.runtime': '0' }],
  ['a low battery', { 'ups.status': 'OB LB' }],
  ['the order to end', { 'ups.status': 'FSD OB LB' }],
])('%s in one reading on battery, or in every other one, shuts nothing down', (_, wrong) => {
  const settings = { spegnimento: 0, spegnimento_autonomia: 3, spegnimento_carica: 25 };
  const [right, once] = [onBattery(), onBattery(wrong)];
  const everyOther = Array.from({ length: 20 }, (_, n): [number, HardwareStatus] => [
    100 + n * askedEveryS,
    n % 2 === 0 ? once : right,
  ]);
  expect(shutDownAfter(settings, [[5, right], ...everyOther], 600)).toBeNull();
});

test('takes a UPS that fell silent on battery for low, and one that fell silent on mains for nothing', () => {
  const settings = { spegnimento: 5 };
  expect(
    shutDownAfter(settings, [
      [10, onBattery()],
      [60, statusOf(null)],
    ]),
  ).toBe(360);
  expect(shutDownAfter(settings, [[60, statusOf(null)]])).toBeNull();
  expect(
    shutDownAfter(settings, [
      [10, onBattery()],
      [60, statusOf(null)],
      [200, statusOf({})],
    ]),
  ).toBeNull();
});

test('a calibration and a worn battery shut nothing down', () => {
  const settings = { spegnimento: 0, spegnimento_minuti: 1 };
  for (const status of ['OB CAL', 'OL RB', 'OL CAL LB'])
    expect(shutDownAfter(settings, [[10, statusOf({ 'ups.status': status })]])).toBeNull();
});

/** The program on a box that can be shut down, with a UPS. */
async function boxWithUps(
  port: number,
  settings: Partial<Ups>,
  environment: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  opened({ close: () => rmSync(folder, { recursive: true, force: true }) });
  const dataFolder = join(folder, 'data');
  const program = await runProgram(dataFolder, { SOURCE: 'field', PLANT: '', ...environment }, [
    '--import',
    'tsx',
    boxProgram,
  ]);
  opened({
    close: () => {
      program.child.kill('SIGKILL');
    },
  });
  const sent = async (method: string, path: string, json: unknown, ifMatch?: string) => {
    const response = await program.call(path, { method, json, ...(ifMatch && { ifMatch }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  await sent('POST', 'impianto', examplePlant);
  const ups = {
    ups: true,
    interfaccia: 'nut',
    host: '127.0.0.1',
    porta: port,
    nome_ups: upsName,
    ...settings,
  };
  await sent('PATCH', 'impianto/1/ups', ups, '"1"');
  const isRead = async () => {
    const state = await (await program.call('impianto/1/ups')).json();
    expect(state).toMatchObject({ motivo: null, carica: 96 });
  };
  await eventually(isRead);
  return { program, dataFolder, sent };
}

/** The order of a central controller, in its two steps. */
async function limitTo(percent: number, sent: Awaited<ReturnType<typeof boxWithUps>>['sent']) {
  await sent('PUT', 'bus/comandi', { abilitato: true }, '"1"');
  const { id } = await eventually(() =>
    sent('POST', 'comandi', { oggetto: 'cci.1', azione: 'limite_p', valore: percent }),
  );
  await sent('POST', `comandi/${id}/conferma`, { tutto_impianto: true });
}

/** What the audit log of a closed program says last. */
function lastShutdown(dataFolder: string) {
  const db = new Database(join(dataFolder, 'config.db'), { readonly: true });
  const row = db.prepare("SELECT changes FROM audit WHERE action = 'system.shutdown'").get();
  db.close();
  return row;
}

const shutdownLine = (program: RunningProgram) => program.said(/shuts the box down, files: (.*)\n/);

test.runIf(hasNut)(
  'a low battery of dummy-ups takes orders to inverters back, closes the databases, shuts the box down, in this order',
  async () => {
    const nut = opened(await nutServer());
    const plant = opened(
      await PlantServer.start({
        size: 'medium',
        seed: 3,
        hasNaturalFaults: false,
        startAt: Math.floor(Date.now() / 1000),
      }),
    );
    const [inverter] = plant.configuration.inverters;
    if (!inverter) throw new Error('no inverter');
    const { program, dataFolder, sent } = await boxWithUps(nut.port, { spegnimento: 0 });
    const { id, versione: _, ...record } = inverter;
    await sent('POST', 'config/inverters', record);
    await limitTo(40, sent);
    await eventually(() => expect(plant.orderOf(id).percent).toBe(40));
    await nut.report({ ...usualVariables, 'ups.status': 'OB DISCHRG LB', 'battery.charge': '8' });
    const files = await shutdownLine(program);
    expect(plant.orderOf(id).percent).toBeNull();
    expect(files).toContain('config.db');
    // SQLite removes these when a database is closed.
    expect(files).not.toMatch(/-wal|-shm/);
    expect((await program.ended).code).toBe(0);
    expect(lastShutdown(dataFolder)).toEqual({ changes: '{"motivo":[null,"batteria"]}' });
  },
);

test('orders the UPS to cut its output and to restore it, after the program has ended and before the box is shut down', async () => {
  const nut = opened(await commandedUps());
  const { program } = await boxWithUps(nut.port, { ...nutUser, riaccensione: true, spegnimento_carica: 20 });
  nut.report({ ...usualVariables, 'ups.status': 'OB DISCHRG', 'battery.charge': '19' });
  await shutdownLine(program);
  await program.ended;
  expect(nut.received.slice(-4)).toEqual([
    'USERNAME datalogger',
    String.raw`PASSWORD "girasole \"42\""`,
    `SET VAR ${upsName} ups.delay.shutdown 120`,
    `INSTCMD ${upsName} shutdown.return`,
  ]);
});

test('a box whose UPS does not take the order shuts down all the same', async () => {
  const nut = opened(await commandedUps());
  const { program } = await boxWithUps(nut.port, { ...nutUser, riaccensione: true, spegnimento_carica: 20 });
  nut.refuse();
  nut.report({ ...usualVariables, 'ups.status': 'OB DISCHRG', 'battery.charge': '19' });
  await shutdownLine(program);
  expect((await program.ended).err).toContain('did not take the order');
});
