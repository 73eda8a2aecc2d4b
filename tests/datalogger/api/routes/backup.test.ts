import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../../src/contract';
import { largestBackup } from '../../../../src/contract/backup';
import { fingerprint } from '../../../../src/datalogger/storage/backup/sealing';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestOptions } from '../../../support/datalogger';
import {
  exampleInflux,
  exampleSharing,
  exampleSyslog,
  exampleWebhook,
} from '../../../support/example-services';
import { savedBackup } from '../../../support/saved-backup';

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
  expect(await (await confirm()).json()).toEqual({ riavvio: false });
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

test('a file of an earlier version, with a field of devices that is gone, is taken', async () => {
  const { datalogger, make } = await arranged();
  const { contenuto, ...file } = await make({});
  const [inverter, ...others] = contenuto.dispositivi.inverters;
  const inverters = [{ ...inverter, contatore: 1 }, ...others];
  const earlier = { ...contenuto, dispositivi: { ...contenuto.dispositivi, inverters } };
  const sealed = { ...file, contenuto: earlier, impronta: fingerprint(earlier, null) };
  const { status, plan } = await restore(configClient(datalogger), sealed);
  expect([status, plan.differenze]).toEqual([200, []]);
  await datalogger.close();
});

describe('log book and fiscal readings', () => {
  const reading = { meter: 1, month: 1_764_543_600, takenS: 1_764_543_600 };
  const registers = { exported: 1234.5, imported: 6.7, reactive: [1, 2, 3, null] };

  const identity = { serial: 'A-17', pod: 'IT001E00000001', ratio: 40 };
  /** A plant with a note on a device and one on an alarm, and with a reading of a month. */
  async function written() {
    const own = await arranged();
    const { datalogger, send } = own;
    const t = Math.floor(datalogger.plant.snapshot().t);
    const about = { gruppo: 'inverter', dispositivo: 1, da: t - 7200, a: t - 3600, causa: 'pianificata' };
    const { note } = await (await send('GET', 'diario')).json();
    expect(note).toEqual([]);
    expect((await send('POST', 'diario', { ...about, testo: 'Ventola sostituita' })).status).toBe(200);
    datalogger.config.fiscalReadings.freeze({ ...reading, ...registers, identity });
    return own;
  }

  test('come to another device with a backup; a second restore adds nothing', async () => {
    const { datalogger, make } = await written();
    const file = await make({});
    await datalogger.close();

    const other = await startDatalogger({ seed: 2 });
    const client = configClient(other);
    other.config.logbook.add({
      group: 'impianto',
      device: null,
      name: '',
      alarm: null,
      begin: 1,
      end: null,
      text: 'Già qui',
      cause: null,
      author: 'admin',
      writtenS: 1,
    });
    const { plan, confirm } = await restore(client, file);
    expect(plan.differenze).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ oggetto: 'diario/1', vecchio: null, nuovo: 'Ventola sostituita' }),
        expect.objectContaining({ oggetto: 'report/contatori/1', vecchio: null, nuovo: 1234.5 }),
      ]),
    );
    expect((await confirm()).status).toBe(200);
    const { note } = await client.get('diario');
    expect(note.map(({ testo, causa }: { testo: string; causa: string | null }) => [testo, causa])).toEqual([
      ['Ventola sostituita', 'pianificata'],
      ['Già qui', null],
    ]);
    expect(other.config.fiscalReadings.between(reading.month, reading.month)).toEqual([
      { ...reading, ...registers, identity },
    ]);
    expect((await restore(client, file)).plan.differenze).toEqual([]);
    await other.close();
  });

  test('that have no room are counted in the file', async () => {
    const { datalogger, make } = await written();
    const text = 'x'.repeat(490);
    datalogger.config.atomically(() => {
      for (let at = 0; at < 3000; at += 1)
        datalogger.config.logbook.add({
          group: 'impianto',
          device: null,
          name: '',
          alarm: null,
          begin: at,
          end: null,
          text,
          cause: null,
          author: 'admin',
          writtenS: at,
        });
    });
    const file = await make({});
    expect(file.note_escluse).toBe(3001 - (file.contenuto.diario?.length ?? 0));
    expect(file.note_escluse).toBeGreaterThan(500);
    expect((await restore(configClient(datalogger), file)).status).toBe(200);
    await datalogger.close();
  });

  test('a frozen reading stays as it is, and a note on an alarm that is not there has neither alarm nor cause', async () => {
    const { datalogger, make } = await written();
    const { contenuto, ...file } = await make({});
    const [first] = contenuto.diario;
    const diario = [{ ...first, allarme: 4711, a: null, testo: 'Di un altro' }];
    const letture_fiscali = [{ ...contenuto.letture_fiscali[0], immessa: 1 }];
    const other = { ...contenuto, diario, letture_fiscali };
    const client = configClient(datalogger);
    const { confirm } = await restore(client, {
      ...file,
      contenuto: other,
      impronta: fingerprint(other, null),
    });
    expect((await confirm()).status).toBe(200);
    const { note } = await client.get('diario');
    expect(note).toHaveLength(2);
    expect(note).toContainEqual(
      expect.objectContaining({ testo: 'Di un altro', allarme: null, a: null, causa: null }),
    );
    expect(datalogger.config.fiscalReadings.between(reading.month, reading.month)).toEqual([
      { ...reading, ...registers, identity },
    ]);
    await datalogger.close();
  });

  test('a file of an earlier version, which has neither, is taken and takes nothing away', async () => {
    const { datalogger, make } = await written();
    const { contenuto, ...file } = await make({});
    const { diario: _notes, letture_fiscali: _readings, ...earlier } = contenuto;
    const sealed = { ...file, contenuto: earlier, impronta: fingerprint(earlier, null) };
    const { status, plan, confirm } = await restore(configClient(datalogger), sealed);
    expect([status, plan.differenze]).toEqual([200, []]);
    expect((await confirm()).status).toBe(200);
    expect(datalogger.config.logbook.all()).toHaveLength(1);
    expect(datalogger.config.fiscalReadings.between(reading.month, reading.month)).toHaveLength(1);
    await datalogger.close();
  });
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

  test('F03, G01: accounts come back, each announced before, are never taken away, and the account that restores keeps its own', async () => {
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
    const rows = datalogger.config.audit
      .newest(3)
      .map(({ action, object, changes }) => [action, object, changes]);
    expect(rows).toEqual([
      ['system.restore', 'sistema/ripristino', expect.anything()],
      ['account.change', 'account/3', { password_hash: ['***', '***'] }],
      ['account.create', `account/${accounts.findByKey('operatore')?.id}`, { livello: [null, '1'] }],
    ]);
    await datalogger.close();
  });

  test('F03: a permission to command comes back with its account, and is announced before', async () => {
    const { datalogger, make, send } = await arranged();
    await send('PUT', 'account/3', { comandi: true });
    const file = await make({ passphrase });
    await send('DELETE', 'account/3');
    const { plan, confirm } = await restore(configClient(datalogger), file, passphrase);
    expect(plan.differenze).toContainEqual(
      expect.objectContaining({ oggetto: 'account/cci', campo: 'comandi', vecchio: null }),
    );
    await confirm();
    expect(datalogger.config.accounts.findByKey('cci')?.comandi).toBe(true);
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

test('the feeds come back with their secret; a file of before them leaves them, and another address keeps no secret', async () => {
  const { datalogger, make } = await arranged();
  const client = configClient(datalogger);
  const { feeds } = datalogger.config;
  await client.send('PUT', 'condivisione-dati/influx', exampleInflux);
  const { password: secret, ...settings } = exampleInflux;
  const file = await make({ passphrase: 'una frase lunga' });
  await client.send('PUT', 'condivisione-dati/influx', { ...exampleInflux, storia: 9, password: 'altro' });
  const whole = await restore(client, file, 'una frase lunga');
  expect([whole.status, (await whole.confirm()).status]).toEqual([200, 200]);
  expect(feeds.influx.read()).toMatchObject({ value: settings, secret });
  const { flussi, ...older } = (await make({})).contenuto;
  const before = await restore(client, {
    ...file,
    contenuto: older,
    segreti: null,
    impronta: fingerprint(older, null),
  });
  expect([before.status, (await before.confirm()).status]).toEqual([200, 200]);
  expect(feeds.influx.read()).toMatchObject({ value: settings, secret });
  const moved = {
    ...older,
    flussi: { ...flussi, influx: { ...flussi.influx, url: 'https://db.example.org' } },
  };
  const other = await restore(client, {
    ...file,
    contenuto: moved,
    segreti: null,
    impronta: fingerprint(moved, null),
  });
  expect(other.plan.differenze).toEqual([
    {
      oggetto: 'condivisione-dati/influx',
      campo: 'url',
      vecchio: settings.url,
      nuovo: 'https://db.example.org',
    },
  ]);
  expect((await other.confirm()).status).toBe(200);
  expect(feeds.influx.read().secret).toBeNull();
  await datalogger.close();
});

test('the services that alarms are sent to come back with their secret; a file of before them leaves them', async () => {
  const { datalogger, make } = await arranged();
  const client = configClient(datalogger);
  const { services } = datalogger.config;
  await client.send('PUT', 'sistema/webhook', exampleWebhook);
  await client.send('PUT', 'sistema/syslog', exampleSyslog);
  const { password: secret, ...settings } = exampleWebhook;
  const file = await make({ passphrase: 'una frase lunga' });
  expect(JSON.stringify(file)).not.toContain(secret);
  await client.send('PUT', 'sistema/webhook', { ...exampleWebhook, dopo: 9, password: 'altro' });
  await client.send('PUT', 'sistema/syslog', { ...exampleSyslog, server: 'other.example.net' });
  const whole = await restore(client, file, 'una frase lunga');
  expect(whole.plan.differenze).toEqual([
    { oggetto: 'sistema/webhook', campo: 'dopo', vecchio: 9, nuovo: 0 },
    {
      oggetto: 'sistema/syslog',
      campo: 'server',
      vecchio: 'other.example.net',
      nuovo: exampleSyslog.server,
    },
  ]);
  expect((await whole.confirm()).status).toBe(200);
  expect(services.webhook.read()).toMatchObject({ value: settings, secret });
  expect(services.syslog.read().value).toEqual(exampleSyslog);
  const { webhook: _, syslog: __, ...older } = (await make({})).contenuto;
  const before = await restore(client, {
    ...file,
    contenuto: older,
    segreti: null,
    impronta: fingerprint(older, null),
  });
  expect([before.status, (await before.confirm()).status]).toEqual([200, 200]);
  expect(services.webhook.read()).toMatchObject({ value: settings, secret });
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
  expect([status, (await confirm()).status]).toEqual([200, 200]);
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

describe('the history', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'storia-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  /** A plant whose archive outlasts it, in a folder of that name. */
  async function keeping(name: string, options: TestOptions = {}) {
    const folder = join(root, name);
    const datalogger = await startDatalogger({ dataFolder: folder, keepsHistory: true, ...options });
    const client = configClient(datalogger);
    const answers = async () => ({
      april: await client.get('dati_impianto/monthly?m=impianto.eday,inverter.1.eday&d=2026-04'),
      years: await client.get('dati_impianto/annual?m=impianto.eday,impianto.pac&d=2026'),
    });
    return { folder, datalogger, client, answers };
  }

  async function send(client: ReturnType<typeof configClient>, id: string, pieces: readonly string[]) {
    let posizione = 0;
    for (const dati of pieces) {
      const reply = await client.send('POST', `sistema/ripristino/${id}/storia`, { posizione, dati });
      if (!reply.ok) return reply;
      posizione = (await reply.json()).ricevuti;
    }
    return null;
  }

  test('copied while sampling goes on, it brings a new device to the same months and years at its next start', async () => {
    const old = await keeping('old', { historyDays: 70 });
    const [{ file, pieces }] = await Promise.all([savedBackup(old.datalogger), old.datalogger.run(120)]);
    const { april, years } = await old.answers();
    const soFar = (await old.client.get('dati_impianto/monthly?m=impianto.eday&d=2026-06')).colonne[
      'impianto.eday'
    ];
    expect(april.colonne['impianto.eday']).toContainEqual(expect.any(Number));
    await old.datalogger.close();

    const other = await keeping('new', { historyDays: 3 });
    const { plan, confirm } = await restore(other.client, file);
    expect(plan.storia).toMatchObject({ giorni: 71, byte: file.storia?.byte, adatta: true });
    expect(plan.differenze).toContainEqual({
      oggetto: 'storia',
      campo: 'da',
      vecchio: '2026-06-07',
      nuovo: '2026-04-01',
    });
    expect(await send(other.client, plan.id, pieces)).toBeNull();
    // A piece whose answer was lost may come again; one that leaves a gap may not.
    const again = { posizione: 0, dati: pieces[0] };
    expect((await other.client.send('POST', `sistema/ripristino/${plan.id}/storia`, again)).status).toBe(200);
    const present = await other.answers();
    expect(await (await confirm()).json()).toEqual({ riavvio: true });
    expect(await other.answers()).toEqual(present);
    await other.datalogger.close();

    const restarted = await keeping('new');
    expect(await restarted.answers()).toMatchObject({ april: { colonne: april.colonne } });
    const past = (columns: Record<string, number[]>) => columns['impianto.eday']?.slice(0, 5);
    expect(past((await restarted.answers()).years.colonne)).toEqual(past(years.colonne));
    const june = (await restarted.client.get('dati_impianto/monthly?m=impianto.eday&d=2026-06')).colonne[
      'impianto.eday'
    ];
    expect(june.slice(0, 9)).toEqual(soFar.slice(0, 9));
    expect(readdirSync(restarted.folder)).toContain('measures.db.previous');
    await restarted.datalogger.close();
    const lasting = await keeping('new');
    expect(readdirSync(restarted.folder)).toContain('measures.db.previous');
    await lasting.datalogger.run(120);
    expect(
      readdirSync(restarted.folder).filter(name => /previous|restored|starts|storia/.test(name)),
    ).toEqual([]);
    await lasting.datalogger.close();
  });

  test('cut, changed in one bit or out of order, it changes nothing', async () => {
    const { datalogger, client, folder, answers } = await keeping('attacked', { historyDays: 3 });
    const { file, pieces } = await savedBackup(datalogger);
    const before = await answers();
    const flipped = pieces.map(piece => Buffer.from(piece, 'base64'));
    const middle = flipped[Math.floor(flipped.length / 2)];
    middle?.writeUInt8((middle.at(100) ?? 0) ^ 1, 100);

    const changed = await restore(client, file);
    const refused = await send(
      client,
      changed.plan.id,
      flipped.map(piece => piece.toString('base64')),
    );
    expect([refused?.status, await refused?.text()]).toEqual([422, expect.stringContaining('"invalid"')]);
    expect((await changed.confirm()).status).toBe(404);

    const cut = await restore(client, file);
    expect(await send(client, cut.plan.id, pieces.slice(0, -1))).toBeNull();
    expect((await cut.confirm()).status).toBe(409);
    const far = { posizione: 10_000_000, dati: 'AAAA' };
    expect((await client.send('POST', `sistema/ripristino/${cut.plan.id}/storia`, far)).status).toBe(409);

    const told = await restore(client, { ...file, storia: { ...file.storia, byte: 5 } });
    expect([told.status, told.plan.campo]).toEqual([422, 'file.impronta']);
    const storia = file.storia && { ...file.storia, aperta: 2_000_000_000 };
    const huge = { ...file, storia, impronta: fingerprint(file.contenuto, file.segreti, storia) };
    expect((await restore(client, huge)).status).toBe(413);

    expect(await answers()).toEqual(before);
    expect(readdirSync(folder)).not.toContain('measures.db.restored');
    await datalogger.close();
  });

  test('G02: with which no start lasts, it gives way to the one that was there at the third start', async () => {
    const { folder, datalogger, answers } = await keeping('short', { historyDays: 3 });
    const before = (await answers()).april;
    await datalogger.close();
    cpSync(join(folder, 'measures.db'), join(folder, 'measures.db.restored'));
    const db = new Database(join(folder, 'measures.db.restored'));
    db.exec('DELETE FROM impianto_day');
    db.close();
    for (const isRestored of [true, true, false]) {
      const next = await keeping('short');
      expect(readdirSync(folder).includes('measures.db.previous')).toBe(isRestored);
      if (!isRestored) expect((await next.answers()).april).toEqual(before);
      await next.datalogger.close();
    }
  });

  test.each([
    [
      'a view in the place of a table',
      'ALTER TABLE layout RENAME TO old; CREATE VIEW layout AS SELECT * FROM old',
    ],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON impianto_minute BEGIN DELETE FROM impianto_minute; END'],
  ])('G02: of which %s is a part, it is refused before anything of it runs', async (_, change) => {
    const { datalogger, client, folder } = await keeping(`strange ${change.length}`, { historyDays: 3 });
    const { file, pieces } = await savedBackup(datalogger);
    const path = join(folder, 'changed.db');
    writeFileSync(path, gunzipSync(Buffer.concat(pieces.map(piece => Buffer.from(piece, 'base64')))));
    const db = new Database(path);
    db.exec(change);
    db.close();
    const whole = readFileSync(path);
    const packed = gzipSync(whole);
    const impronta = createHash('sha256').update(packed).digest('hex');
    const storia = file.storia && { ...file.storia, byte: packed.length, aperta: whole.length, impronta };
    const forged = { ...file, storia, impronta: fingerprint(file.contenuto, file.segreti, storia) };
    const { plan, confirm } = await restore(client, forged);
    const parts = Array.from({ length: Math.ceil(packed.length / 100_000) }, (_, at) =>
      packed.subarray(at * 100_000, (at + 1) * 100_000).toString('base64'),
    );
    const refused = await send(client, plan.id, parts);
    expect(refused?.status).toBe(422);
    expect((await confirm()).status).toBe(404);
    await datalogger.close();
  });

  test('G02: a restored file that cannot be opened any more gives way to the one that was there', async () => {
    const first = await keeping('rotten', { historyDays: 3 });
    const june = 'dati_impianto/monthly?m=impianto.eday&d=2026-06';
    const eday = (await first.client.get(june)).colonne['impianto.eday'];
    await first.datalogger.close();
    writeFileSync(join(first.folder, 'measures.db.restored'), 'not a database '.repeat(5000));
    const second = await keeping('rotten');
    const kept = (await second.client.get(june)).colonne['impianto.eday'];
    expect(eday[8]).toEqual(expect.any(Number));
    expect(kept.slice(0, 9)).toEqual(eday.slice(0, 9));
    await second.datalogger.close();
  });
});

test('the web servers let through as much as is taken', () => {
  const limits = [
    ['nginx/meridiana-site.inc', /ripristino \{[^}]*client_max_body_size (\d+)m;/, 2 ** 20],
    ['lighttpd/meridiana.conf', /\n {2}server\.max-request-size = (\d+)/, 2 ** 10],
    ['caddy/Caddyfile', /max_size (\d+)KB/, 1e3],
  ] as const;
  for (const [file, pattern, unit] of limits) {
    const [, count] = pattern.exec(readFileSync(`deploy/${file}`, 'utf8')) ?? [];
    const bytes = Number(count) * unit;
    expect(bytes, file).toBeGreaterThanOrEqual(contract['POST sistema/ripristino'].mostBytes);
    expect(bytes, file).toBeLessThan(1.1 * largestBackup);
  }
});
