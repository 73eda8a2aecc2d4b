import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

const settings = {
  ntp: ['10.20.4.1'],
  giorni_minuti: 20,
  giorni_quarti: 400,
  dati_pubblici: false,
  ore_sessione: 2,
};

test('System setup is read by controller technicians and written by administrators, by version, and says that it only records', async () => {
  const datalogger = await startDatalogger();
  const admin = configClient(datalogger);
  const before = await configClient(datalogger, 'cci').send('GET', 'sistema');
  expect(before.headers.get('etag')).toBe('"1"');
  expect(await before.json()).toMatchObject({ solo_registrato: true, ore_sessione: 12, rete_in_prova: null });
  expect((await configClient(datalogger, 'cci').send('PUT', 'sistema', settings)).status).toBe(403);
  expect((await admin.send('PUT', 'sistema', settings, '"1"')).status).toBe(200);
  expect((await admin.send('PUT', 'sistema', settings, '"1"')).status).toBe(412);
  expect(datalogger.system.actions).toEqual([{ action: 'time', detail: { servers: ['10.20.4.1'] } }]);
  await datalogger.close();
});

test('what System setup says is so at once: the raw view closes, and a new login lasts as long as it may', async () => {
  const datalogger = await startDatalogger();
  const { send } = configClient(datalogger);
  await send('PUT', 'sistema', settings);
  expect((await datalogger.request('/api/dati_impianto/RT?m=impianto')).status).toBe(401);
  const json = { user: 'operatore', password: 'girasole-42' };
  const token = await (await datalogger.request('/api/auth/authenticate', { method: 'POST', json })).text();
  datalogger.clock.advance(2 * 3_600_000 - 1000);
  expect((await datalogger.request('/api/account', { token })).status).toBe(200);
  datalogger.clock.advance(2000);
  expect((await datalogger.request('/api/account', { token })).status).toBe(401);
  await datalogger.close();
});

test('the clock is set by hand only where no server does, and a restart is asked of the system', async () => {
  const datalogger = await startDatalogger();
  const { send } = configClient(datalogger);
  expect((await send('POST', 'sistema/ora', { ora: 1_800_000_000 })).status).toBe(409);
  await send('PUT', 'sistema', { ...settings, ntp: [] });
  expect((await send('POST', 'sistema/ora', { ora: 1_800_000_000 })).status).toBe(204);
  expect((await send('POST', 'sistema/riavvio')).status).toBe(204);
  expect(datalogger.system.actions.slice(1)).toEqual([
    { action: 'time', detail: { servers: [], epochS: 1_800_000_000 } },
    { action: 'reboot', detail: 'datalogger' },
  ]);
  await datalogger.close();
});

describe('a change of network', () => {
  const fixed = { modalita: 'statico', ip: '10.20.4.18', maschera: 24, gateway: '10.20.4.1' };
  const networks = ({ system }: TestDatalogger) =>
    system.actions.flatMap(({ action, detail }) => (action === 'network' ? [detail] : []));

  test('comes back by itself after 120 s that nobody confirmed it in', async () => {
    const datalogger = await startDatalogger();
    const { send, get } = configClient(datalogger);
    const old = (await get('impianto/1')).rete;
    await send('PATCH', 'impianto/1/network', fixed);
    datalogger.clock.advance(50_000);
    expect((await get('sistema')).rete_in_prova).toMatchObject({
      secondi: 70,
      precedente: old,
      nuova: fixed,
    });
    datalogger.clock.advance(70_000);
    expect((await get('sistema')).rete_in_prova).toBeNull();
    expect((await get('impianto/1')).rete).toEqual(old);
    expect(networks(datalogger)).toEqual([{ ...old, ...fixed }, old]);
    expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(404);
    await datalogger.close();
  });

  test('stays when it is confirmed; a second one on trial still goes back to what was confirmed last', async () => {
    const datalogger = await startDatalogger();
    const { send, get } = configClient(datalogger);
    await send('PATCH', 'impianto/1/network', fixed);
    expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(204);
    datalogger.clock.advance(200_000);
    const kept = (await get('impianto/1')).rete;
    expect(kept).toMatchObject(fixed);
    await send('PATCH', 'impianto/1/network', { ...fixed, ip: '10.20.4.19' });
    await send('PATCH', 'impianto/1/network', { ...fixed, ip: '10.20.4.20' });
    datalogger.clock.advance(200_000);
    await get('sistema');
    expect((await get('impianto/1')).rete).toEqual(kept);
    await datalogger.close();
  });

  test('a restart is no confirmation', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
    const first = await startDatalogger({ dataFolder });
    const old = (await configClient(first).get('impianto/1')).rete;
    await configClient(first).send('PATCH', 'impianto/1/network', fixed);
    await first.close();
    const second = await startDatalogger({ dataFolder, hasAccounts: false });
    expect((await configClient(second).get('impianto/1')).rete).toEqual(old);
    expect(networks(second)).toEqual([old]);
    await second.close();
    rmSync(dataFolder, { recursive: true });
  });
});

test('an administrator ends the sessions of an account, and anybody their own others', async () => {
  const datalogger = await startDatalogger();
  const { send } = configClient(datalogger);
  const [token, other] = [datalogger.login('normal'), datalogger.login('normal')];
  const ask = async (as: string) => (await datalogger.request('/api/account', { token: as })).status;
  expect(await ask(token)).toBe(200);
  expect((await send('DELETE', 'account/2/sessioni')).status).toBe(204);
  expect([await ask(token), await ask(other)]).toEqual([401, 401]);
  const [own, elsewhere] = [datalogger.login('normal'), datalogger.login('normal')];
  expect((await datalogger.request('/api/account/1/sessioni', { method: 'DELETE', token: own })).status).toBe(
    403,
  );
  expect((await datalogger.request('/api/account/2/sessioni', { method: 'DELETE', token: own })).status).toBe(
    204,
  );
  // Who ends the sessions of an account stays in.
  expect([await ask(own), await ask(elsewhere)]).toEqual([200, 401]);
  await datalogger.close();
});
