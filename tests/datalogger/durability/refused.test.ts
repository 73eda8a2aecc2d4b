import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ScheduleAction } from '../../../src/contract/schedules';
import { networkTrialS } from '../../../src/contract/system';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { configClient } from '../../support/config-client';
import { startDatalogger, type TestDatalogger, testPassword } from '../../support/datalogger';
import { examplePlant } from '../../support/example-calls';
import { exampleSchedule } from '../../support/example-services';
import { refuseWrites } from '../../support/refusing-disk';

let folder: string;
let datalogger: TestDatalogger;
let client: ReturnType<typeof configClient>;
let takeAgain: () => void = () => undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'refused-'));
  await start('2026-06-10T11:59:00+02:00');
});
afterEach(async () => {
  takeAgain();
  await datalogger.close();
  rmSync(folder, { recursive: true });
});

async function start(at: string): Promise<void> {
  datalogger = await startDatalogger({ dataFolder: folder, keepsHistory: true, size: 'medium', at });
  datalogger.start();
  client = configClient(datalogger);
}

const get = async (path: string) => (await client.send('GET', path)).json();
const codesOf = async (view: string): Promise<string[]> =>
  (await get(`allarmi?stato=${view}`)).righe.map(({ codice }: { codice: string }) => codice);

test('a disk that takes no writes: reading and alarms go on, nothing changes, and no minute is lost', async () => {
  await datalogger.run(120);
  const cci = datalogger.login('cci');
  takeAgain = refuseWrites();
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' }, 120);
  await datalogger.run(300);
  expect(await codesOf('correnti')).toEqual(expect.arrayContaining(['DLG05', 'INV08']));
  const refused = await client.send('PUT', 'impianto/1', { id: 1, ...examplePlant, nome: 'Altro' });
  expect([refused.status, await refused.json()]).toMatchObject([507, { codice: 'storage_unwritable' }]);
  const { righe } = await get('allarmi?stato=correnti&testo=INV08');
  expect((await client.send('POST', `allarmi/${righe[0].id}/riconosci`, { nota: 'x' })).status).toBe(507);
  expect(await codesOf('correnti')).toContain('INV08');
  const paths = [
    'impianto/1',
    'dati_impianto/RT?m=impianto',
    'report?tipo=giornaliero&d=2026-06-10',
    'registro',
  ];
  for (const path of paths) expect((await client.send('GET', path)).status, path).toBe(200);
  // A refusal is answered, although nothing can be noted of it.
  expect((await datalogger.request('/api/registro', { token: cci })).status).toBe(403);

  takeAgain();
  await datalogger.run(60);
  await expect
    .poll(async () => {
      await datalogger.run(1);
      return (await get('allarmi?stato=correnti&testo=DLG05')).righe[0]?.stato;
    })
    .toBe('rientrato');
  expect((await client.send('PUT', 'impianto/1', { id: 1, ...examplePlant, nome: 'Altro' })).status).toBe(
    200,
  );
  await datalogger.close();

  const archive = openMeasures(join(folder, 'measures.db'));
  // Before its start the archive has the energy that the counters showed, in five minutes each.
  const begunS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
  const minutes = archive.frames('minute', 'impianto', begunS, 2 ** 40).map(({ t }) => t);
  archive.close();
  const first = minutes[0] ?? 0;
  expect(minutes.length).toBeGreaterThanOrEqual(8);
  expect(minutes).toEqual(minutes.map((_, index) => first + index * 60));
  await start('2026-06-10T12:10:00+02:00');
  expect(await codesOf('correnti')).toEqual(expect.arrayContaining(['DLG05', 'INV08']));
});

test('M5: while the disk takes nothing people log in, the wrong ones do not, and a logout ends what it should', async () => {
  const logIn = (password: string) =>
    datalogger.request('/api/auth/authenticate', { method: 'POST', json: { user: 'admin', password } });
  takeAgain = refuseWrites();
  const wrong = await logIn('non-questa');
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { codice: 'wrong_credentials' }]);
  const login = await logIn(testPassword);
  expect(login.status).toBe(200);
  const token = await login.text();
  const status = async () => (await datalogger.request('/api/impianto/1', { token })).status;
  expect(await status()).toBe(200);
  // Guesses are slowed down all the same: five failures, then a delay.
  for (let n = 0; n < 4; n++) await logIn('non-questa');
  expect((await logIn('non-questa')).status).toBe(401);
  expect((await logIn(testPassword)).status).toBe(429);

  takeAgain();
  const renewed = await (await datalogger.request('/api/auth/rinnova', { method: 'POST', token })).text();
  expect(datalogger.config.sessions.find(sessionOf(renewed), datalogger.clock.now() / 1000)).toMatchObject({
    user: 'admin',
  });
  expect((await datalogger.request('/api/auth/logout', { method: 'POST', token: renewed })).status).toBe(204);
  expect(await status()).toBe(401);
});

test('M5: a logout ends a stored session although the disk takes nothing, and for good once it takes writes again', async () => {
  const token = datalogger.login('admin');
  const send = (path: string, method: 'GET' | 'POST') =>
    datalogger.request(`/api/${path}`, { method, token });
  expect((await send('impianto/1', 'GET')).status).toBe(200);
  takeAgain = refuseWrites();
  expect((await send('auth/logout', 'POST')).status).toBe(204);
  for (let n = 0; n < 2; n++) expect((await send('impianto/1', 'GET')).status).toBe(401);
  expect((await send('auth/rinnova', 'POST')).status).toBe(401);

  const disk = new Database(join(folder, 'config.db'), { readonly: true });
  const isKept = () => disk.prepare('SELECT 1 FROM session WHERE id = ?').get(sessionOf(token)) !== undefined;
  expect(isKept()).toBe(true);
  takeAgain();
  await expect.poll(isKept).toBe(false);
  disk.close();
});

/** Id of the session of a token. */
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

async function add(azione: ScheduleAction, ora = '12:00'): Promise<void> {
  const quando = { ricorrenza: 'giornaliera', ora } as const;
  const reply = await client.send('POST', 'pianificazioni', { ...exampleSchedule, quando, azione });
  expect(reply.status).toBe(200);
}
const setPoint = () => datalogger.plant.snapshot().groups.cci.values.psp?.[0];

test('windows of schedules begin and end on a disk that takes no writes, and are on record afterwards', async () => {
  await add({ tipo: 'limite_potenza', percentuale: 40, durata: 2, a_fine: 'ripristina' });
  await add({ tipo: 'uscita_rele', uscita: 1, attiva: true, durata: 2, a_fine: 'ripristina' });
  takeAgain = refuseWrites();
  await datalogger.run(90);
  expect(setPoint()).toBe(40);
  expect(datalogger.system.output(1)).toBe(true);
  await datalogger.run(120);
  expect(setPoint()).toBe(100);
  expect(datalogger.system.output(1)).toBe(false);
  takeAgain();
  await datalogger.run(10);
  await datalogger.close();
  await start('2026-06-10T12:10:00+02:00');
  await datalogger.run(60);
  for (const { ultimo } of await get('pianificazioni')) expect(ultimo).toMatchObject({ esito: 'riuscita' });
  expect(datalogger.system.actions).toEqual([]);
});

test('what could not be written down is not performed, and what ends meanwhile ends nothing else', async () => {
  await add({ tipo: 'riavvio', bersaglio: 'router' });
  const { system } = datalogger;
  const restarts = () => system.actions.filter(({ action }) => action === 'reboot');
  takeAgain = refuseWrites();
  await datalogger.run(90);
  expect(restarts()).toEqual([]);
  takeAgain();
  await datalogger.run(1);
  await datalogger.settled();
  expect(restarts()).toHaveLength(1);

  await add({ tipo: 'test_ups' }, '12:02');
  system.testUps = async () => {
    takeAgain = refuseWrites();
  };
  await datalogger.run(120);
  await datalogger.settled();
  takeAgain();
  await datalogger.run(10);
  expect((await get('pianificazioni')).map(({ ultimo }: { ultimo: object }) => ultimo)).toMatchObject([
    { esito: 'riuscita' },
    { esito: 'riuscita' },
  ]);
});

test('a network on trial goes back on a disk that takes no writes, once, and stays so', async () => {
  const { rete } = await get('impianto/1');
  await client.send('PATCH', 'impianto/1/network', { modalita: 'statico', ip: '10.20.4.18', maschera: 24 });
  takeAgain = refuseWrites();
  datalogger.clock.advance(networkTrialS * 1000);
  for (let asked = 0; asked < 3; asked++) expect((await client.send('GET', 'sistema')).status).toBe(200);
  const networks = datalogger.system.actions.filter(({ action }) => action === 'network');
  expect(networks.map(({ detail }) => detail)).toMatchObject([{ ip: '10.20.4.18' }, rete]);
  takeAgain();
  expect((await get('sistema')).rete_in_prova).toBeNull();
  expect((await get('impianto/1')).rete).toEqual(rete);
});
