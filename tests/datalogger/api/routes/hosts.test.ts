import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import {
  exampleInflux,
  exampleMail,
  exampleMqtt,
  exampleSharing,
  exampleSyslog,
  exampleWebhook,
} from '../../../support/example-services';

let datalogger: TestDatalogger;
let token: string;
beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

async function write(method: string, path: string, json: unknown) {
  const headers = { 'If-Match': '*' };
  const reply = await datalogger.request(`/api/${path}`, { method, token, headers, json });
  return { status: reply.status, body: await reply.json() };
}

const system = {
  ntp: [],
  giorni_minuti: 20,
  giorni_quarti: 400,
  dati_pubblici: true,
  ore_sessione: 8,
  sospensione_operatori: true,
};
const knx = { abilitato: true, indirizzo: '1.1.20', modalita: 'tunnel' };
const dynDns = { abilitato: true, provider: 'custom', hostname: 'a.example.net', intervallo: 60 };

interface Place {
  readonly field: string;
  readonly save: (host: string) => Promise<{ readonly status: number; readonly body: { campo?: unknown } }>;
  /** It takes IPv4 addresses alone. */
  readonly isAddress?: true;
}

/** Every setting that names a machine which is asked for something. */
const places: readonly Place[] = [
  { field: 'host', save: host => write('PUT', 'condivisione-dati', { ...exampleSharing, host }) },
  { field: 'host', save: host => write('PUT', 'condivisione-dati/mqtt', { ...exampleMqtt, host }) },
  {
    field: 'url',
    save: host => write('PUT', 'condivisione-dati/influx', { ...exampleInflux, url: `http://${host}:8086` }),
  },
  { field: 'server', save: server => write('PUT', 'sistema/posta', { ...exampleMail, server }) },
  {
    field: 'url',
    save: host => write('PUT', 'sistema/webhook', { ...exampleWebhook, url: `http://${host}/` }),
  },
  { field: 'server', save: server => write('PUT', 'sistema/syslog', { ...exampleSyslog, server }) },
  { field: 'ntp.1', save: host => write('PUT', 'sistema', { ...system, ntp: ['10.20.4.1', host] }) },
  {
    field: 'ntp.0',
    save: host => write('PATCH', 'impianto/1/network', { modalita: 'dhcp', ntp: [host] }),
  },
  {
    field: 'dns.0',
    save: host => write('PATCH', 'impianto/1/network', { modalita: 'dhcp', dns: [host] }),
    isAddress: true,
  },
  {
    field: 'gateway',
    save: gateway => write('PATCH', 'impianto/1/KNX', { ...knx, gateway }),
    isAddress: true,
  },
  {
    field: 'url',
    save: host => write('PATCH', 'impianto/1/dyn-dns', { ...dynDns, url: `http://${host}/set?n=%h` }),
  },
];

const own = Object.values(networkInterfaces()).flatMap(list =>
  (list ?? []).flatMap(({ family, address }) => (family === 'IPv4' ? [address] : [])),
);
const forbidden = ['127.0.0.1', '0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', ...own];
const spelt = ['localhost', 'x.LOCALHOST', '2130706433', '0x7f.1', '0177.0.0.1'];

describe('D07: an address of no other device is refused where it is saved, by the name of its field', () => {
  test.each(places.map(place => [place.field, place] as const))('%s', async (field, { save, isAddress }) => {
    for (const host of [...forbidden, ...(isAddress ? [] : spelt)]) {
      const { status, body } = await save(host);
      expect([status, body], host).toMatchObject([
        422,
        { codice: expect.stringMatching(/^(forbidden_address|invalid)$/), campo: field },
      ]);
    }
    // The network of the plant, and the internet.
    for (const host of ['192.168.1.20', '10.20.4.30', '93.184.216.34']) {
      expect((await save(host)).status, host).toBe(200);
    }
    if (!isAddress) expect((await save('relay.example.net')).status).toBe(200);
  });

  test('an IPv6 address, where a web address may have one', async () => {
    for (const host of ['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]']) {
      const { status, body } = await write('PATCH', 'impianto/1/dyn-dns', {
        ...dynDns,
        url: `http://${host}/set`,
      });
      expect([status, body], host).toMatchObject([
        422,
        { codice: expect.stringMatching(/^(forbidden_address|invalid)$/), campo: 'url' },
      ]);
    }
  });
});

test('D07: a time server of before the rule, in a backup, is restored and not asked', async () => {
  const { settings } = datalogger.config;
  settings.write({ ...system, ntp: ['127.0.0.1', '10.20.4.1'] });
  const call = async (path: string, json?: unknown) => {
    const reply = await datalogger.request(`/api/${path}`, {
      method: 'POST',
      token,
      ...(json === undefined ? {} : { json }),
    });
    expect(reply.status, path).toBe(200);
    return reply.json();
  };
  const file = await call('sistema/backup', {});
  const { id } = await call('sistema/ripristino', { file });
  await call(`sistema/ripristino/${id}/conferma`);
  expect(settings.read().value.ntp).toEqual(['127.0.0.1', '10.20.4.1']);
  expect(datalogger.system.actions.at(-1)).toEqual({
    action: 'time',
    detail: { servers: ['10.20.4.1'] },
  });
});
