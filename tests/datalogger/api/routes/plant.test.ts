import { afterEach, beforeEach, expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';
import { examplePlant } from '../../../support/example-calls';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium' });
});
afterEach(() => datalogger.close());

const read = async (role: TestRole) =>
  (await datalogger.request('/api/impianto/1', { token: datalogger.login(role) })).json();

async function patch(part: string, json: unknown, ifMatch = '*') {
  const reply = await datalogger.request(`/api/impianto/1${part && `/${part}`}`, {
    method: part === '' ? 'PUT' : 'PATCH',
    token: datalogger.login('admin'),
    headers: { 'If-Match': ifMatch },
    json,
  });
  return { status: reply.status, etag: reply.headers.get('etag'), body: await reply.json() };
}

test('the simulated plant is described as it is simulated', async () => {
  expect(await read('normal')).toMatchObject({
    id: 1,
    nome: 'FV Masseria Alta',
    lat: 41.9,
    long: 12.5,
    fuso: 'Europe/Rome',
    potenza_picco: 998.4,
    potenza_ca: 1000,
    livello_tensione: 'MT',
    tensione: 20_000,
    trasformatore: 1250,
    data_esercizio: '2014-02-14',
    pr_atteso: 85,
    gamma: -0.35,
    ups: true,
    conteggi: { inverter: 10, stringhe: 80, tracker: 20, contatori: 3, sensori: 8, di: 24, spi: 1, cci: 1 },
    versione: 1,
  });
});

test('the settings are for those who may read System setup', async () => {
  await patch('KNX', { abilitato: false, indirizzo: '1.1.1', modalita: 'routing' });
  await patch('dyn-dns', { abilitato: false, provider: 'noip', intervallo: 60 });
  const settings = ['rete', 'knx', 'dyn_dns', 'gruppo_continuita'];
  for (const role of ['admin', 'cci'] as const) {
    const plant = await read(role);
    for (const name of settings) expect(plant, role).toHaveProperty(name);
  }
  const plant = await read('normal');
  for (const name of settings) expect(plant).not.toHaveProperty(name);
});

test('a plant is created once, then updated; every write is a new version', async () => {
  const fresh = await startDatalogger({ hasPlant: false });
  const token = fresh.login('admin');
  expect((await fresh.request('/api/impianto/1', { token })).status).toBe(404);
  const create = () => fresh.request('/api/impianto', { method: 'POST', token, json: examplePlant });
  expect(await (await create()).json()).toMatchObject({ id: 1, nome: 'FV Esempio', ups: false, versione: 1 });
  const again = await create();
  expect([again.status, await again.json()]).toMatchObject([409, { codice: 'conflict' }]);
  await fresh.close();
  const updated = await patch('', { id: 1, ...examplePlant, nome: ' FV Nuova ' }, '"1"');
  expect(updated).toMatchObject({
    status: 200,
    etag: '"2"',
    body: { nome: 'FV Nuova', versione: 2, ups: true },
  });
});

test('only the plant with id 1 exists', async () => {
  const token = datalogger.login('admin');
  for (const id of ['2', '0', '01']) {
    expect((await datalogger.request(`/api/impianto/${id}`, { token })).status).toBe(404);
  }
  expect(await patch('', { id: 2, ...examplePlant })).toMatchObject({ status: 422, body: { campo: 'id' } });
});

test('what is unchanged costs a 304, and is kept apart for each session', async () => {
  const token = datalogger.login('normal');
  const first = await datalogger.request('/api/impianto/1', { token });
  expect(first.headers.get('vary')).toContain('Authorization');
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
  expect((await datalogger.request('/api/impianto/1', { token, headers })).status).toBe(304);
  await patch('ups', { ups: false });
  expect((await datalogger.request('/api/impianto/1', { token, headers })).status).toBe(200);
});

test('a part that is sent replaces its own fields and no others', async () => {
  await patch('network', { modalita: 'statico', ip: '10.20.4.18', maschera: 24, gateway: '10.20.4.1' });
  const { body } = await patch('network', { modalita: 'statico', dns: ['10.20.4.1'] });
  expect(body.rete).toEqual({
    modalita: 'statico',
    ip: '10.20.4.18',
    maschera: 24,
    gateway: '10.20.4.1',
    dns: ['10.20.4.1'],
    ntp: ['0.it.pool.ntp.org', '1.it.pool.ntp.org'],
    hostname: 'meridiana',
  });
  expect(body.nome).toBe('FV Masseria Alta');
  expect(datalogger.system.actions.map(({ action }) => action)).toEqual(['network', 'network']);
  expect(datalogger.system.actions.at(-1)?.detail).toEqual(body.rete);
});

const dynDns = { abilitato: false, provider: 'custom', intervallo: 60 };

test.each([
  ['network', { modalita: 'statico' }, 'required', 'ip'],
  ['network', { modalita: 'statico', ip: '10.0.0.2' }, 'required', 'maschera'],
  [
    'network',
    { modalita: 'statico', ip: '10.0.0.2', maschera: 24, gateway: '10.0.1.1' },
    'invalid',
    'gateway',
  ],
  ['network', { modalita: 'dhcp', hostname: 'a;reboot' }, 'invalid', 'hostname'],
  ['network', { modalita: 'dhcp', ntp: ['$(touch /tmp/pwn)'] }, 'invalid', 'ntp.0'],
  ['network', { modalita: 'dhcp', dns: ['1.1.1.1', '8.8.8.8', '9.9.9.9'] }, 'too_long', 'dns'],
  ['KNX', { abilitato: true, indirizzo: '1.1.1', modalita: 'tunnel' }, 'required', 'gateway'],
  ['KNX', { abilitato: true, indirizzo: '16.1.1', modalita: 'routing' }, 'invalid', 'indirizzo'],
  ['dyn-dns', { abilitato: true, provider: 'noip', intervallo: 60 }, 'required', 'hostname'],
  ['dyn-dns', { abilitato: true, provider: 'custom', hostname: 'a.b', intervallo: 60 }, 'required', 'url'],
  ['dyn-dns', { abilitato: false, provider: 'noip', intervallo: 5 }, 'too_low', 'intervallo'],
  ['dyn-dns', { ...dynDns, utente: 'u\r\nX-Forged: y' }, 'invisible', 'utente'],
  ['dyn-dns', { ...dynDns, password: 'p\nprovider=evil' }, 'invalid', 'password'],
  ['dyn-dns', { ...dynDns, url: 'http://a.b/\nprovider=evil' }, 'invalid', 'url'],
  ['dyn-dns', { ...dynDns, url: 'httpx://a.b/' }, 'invalid', 'url'],
  ['dyn-dns', { ...dynDns, url: 'http://u:s3greta@a.b/' }, 'invalid', 'url'],
  ['ups', { ups: true, interfaccia: 'rs485' }, 'not_allowed', 'interfaccia'],
  ['', { ...examplePlant, fuso: 'Europe/Atlantis' }, 'invalid', 'fuso'],
  ['', { ...examplePlant, nome: 'FV\u001b[2J' }, 'invisible', 'nome'],
  ['', { ...examplePlant, titolare: 'Rossi\u0000' }, 'invisible', 'titolare'],
  ['', { ...examplePlant, lat: 91 }, 'too_high', 'lat'],
] as const)('%s %j is refused: %s %s', async (part, json, codice, campo) => {
  const { status, body } = await patch(part, json);
  expect([status, body.codice, body.campo]).toEqual([422, codice, campo]);
  expect((await read('admin')).versione).toBe(1);
  expect(datalogger.system.actions).toEqual([]);
});

test('an update address of the provider keeps its query, port and placeholders', async () => {
  const url = 'https://ddns.example:8443/nic/update?hostname=%h&user=a@b.it#x';
  expect((await patch('dyn-dns', { ...dynDns, url })).body.dyn_dns.url).toBe(url);
});

test('B09: a secret is never given back, and stays when it is left out or shown as dots', async () => {
  const settings = { abilitato: false, provider: 'noip', intervallo: 60, utente: 'u' };
  const stored = () => datalogger.config.plantConfig.read()?.dynDnsPassword;
  const first = await patch('dyn-dns', { ...settings, password: 's3greta' });
  expect(first.body.dyn_dns).toEqual(settings);
  for (const password of [undefined, '********', '••••••']) {
    expect(JSON.stringify(await patch('dyn-dns', { ...settings, password }))).not.toContain('s3greta');
    expect(stored()).toBe('s3greta');
  }
  expect(JSON.stringify(await read('admin'))).not.toContain('s3greta');
  await patch('dyn-dns', { ...settings, password: '' });
  expect(stored()).toBeNull();
});

test('B09: the password of dynamic DNS is wanted again for another provider, address or user', async () => {
  const settings = { abilitato: false, provider: 'custom', url: 'https://a.b/', intervallo: 60, utente: 'u' };
  await patch('dyn-dns', { ...settings, password: 's3greta' });
  for (const change of [{ url: 'https://evil.example/' }, { provider: 'noip' }, { utente: 'v' }]) {
    const { status, body } = await patch('dyn-dns', { ...settings, ...change });
    expect([status, body.codice, body.campo]).toEqual([422, 'required', 'password']);
  }
  expect(datalogger.config.plantConfig.read()?.dynDnsPassword).toBe('s3greta');
  const moved = { ...settings, url: 'https://elsewhere.example/', password: 'n' };
  expect((await patch('dyn-dns', moved)).status).toBe(200);
});

test('L18: of 1 000 parallel writes exactly one wins each version', async () => {
  const token = datalogger.login('admin');
  const put = (n: number, version: number) =>
    datalogger.request('/api/impianto/1', {
      method: 'PUT',
      token,
      headers: { 'If-Match': `"${version}"` },
      json: { id: 1, ...examplePlant, nome: `FV ${n}` },
    });
  for (let version = 1; version <= 10; version += 1) {
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => put(n, version)));
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(99);
    expect(await winners[0]?.json()).toMatchObject({ versione: version + 1 });
  }
});

test('after an inverter was added the performance ratio of the live values is that of the report: both are of the peak power of the plant’s data', async () => {
  const datalogger = await startDatalogger({
    size: 'medium',
    at: '2026-06-21T12:00:00+02:00',
    historyDays: 2,
  });
  const { add, get, rows } = configClient(datalogger);
  await datalogger.run(60);
  await add('inverters', { nome: 'INV nuovo', pn: 100, kwp: 110 });
  await datalogger.run(900);
  const live = Number((await rows('impianto')).get(1)?.pr);
  const { indici } = await get('report?tipo=giornaliero&d=2026-06-21');
  expect(live).toBeGreaterThan(50);
  expect(Math.abs(live - indici.pr)).toBeLessThan(1);
  await datalogger.close();
});
