import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BoxCapabilities } from '../../../../src/box-service/protocol';
import { createBoxServer } from '../../../../src/box-service/server';
import { silentLog } from '../../../../src/datalogger/core/log';
import { type AskBox, BoxError, boxClient } from '../../../../src/datalogger/core/system/box-client';
import { boxSystem, readOnlySystem } from '../../../../src/datalogger/core/system/box-system';
import { type FakeBox, fakeBox } from '../../../box-service/fake-box';
import { configClient } from '../../../support/config-client';
import { startDatalogger } from '../../../support/datalogger';
import { examplePlant } from '../../../support/example-calls';
import { exampleSchedule } from '../../../support/example-services';

const link = '/etc/systemd/network/00-meridiana.network';
const fixed = { modalita: 'statico', ip: '10.20.4.18', maschera: 24, gateway: '10.20.4.1' };

/** A datalogger that asks a box service over a socket; the programs of the box only note their arguments. */
async function withBox(box: FakeBox) {
  const path = join(tmpdir(), `meridiana-${randomUUID()}.sock`);
  const server = createBoxServer(box);
  server.listen(path);
  await once(server, 'listening');
  const system = await boxSystem({ ask: boxClient(path), dataFolder: tmpdir(), log: silentLog });
  const datalogger = await startDatalogger({ box: system });
  onTestFinished(async () => {
    await datalogger.close();
    server.close();
    rmSync(path, { force: true });
  });
  return { ...configClient(datalogger), datalogger, system };
}

const box = () => {
  const fake = fakeBox();
  fake.write('usr/lib/systemd/systemd-timesyncd', '');
  return fake;
};

test('announces what the box service found, and reads disk and time of the box', async () => {
  const { get, system } = await withBox(box());
  expect((await get('auth/generale/1')).capacita).toMatchObject({
    registra: false,
    rete: true,
    dns: false,
    vlan: false,
    ntp: true,
    orologio: true,
    riavvio: true,
    riavvio_router: false,
    uscite: 0,
    ups: ['nut'],
    prova_ups: false,
  });
  expect(system.diskUsedPercent()).toBeGreaterThan(0);
  expect(system.diskUsedPercent()).toBeLessThanOrEqual(100);
});

test('applies a network on trial, and keeps it where it is confirmed', async () => {
  const fake = box();
  const { send, get } = await withBox(fake);
  expect((await send('PATCH', 'impianto/1/network', fixed)).status).toBe(200);
  expect(fake.read(link)).toContain('Address=10.20.4.18/24');
  expect((await get('sistema')).rete_in_prova).toMatchObject({ nuova: fixed });
  expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(204);
  expect(await fake.ask({ verb: 'network-state' })).toMatchObject({
    result: { secondsLeft: null, last: { outcome: 'confirmed' } },
  });
  expect((await get('sistema')).rete_in_prova).toBeNull();
});

test('restores its record where the box has gone back before the confirmation', async () => {
  const fake = box();
  const { send, get } = await withBox(fake);
  const old = (await get('impianto/1')).rete;
  await send('PATCH', 'impianto/1/network', fixed);
  await fake.networks.revert();
  expect((await send('POST', 'impianto/1/network/conferma')).status).toBe(404);
  expect((await get('impianto/1')).rete).toEqual(old);
});

test('refuses a network that the box refuses with 502, and keeps the stored one', async () => {
  const fake = box();
  const { send, get } = await withBox(fake);
  const old = (await get('impianto/1')).rete;
  fake.fail('systemd-run');
  const refused = await send('PATCH', 'impianto/1/network', fixed);
  expect([refused.status, (await refused.json()).codice]).toEqual([502, 'box_failed']);
  expect((await get('impianto/1')).rete).toEqual(old);
  expect((await get('sistema')).rete_in_prova).toBeNull();
});

test('writes time servers, sets the clock, restarts and follows the time zone of the plant', async () => {
  const fake = box();
  fake.write('usr/share/zoneinfo/Europe/Madrid', '');
  const { send, get } = await withBox(fake);
  const {
    ora: _,
    solo_registrato: __,
    rete_in_prova: ___,
    versione: ____,
    ...settings
  } = await get('sistema');
  await send('PUT', 'sistema', { ...settings, ntp: ['10.0.0.1'] });
  expect(fake.read('/etc/systemd/timesyncd.conf.d/50-meridiana.conf')).toBe('[Time]\nNTP=10.0.0.1\n');
  await send('PUT', 'sistema', { ...settings, ntp: [] });
  fake.calls();
  expect((await send('POST', 'sistema/ora', { ora: 1_800_000_000 })).status).toBe(204);
  expect((await send('POST', 'sistema/riavvio')).status).toBe(204);
  expect(fake.calls()).toEqual([
    'timedatectl set-ntp false',
    'timedatectl set-time @1800000000',
    'systemctl --no-block reboot',
  ]);
  const moved = await send('PUT', 'impianto/1', { id: 1, ...examplePlant, fuso: 'Europe/Madrid' });
  expect(moved.status).toBe(200);
  await expect.poll(() => fake.calls()).toContain('timedatectl set-timezone Europe/Madrid');
});

test('offers nothing without the box service, and refuses with 409 what is asked all the same', async () => {
  const datalogger = await startDatalogger({ box: readOnlySystem(tmpdir()) });
  onTestFinished(() => datalogger.close());
  const { send, get } = configClient(datalogger);
  const before = (await get('impianto/1')).rete;
  for (const [method, path, body] of [
    ['PATCH', 'impianto/1/network', fixed],
    ['POST', 'sistema/ora', { ora: 1_800_000_000 }],
    ['POST', 'sistema/riavvio', undefined],
  ] as const) {
    const refused = await send(method, path, body);
    expect([path, refused.status, (await refused.json()).codice]).toEqual([path, 409, 'not_supported']);
  }
  expect((await get('impianto/1')).rete).toEqual(before);
  const { capacita } = await get('auth/generale/1');
  // A UPS on the network needs nothing of the box.
  expect(Object.values(capacita).flat().filter(Boolean)).toEqual(['nut']);
});

test('a relay that the box does not switch is no success of its schedule, and an old refusal undoes no newer order', async () => {
  const found: BoxCapabilities = {
    network: null,
    hasDns: false,
    hasVlan: false,
    time: null,
    hasManager: true,
    outputs: [false, false],
    hasContacts: false,
    hasRouter: false,
  };
  const refusals: (() => void)[] = [];
  const ask = ((request: { readonly verb: string }) =>
    request.verb === 'output-set'
      ? new Promise((_, reject) => refusals.push(() => reject(new BoxError('failed', 'line busy'))))
      : Promise.resolve(found)) as AskBox;
  const system = await boxSystem({ ask, dataFolder: tmpdir(), log: silentLog });
  const [first, second] = [system.switchOutput(1, true), system.switchOutput(1, true)];
  refusals.shift()?.();
  expect(await first).toBe(false);
  expect(system.output(1)).toBe(true);
  refusals.shift()?.();
  expect(await second).toBe(false);
  expect(system.output(1)).toBe(false);

  const datalogger = await startDatalogger({ box: system, at: '2026-06-10T11:59:50+02:00' });
  onTestFinished(() => datalogger.close());
  const { send, get } = configClient(datalogger);
  await send('POST', 'pianificazioni', {
    ...exampleSchedule,
    quando: { ricorrenza: 'giornaliera', ora: '12:00' },
    azione: { tipo: 'uscita_rele', uscita: 1, attiva: true, durata: 5, a_fine: 'ripristina' },
  });
  await datalogger.run(20);
  refusals.shift()?.();
  await datalogger.settled();
  const [{ ultimo }] = await get('pianificazioni');
  expect(ultimo).toMatchObject({ esito: 'fallita', motivo: 'rifiutato' });
});
