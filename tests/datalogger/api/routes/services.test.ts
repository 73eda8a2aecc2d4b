import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../../src/contract';
import type { Endpoint } from '../../../../src/contract/endpoint';
import { receiverFields } from '../../../../src/datalogger/api/support/secrets';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import {
  exampleInflux,
  exampleMail,
  exampleMqtt,
  exampleNotifications,
  examplePrometheus,
  exampleSchedule,
  exampleSharing,
  exampleSyslog,
  exampleWebhook,
} from '../../../support/example-services';
import { serviceCalls } from './services-support';

let datalogger: TestDatalogger;
let calls: ReturnType<typeof serviceCalls>;
beforeEach(async () => {
  datalogger = await startDatalogger();
  calls = serviceCalls(datalogger);
});
afterEach(() => datalogger.close());

const system = ['sistema/posta', 'sistema/notifiche', 'sistema/webhook', 'sistema/syslog'];

describe('schedules', () => {
  test('say what stands in their way as things are, and no longer once it is gone', async () => {
    const report = {
      ...exampleSchedule,
      azione: {
        tipo: 'report_email',
        report: 'giornaliero',
        destinatari: [{ email: 'anna@example.com', lingua: 'it' }],
        allegato: false,
      },
    };
    const { body } = await calls.post('pianificazioni', report);
    expect(body.ostacolo).toBe('posta_mancante');
    const share = await calls.post('pianificazioni', { ...exampleSchedule, azione: { tipo: 'invio_ftp' } });
    expect(share.body.ostacolo).toBe('condivisione_spenta');
    await calls.put('sistema/posta', { ...exampleMail, abilitata: true }, '*');
    const [first] = (await calls.get('pianificazioni')).body;
    expect(first.ostacolo).toBe(null);
    // Who uses it is reported again, though the record has the version that is known.
    const headers = { 'If-None-Match': '"1"' };
    const known = await datalogger.request('/api/condivisione-dati', {
      token: datalogger.login('admin'),
      headers,
    });
    expect([known.status, (await known.json()).usata_da]).toEqual([200, [share.body.nome]]);
    expect((await calls.get('sistema/notifiche')).body.posta_attiva).toBe(true);
  });

  test('are created, changed by who has read them last, and deleted', async () => {
    const created = await calls.post('pianificazioni', exampleSchedule);
    expect([created.status, created.etag]).toEqual([200, '"1"']);
    // 10 June, 13:42 in Rome: the next noon is tomorrow's.
    expect(created.body).toMatchObject({ id: 1, ...exampleSchedule, ultimo: null, versione: 1 });
    expect(created.body.prossimo).toBe(Date.parse('2026-06-11T12:00:00+02:00') / 1000);
    const off = { ...exampleSchedule, abilitata: false };
    expect((await calls.put('pianificazioni/1', off, '"1"')).body).toMatchObject({
      prossimo: null,
      versione: 2,
    });
    expect((await calls.put('pianificazioni/1', off, '"1"')).status).toBe(412);
    expect((await calls.remove('pianificazioni/1', '"1"')).status).toBe(412);
    expect((await calls.remove('pianificazioni/1', '"2"')).status).toBe(204);
    expect((await calls.get('pianificazioni')).body).toEqual([]);
    expect((await calls.put('pianificazioni/1', off)).status).toBe(404);
    expect(datalogger.config.audit.newest(10).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['schedule.create', 'schedule.change', 'schedule.delete']),
    );
  });

  test('the one of the highest priority stands first, the older of equals before the newer', async () => {
    for (const [nome, priorita] of [
      ['b', 5],
      ['c', 5],
      ['a', 1],
    ] as const) {
      await calls.post('pianificazioni', { ...exampleSchedule, nome, priorita });
    }
    const { body } = await calls.get('pianificazioni');
    expect(body.map(({ nome }: { nome: string }) => nome)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    [{ quando: { ricorrenza: 'giornaliera', ora: '24:00' } }, 'invalid', 'quando.ora'],
    [{ quando: { ricorrenza: 'settimanale', ora: '12:00', giorni: [] } }, 'too_short', 'quando.giorni'],
    [{ quando: { ricorrenza: 'settimanale', ora: '12:00', giorni: [1, 1] } }, 'invalid', 'quando.giorni'],
    [{ quando: { ricorrenza: 'oraria', ora: '12:00' } }, 'invalid', 'quando.ricorrenza'],
    [{ azione: { ...exampleSchedule.azione, percentuale: 101 } }, 'too_high', 'azione.percentuale'],
    [{ azione: { ...exampleSchedule.azione, durata: 0 } }, 'too_low', 'azione.durata'],
    [{ azione: { tipo: 'uscita_rele', uscita: 65 } }, 'too_high', 'azione.uscita'],
    [{ nome: 'x\r\ny' }, 'invisible', 'nome'],
    [{ valida_dal: '2026-07-02', valida_al: '2026-07-01' }, 'invalid', 'valida_al'],
  ])('%j is refused: %s %s', async (change, codice, campo) => {
    const { status, body } = await calls.post('pianificazioni', { ...exampleSchedule, ...change });
    expect([status, body.codice, body.campo]).toEqual([422, codice, campo]);
  });

  test('a parameter of another kind is refused', async () => {
    const azione = { tipo: 'sincronizzazione_ora', percentuale: 50 };
    const { status, body } = await calls.post('pianificazioni', { ...exampleSchedule, azione });
    expect([status, body.codice, body.campo]).toEqual([400, 'unknown_field', 'azione.percentuale']);
  });

  test('B07: nobody but an administrator sees or writes them', async () => {
    for (const role of ['normal', 'cci'] as const) {
      const { get, post } = serviceCalls(datalogger, role);
      expect((await post('pianificazioni', exampleSchedule)).status).toBe(403);
      for (const path of ['pianificazioni', 'condivisione-dati', ...system]) {
        expect((await get(path)).status).toBe(403);
      }
    }
  });
});

const otherCertificate = { impronta: 'AB'.repeat(32) };

/** Fields that change neither who receives a password nor how it is protected on its way. */
const harmless = [
  ...[
    'abilitata',
    'abilitato',
    'attesa',
    'frequenza',
    'ora',
    'formato',
    'gzip',
    'scrittura',
    'contenuto',
    'storia',
  ],
  ...[
    'cartella',
    'archivio',
    'organizzazione',
    'prefisso',
    'intervallo',
    'scoperta',
    'mittente',
    'nome_mittente',
  ],
  ...['lingua', 'priorita_minima', 'gruppo', 'dopo', 'dalle', 'alle', 'massimo_ora', 'chat', 'hostname'],
  ...['ups', 'nome_ups', 'riaccensione', 'password', 'ritardo_allarme'],
  ...['spegnimento', 'spegnimento_minuti', 'spegnimento_autonomia', 'spegnimento_carica'],
];

test('G07: every field of settings with a password is judged: it asks for the password again, or is harmless', () => {
  const withPassword = Object.entries<Endpoint>(contract).flatMap(([key, { body }]) => {
    const entries: object = body && 'entries' in body ? Object(body.entries) : {};
    return 'password' in entries && !/auth|account/.test(key) ? Object.keys(entries) : [];
  });
  const judged: readonly string[] = [...harmless, ...receiverFields];
  expect(withPassword.length).toBeGreaterThan(60);
  expect(withPassword.filter(field => !judged.includes(field))).toEqual([]);
});

describe.each([
  [
    'condivisione-dati',
    exampleSharing,
    [{ host: 'elsewhere.example.net' }, { porta: 2121 }, { protocollo: 'ftp' }, otherCertificate],
  ],
  [
    'sistema/posta',
    exampleMail,
    [{ server: 'elsewhere.example.net' }, { porta: 2121 }, { sicurezza: 'nessuna' }, { sicurezza: 'tls' }],
  ],
  [
    'condivisione-dati/mqtt',
    exampleMqtt,
    [{ host: 'elsewhere.example.net' }, { porta: 1883 }, { sicurezza: 'nessuna' }, otherCertificate],
  ],
  [
    'condivisione-dati/influx',
    exampleInflux,
    [
      { url: 'https://elsewhere.example.net:8086' },
      { url: 'http://db.example.net:8086' },
      { protocollo: 'v2', organizzazione: 'fv' },
      otherCertificate,
    ],
  ],
  ['sistema/webhook', exampleWebhook, [{ url: 'https://elsewhere.example.net' }, otherCertificate]],
] as const)('B09: the password of %s', (path, settings, elsewhere) => {
  const { password: _, ...open } = settings;
  const stored = () => {
    const { services, feeds } = datalogger.config;
    const of = {
      'condivisione-dati': services.sharing,
      'sistema/posta': services.mail,
      'condivisione-dati/influx': feeds.influx,
      'condivisione-dati/mqtt': feeds.mqtt,
      'sistema/webhook': services.webhook,
    };
    return of[path].read().secret;
  };

  test('is stored and never given back, logged or audited', async () => {
    expect((await calls.get(path)).body.ha_password).toBe(false);
    const put = await calls.put(path, settings, '"1"');
    expect([put.status, put.etag]).toEqual([200, '"2"']);
    expect(put.body).toEqual({
      ...open,
      ha_password: true,
      versione: 2,
      ...(path === 'sistema/webhook' && { ultimo_invio: null }),
      ...(/posta|dati$/.test(path) && { usata_da: [] }),
    });
    expect(stored()).toBe('s3greta');
    expect((await calls.get(path)).text).not.toContain('s3greta');
    const audit = datalogger.config.audit.newest(10);
    expect(JSON.stringify(audit)).not.toContain('s3greta');
    expect(audit[0]?.changes.password).toEqual(['***', '***']);
  });

  test('stays when it is left out or shown as dots, and goes when it is emptied', async () => {
    await calls.put(path, settings);
    for (const password of [undefined, '••••••']) {
      await calls.put(path, { ...open, ...(password && { password }) });
      expect(stored()).toBe('s3greta');
    }
    expect((await calls.put(path, { ...open, password: '' })).body.ha_password).toBe(false);
  });

  test('G07: is asked for again with another server, user, encryption or certificate', async () => {
    await calls.put(path, settings);
    for (const change of [...elsewhere, ...('utente' in settings ? [{ utente: 'another' }] : [])]) {
      const { status, body } = await calls.put(path, { ...open, ...change });
      expect([status, body.codice, body.campo]).toEqual([422, 'required', 'password']);
    }
    expect(stored()).toBe('s3greta');
    const moved = await calls.put(path, { ...open, ...elsewhere[0], password: 'n' });
    expect(moved.status).toBe(200);
  });
});

describe('services', () => {
  test.each([
    ['condivisione-dati', { ...exampleSharing, host: '' }, 'required', 'host'],
    ['condivisione-dati', { ...exampleSharing, host: 'a.b;id' }, 'invalid', 'host'],
    ['condivisione-dati', { ...exampleSharing, utente: 'x\r\nDELE a' }, 'invisible', 'utente'],
    ['condivisione-dati', { ...exampleSharing, cartella: 'a/../../etc' }, 'invalid', 'cartella'],
    ['condivisione-dati', { ...exampleSharing, impronta: 'abc' }, 'invalid', 'impronta'],
    ['condivisione-dati', { ...exampleSharing, frequenza: 7 }, 'not_allowed', 'frequenza'],
    ['condivisione-dati', { ...exampleSharing, contenuto: [] }, 'too_short', 'contenuto'],
    ['condivisione-dati', { ...exampleSharing, attesa: 121 }, 'too_high', 'attesa'],
    ['condivisione-dati/mqtt', { ...exampleMqtt, host: '' }, 'required', 'host'],
    ['condivisione-dati/mqtt', { ...exampleMqtt, prefisso: 'a/#' }, 'invalid', 'prefisso'],
    ['condivisione-dati/prometheus', { ...examplePrometheus, password: 'corto' }, 'invalid', 'password'],
    ['condivisione-dati/prometheus', { ...examplePrometheus, password: '' }, 'required', 'password'],
    ['condivisione-dati/influx', { ...exampleInflux, url: '' }, 'required', 'url'],
    ['condivisione-dati/influx', { ...exampleInflux, archivio: '' }, 'required', 'archivio'],
    ['condivisione-dati/influx', { ...exampleInflux, protocollo: 'v2' }, 'required', 'organizzazione'],
    ['condivisione-dati/influx', { ...exampleInflux, url: 'ftp://db.example.net' }, 'invalid', 'url'],
    ['condivisione-dati/influx', { ...exampleInflux, url: 'http://u:p@db.example.net' }, 'invalid', 'url'],
    ['condivisione-dati/influx', { ...exampleInflux, url: 'http://db.example.net/?u=1' }, 'invalid', 'url'],
    ['condivisione-dati/influx', { ...exampleInflux, storia: 3661 }, 'too_high', 'storia'],
    ['sistema/posta', { ...exampleMail, mittente: '' }, 'required', 'mittente'],
    ['sistema/posta', { ...exampleMail, mittente: 'a@b.it\r\nBcc: c@d.it' }, 'invalid', 'mittente'],
    ['sistema/posta', { ...exampleMail, nome_mittente: 'a\nb' }, 'invisible', 'nome_mittente'],
    ['sistema/webhook', { ...exampleWebhook, url: '' }, 'required', 'url'],
    ['sistema/webhook', { ...exampleWebhook, url: 'https://u:p@hooks.example.net' }, 'invalid', 'url'],
    ['sistema/webhook', { ...exampleWebhook, formato: 'telegram' }, 'required', 'chat'],
    ['sistema/webhook', { ...exampleWebhook, chat: 'due parole' }, 'invalid', 'chat'],
    ['sistema/webhook', { ...exampleWebhook, massimo_ora: 0 }, 'too_low', 'massimo_ora'],
    ['sistema/webhook', { ...exampleWebhook, dopo: 1441 }, 'too_high', 'dopo'],
    ['sistema/syslog', { ...exampleSyslog, server: '' }, 'required', 'server'],
    ['sistema/syslog', { ...exampleSyslog, server: 'a.b;id' }, 'invalid', 'server'],
    ['sistema/syslog', { ...exampleSyslog, trasporto: 'dtls' }, 'not_allowed', 'trasporto'],
    ['sistema/notifiche', { ...exampleNotifications, massimo_ora: 21 }, 'too_high', 'massimo_ora'],
    ['sistema/notifiche', { ...exampleNotifications, ripeti: 5 }, 'invalid', 'ripeti'],
  ] as const)('%s refuses %j: %s %s', async (path, json, codice, campo) => {
    const { status, body } = await calls.put(path, json);
    expect([status, body.codice, body.campo]).toEqual([422, codice, campo]);
  });

  test('who has not read the newest version does not overwrite it', async () => {
    await calls.put('sistema/notifiche', exampleNotifications, '"1"');
    expect((await calls.put('sistema/notifiche', exampleNotifications, '"1"')).status).toBe(412);
    expect((await calls.get('sistema/notifiche')).body).toMatchObject({
      ...exampleNotifications,
      versione: 2,
    });
  });
});
