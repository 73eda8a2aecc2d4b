import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlantServer } from '../../../../scripts/plant-server/plant';
import type { PlantCommand } from '../../../../src/datalogger/plant/source';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { type FieldDatalogger, startFieldDatalogger } from '../../../support/field-datalogger';

/* The whole datalogger, which regulates four inverters by the exchange meter; the others give what they can. */

const at = '2026-06-10T12:00:00+02:00';
const startAt = Date.parse(at) / 1000;
const regulated = 4;

let server: PlantServer;
let datalogger: FieldDatalogger;
let token: string;
let dataFolder: string;
let isFirst: boolean;
/** s of the devices before this datalogger began. */
let beforeS = 0;
let clockMs = () => 0;

const withoutId = <T extends { id: number; versione: number }>({ id: _, versione: __, ...record }: T) =>
  record;
const nowS = () => beforeS + Math.floor(clockMs() / 1000);
const exchange = () => server.configuration.contatori.find(({ ruolo }) => ruolo === 'scambio');
const units = () => server.configuration.inverters.slice(0, regulated).map(({ unita }) => `0/${unita}`);
/** kW at the point of delivery, as they are. */
const exported = () => {
  const own = server.own.contatori.find(({ ruolo }) => ruolo === 'scambio');
  return server.source.answers('contatori').find(({ record }) => record === own?.id)?.values.p ?? Number.NaN;
};
const cci = () => datalogger.plant.snapshot().groups.cci.values;
const baseKw = () => cci().smax?.[0] ?? 0;

async function start(): Promise<void> {
  datalogger = await startFieldDatalogger({
    at: new Date((startAt + beforeS) * 1000).toISOString(),
    dataFolder,
    hasAccounts: isFirst,
    driver: sunspecDriver,
  });
  clockMs = datalogger.clock.monotonic;
  isFirst = false;
  token = datalogger.login('admin');
}

/** Lets seconds pass; the highest power at the point of delivery in them, kW. */
async function pass(seconds: number): Promise<number> {
  let highest = Number.NEGATIVE_INFINITY;
  for (; seconds > 0; seconds--) {
    await datalogger.pass(1);
    server.advance(startAt + nowS());
    highest = Math.max(highest, exported());
  }
  return highest;
}

async function call(method: string, path: string, json?: unknown, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'If-Match': ifMatch };
  const response = await datalogger.request(`/api/${path}`, { method, token, json, headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    etag: response.headers.get('ETag') ?? '',
  };
}

async function regulate(changes: object = {}) {
  const { etag } = await call('GET', 'bus/comandi');
  const { status } = await call('PUT', 'bus/comandi', { abilitato: true, consegna: true, ...changes }, etag);
  expect(status).toBe(200);
}

async function command(valore: number) {
  const { body } = await call('POST', 'comandi', { oggetto: 'cci.1', azione: 'limite_p', valore });
  const confirmed = await call('POST', `comandi/${body.id}/conferma`, { tutto_impianto: true });
  expect(confirmed.status).toBe(204);
}

/** % of the agreed power that are `lessKw` below what is exported now. */
const percentBelow = (lessKw: number) => Math.round((100 * (exported() - lessKw)) / baseKw());

beforeEach(async () => {
  [isFirst, beforeS, clockMs] = [true, 0, () => 0];
  dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  server = await PlantServer.start({
    size: 'medium',
    seed: 3,
    startAt,
    hasNaturalFaults: false,
    nowMs: () => 1000 * nowS(),
  });
  await start();
  for (const record of server.configuration.inverters.slice(0, regulated))
    await datalogger.add('inverters', withoutId(record));
  const meter = exchange();
  if (meter) await datalogger.add('contatori', withoutId(meter));
});
afterEach(async () => {
  await datalogger.close();
  await server.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('an order that the meter contradicts is an alarm within 30 s of its deadline of 60 s', () => {
  const schedule = (percent: number): PlantCommand => ({ kind: 'schedule-limit', percent });
  test.each<[string, (percent: number) => Promise<unknown>]>([
    ['of a user, on the screen or by the API', command],
    ['of a schedule', percent => datalogger.plant.execute(schedule(percent))],
    ['of the settings', percent => regulate({ immissione: (percent * baseKw()) / 100 })],
  ])('%s', async (_, give) => {
    await regulate();
    await pass(20);
    expect(await datalogger.alarms()).not.toContainEqual(expect.stringContaining('CCI03'));
    for (const unit of units()) server.faults = { ...server.faults, [unit]: 'gateway-timeout' };
    await give(percentBelow(120));
    await pass(55);
    expect(await datalogger.alarms()).not.toContainEqual(expect.stringContaining('CCI03'));
    await pass(35);
    expect(await datalogger.alarms()).toContainEqual(expect.stringContaining('CCI03'));
  });
});

test('without its meter the loop is open, says so and raises an alarm; nothing is proved', async () => {
  await regulate();
  await pass(20);
  await command(percentBelow(60));
  server.faults = { [`0/${exchange()?.unita}`]: 'gateway-timeout' };
  await pass(60);
  expect((await call('GET', 'bus/ordini')).body.anello).toMatchObject({
    stato: 'aperto',
    contatori: [exchange()?.nome],
  });
  expect(await datalogger.alarms()).toContainEqual(expect.stringContaining('CCI06'));
  const [given] = (await call('GET', 'comandi?gruppo=cci')).body;
  expect(given).toMatchObject({ esito: 'ok', seguito: null });
  server.faults = {};
  await pass(120);
  expect((await call('GET', 'bus/ordini')).body.anello).toMatchObject({ stato: 'chiuso', compensati: 0 });
  const { righe } = (await call('GET', 'allarmi')).body;
  expect(righe.find(({ codice }: { codice: string }) => codice === 'CCI06')).toMatchObject({
    stato: 'rientrato',
  });
  expect((await call('GET', 'comandi?gruppo=cci')).body[0]).toMatchObject({ seguito: expect.any(Number) });
});

test('killed and started again within the reversion time, no limit is lifted', async () => {
  await regulate();
  await pass(20);
  const percent = percentBelow(60);
  const limitKw = (percent * baseKw()) / 100;
  await command(percent);
  await pass(90);
  for (const offS of [10, 60]) {
    expect(exported()).toBeLessThan(limitKw + 1);
    [beforeS, clockMs] = [nowS() + offS, () => 0];
    await datalogger.close();
    await start();
    server.advance(startAt + nowS());
    expect(exported()).toBeLessThan(0.01 * baseKw() + limitKw);
    // Longer than the devices keep a limit by themselves.
    const highest = await pass(200);
    console.info(
      `limit ${limitKw.toFixed(1)} kW, ${offS} s without the datalogger: highest ${highest.toFixed(1)} kW`,
    );
    expect(highest).toBeLessThan(0.01 * baseKw() + limitKw);
  }
  expect((await call('GET', 'comandi?gruppo=cci')).body[0]).toMatchObject({ applicato: percent });
});
