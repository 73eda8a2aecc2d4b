import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../src/datalogger/backup/sealing';
import { configClient } from '../../support/config-client';
import { startDatalogger } from '../../support/datalogger';
import { exampleSharing } from '../../support/example-services';

const passphrase = 'la volpe e il corvo';

/** A plant that was changed in every part of its configuration. */
async function arranged() {
  const datalogger = await startDatalogger();
  const client = configClient(datalogger);
  await client.change('inverters', { nome: 'INV est', posizione: 'Cabina' });
  const added = await client.add('sensori', { nome: 'Terzo' });
  await client.send('PUT', 'config/allarmi/INV07', { soglia: 80 });
  const dynDns = { abilitato: false, provider: 'noip', utente: 'u', password: 's3greta', intervallo: 60 };
  await client.send('PATCH', 'impianto/1/dyn-dns', dynDns);
  const make = async (json: object) => (await client.send('POST', 'sistema/backup', json)).json();
  return { datalogger, ...client, added, make };
}

async function restore(client: ReturnType<typeof configClient>, file: unknown, word?: string) {
  const response = await client.send('POST', 'sistema/ripristino', {
    file,
    ...(word === undefined ? {} : { passphrase: word }),
  });
  const plan = await response.json();
  return {
    status: response.status,
    plan,
    confirm: () => client.send('POST', `sistema/ripristino/${plan.id}/conferma`),
  };
}

test('a backup brings another device to the same configuration, which takes effect at once; its network stays its own', async () => {
  const { datalogger, make } = await arranged();
  const file = await make({ passphrase });
  await datalogger.close();

  const other = await startDatalogger({ seed: 2 });
  const client = configClient(other);
  await client.add('inverters', { nome: 'Da togliere' });
  const network = (await client.get('impianto/1')).rete;
  const { plan, confirm } = await restore(client, file, passphrase);
  expect(plan).toMatchObject({ segreti: true, seriale: file.seriale });
  expect(plan.differenze).toEqual(
    expect.arrayContaining([
      { oggetto: 'config/inverters/1', campo: 'nome', vecchio: 'INV 01', nuovo: 'INV est' },
      { oggetto: 'config/inverters/3', campo: 'nome', vecchio: 'Da togliere', nuovo: null },
      { oggetto: 'config/sensori/4', campo: 'nome', vecchio: null, nuovo: 'Terzo' },
      { oggetto: 'config/allarmi/INV07', campo: 'nome', vecchio: null, nuovo: '' },
    ]),
  );
  expect((await client.rows('inverter')).size).toBe(3);
  expect((await confirm()).status).toBe(204);
  expect([...(await client.rows('inverter')).values()].map(({ nome }) => nome)).toEqual([
    'INV est',
    'INV 02',
  ]);
  expect(other.config.plantConfig.read()?.dynDnsPassword).toBe('s3greta');
  expect((await client.get('impianto/1')).rete).toEqual(network);
  const again = await (await client.send('POST', 'sistema/backup', {})).json();
  expect(again.contenuto).toEqual(file.contenuto);
  // What was confirmed is used up.
  expect((await confirm()).status).toBe(404);
  await other.close();
});

describe('secrets', () => {
  test('are left out without a passphrase, and unreadable with one', async () => {
    const { datalogger, make } = await arranged();
    const [open, sealed] = [await make({}), await make({ passphrase })];
    expect(open.segreti).toBeNull();
    for (const file of [open, sealed]) {
      const text = JSON.stringify(file);
      expect(text).not.toContain('s3greta');
      expect(text).not.toContain(datalogger.config.accounts.passwordHash(1));
    }
    const client = configClient(datalogger);
    expect(await restore(client, sealed, 'un altra')).toMatchObject({
      status: 422,
      plan: { codice: 'wrong_password', campo: 'passphrase' },
    });
    // Without them those that are there stay.
    const { confirm } = await restore(client, open);
    await confirm();
    expect(datalogger.config.plantConfig.read()?.dynDnsPassword).toBe('s3greta');
    await datalogger.close();
  });

  test('F03: accounts come back, each told before, are never taken away, and whoever restores keeps theirs', async () => {
    const { datalogger, make, send } = await arranged();
    const file = await make({ passphrase });
    const { accounts } = datalogger.config;
    await send('DELETE', 'account/2');
    await send('PUT', 'account/1', { nome: 'Dopo il backup' });
    await send('PUT', 'account/3', { password: 'tramontana-9' });
    const { plan, confirm } = await restore(configClient(datalogger), file, passphrase);
    expect(plan.differenze).toEqual([
      { oggetto: 'account/operatore', campo: 'livello', vecchio: null, nuovo: '1' },
      { oggetto: 'account/cci', campo: 'password_hash', vecchio: '***', nuovo: '***' },
    ]);
    await confirm();
    expect(accounts.all().map(({ user }) => user)).toEqual(['admin', 'cci', 'operatore']);
    expect(accounts.find(1)?.nome).toBe('Dopo il backup');
    await datalogger.close();
  });
});

test('F03: a file that is cut, changed, of another kind or not valid is refused and changes nothing', async () => {
  const { datalogger, make } = await arranged();
  const client = configClient(datalogger);
  const file = await make({});
  const before = JSON.stringify((await make({})).contenuto);
  const inverter = file.contenuto.dispositivi.inverters[0];
  const sealedAnew = (contenuto: object) => ({
    ...file,
    contenuto,
    impronta: fingerprint(contenuto, null),
  });
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ ...file, contenuto: { ...file.contenuto, ups: !file.contenuto.ups } }, 'file.impronta'],
    [sealedAnew({ ...file.contenuto, dispositivi: {} }), 'file.contenuto.dispositivi.inverters'],
    [{ ...file, versione: 2 }, 'file.versione'],
    [{ ...file, formato: 'zip' }, 'file.formato'],
    [
      sealedAnew({
        ...file.contenuto,
        dispositivi: { ...file.contenuto.dispositivi, inverters: [{ ...inverter, pn: -1 }] },
      }),
      'file.contenuto.dispositivi.inverters.0.pn',
    ],
    [null, 'file'],
    ['PK\u0003\u0004', 'file'],
  ];
  for (const [bad, campo] of wrong) {
    const { status, plan } = await restore(client, bad);
    expect([status, plan.campo]).toEqual([422, campo]);
  }
  const text = JSON.stringify({ file });
  const cut = await datalogger.request('/api/sistema/ripristino', {
    method: 'POST',
    token: datalogger.login('admin'),
    headers: { 'Content-Type': 'application/json' },
    body: text.slice(0, text.length / 2),
  });
  expect(cut.status).toBe(400);
  expect(JSON.stringify((await make({})).contenuto)).toBe(before);
  await datalogger.close();
});

test('F03: a file without secrets that names another server or user does not take a stored password there', async () => {
  const { datalogger, make } = await arranged();
  const client = configClient(datalogger);
  const { services, plantConfig } = datalogger.config;
  await client.send('PUT', 'condivisione-dati', exampleSharing);
  const file = await make({});
  const contenuto = {
    ...file.contenuto,
    condivisione: { ...file.contenuto.condivisione, porta: 2121 },
    dyn_dns: { ...file.contenuto.dyn_dns, provider: 'dyndns2' },
  };
  const { status, confirm } = await restore(client, {
    ...file,
    contenuto,
    impronta: fingerprint(contenuto, null),
  });
  expect([status, (await confirm()).status]).toEqual([200, 204]);
  expect([services.sharing.read().secret, plantConfig.read()?.dynDnsPassword]).toEqual([null, null]);
  await datalogger.close();
});

test('C10: keys of the prototype in a file are no part of a configuration', async () => {
  const { datalogger, make } = await arranged();
  const file = await make({});
  for (const key of ['allarmi', 'dispositivi', 'sistema']) {
    const part = JSON.stringify(file.contenuto[key]).replace('{', '{"__proto__":{"livello":"0"},');
    const contenuto = { ...file.contenuto, [key]: JSON.parse(part) };
    const { confirm } = await restore(configClient(datalogger), {
      ...file,
      contenuto,
      impronta: fingerprint(contenuto, null),
    });
    await confirm();
    expect(Reflect.get({}, 'livello'), key).toBeUndefined();
  }
  await datalogger.close();
});

test('a file that was checked waits ten minutes, for the one who checked it', async () => {
  const { datalogger, make } = await arranged();
  const file = await make({});
  const mine = await restore(configClient(datalogger), file);
  const other = await configClient(datalogger).send('POST', `sistema/ripristino/${mine.plan.id}/conferma`);
  expect(other.status).toBe(404);
  datalogger.clock.advance(601_000);
  expect((await mine.confirm()).status).toBe(410);
  await datalogger.close();
});
