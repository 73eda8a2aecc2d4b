// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, auditLog } from '../../../../src/console/data/audit';
import { readNow } from '../../../../src/console/data/poll';
import { startSession } from '../../../../src/console/data/session';
import {
  linesOf,
  type ShownChange,
} from '../../../../src/console/screens/configuration/changes/change-words';
import { placeOf } from '../../../../src/console/screens/configuration/changes/places';
import { contract, type Endpoint, type Key } from '../../../../src/contract';
import { CommandAction } from '../../../../src/contract/commands';
import { type ConsolePage, openConsole } from '../../../support/console-page';
import { sendExample } from '../../../support/example-calls';

let page: ConsolePage;
beforeEach(async () => {
  page = await openConsole('admin', ['shell', 'config', 'audit']);
});
afterEach(() => page.close());

const zone = 'Europe/Rome';

async function told(object: string, field: string, old: unknown, next: unknown) {
  const change = { field, old, next };
  const all: ShownChange = { object, change, together: [change], zone };
  return linesOf(await placeOf(object, field), all).map(line =>
    `${line.label}: ${line.old} → ${line.next}`.replaceAll('\u00a0', ' '),
  );
}

/** The fields of a group; of a variant those of all its options. */
function entriesOf(schema: unknown): object {
  const { wrapped, entries = {}, options = [] } = Object(schema);
  if (wrapped) return entriesOf(wrapped);
  return Object.assign({}, entries, ...options.map(entriesOf));
}

/** The calls that store a record, and the object that the audit log names for them. */
const stores = (Object.keys(contract) as Key[]).filter(key => {
  const endpoint: Endpoint = contract[key];
  return endpoint.body && endpoint.ifMatch && /^(PUT|PATCH)/.test(key);
});
/** What the audit log puts before the fields of a part of the plant. */
const partsOfPlant: Partial<Record<Key, string>> = {
  'PUT impianto/:id': 'fields.',
  'PATCH impianto/:id/network': 'network.',
  'PATCH impianto/:id/KNX': 'knx.',
  'PATCH impianto/:id/dyn-dns': 'dynDns.',
  'PATCH impianto/:id/ups': 'ups.',
};

describe('each field that is stored has words in the audit log', () => {
  test('of all calls that store', () => expect(stores).toHaveLength(29));

  test.each(stores)('%s', async key => {
    const prefix = partsOfPlant[key];
    const path = key.replace(/^\w+ /, '').replaceAll(/:\w+/g, '1');
    const object = prefix === undefined ? path : 'impianto/1';
    const { body }: Endpoint = contract[key];
    const names = Object.entries(entriesOf(body)).flatMap(([name, inner]) => {
      const fields = Object.keys(entriesOf(inner));
      return fields.length > 0 ? fields.map(field => `${name}.${field}`) : [name];
    });
    expect(names.length).toBeGreaterThan(0);
    const raw = await Promise.all(
      names
        .filter(name => name !== 'id')
        .map(async name => {
          const [line = ''] = await told(object, (prefix ?? '') + name, null, 'x');
          return /^[a-z_.]+: /.test(line) ? [line] : [];
        }),
    );
    expect(raw.flat()).toEqual([]);
  });
});

async function wholeLog(before: readonly AuditEntry[] = [], cursor?: string): Promise<readonly AuditEntry[]> {
  const page = await readNow(auditLog(cursor === undefined ? {} : { cursor }));
  const entries = [...before, ...page.entries];
  return page.cursor === null ? entries : wholeLog(entries, page.cursor);
}

// The faults of a simulated plant are named as their documentation names them: on a real plant nothing records them.
test('whatever is done leaves a row in words: one example of every call that writes', async () => {
  for (const key of Object.keys(contract) as Key[])
    if (!key.startsWith('GET') && !/simulazione/.test(key))
      await sendExample(page.datalogger, key, page.datalogger.login('admin'));
  startSession(page.datalogger.login('admin'));
  const entries = await wholeLog();
  const fields = entries.flatMap(({ object, changes }) => changes.map(change => ({ object, ...change })));
  expect(fields.length).toBeGreaterThan(80);
  const raw = await Promise.all(
    fields.map(async ({ object, field, old, next }) => {
      const lines = await told(object, field, old, next);
      return lines.filter(line => /^[a-z_.]+: /.test(line)).map(line => `${object} ${line}`);
    }),
  );
  expect(raw.flat()).toEqual([]);
});

test.each(CommandAction.options)('the command %s has words', async action => {
  const [line] = await told('cci.1', action, null, 50);
  expect(line).not.toMatch(/^[a-z_]+:/);
});

test('values are written as the forms write them', async () => {
  const lines = await Promise.all([
    told('config/inverters/3', 'abilitato', true, false),
    told('config/inverters/3', 'protocollo', 'sim', 'modbus-rtu'),
    told('config/inverters/3', 'timeout', 1000, 2500),
    told('config/box-stringhe/1', 'inverter', 1, 2),
    told('config/protezioni-interfaccia/1', 'prossima_verifica', null, '2027-03-01'),
    told('config/sensori/1', 'eu_max', 1400, 1500.5),
    told('config/allarmi/STR06', 'soglia', 75, 80.5),
    told('config/cci/1', 'curva_qv', '[{"x":0.9,"y":1},{"x":1.1,"y":0}]', '[{"x":0.9,"y":0.5}]'),
    told('pianificazioni/1', 'azione.percentuale', null, 60),
    told('pianificazioni/1', 'quando.giorni', '[1,2]', '[1,7]'),
    told('pianificazioni/1', 'limite_potenza', null, 'comando_superiore'),
    told('impianto/1', 'knx.porta', 3671, 3672),
    told('impianto/1', 'dynDnsPassword', '***', '***'),
    told('account/2', 'livello', '1', 'cci'),
    told('account/2', 'lingua', 'it', 'de'),
    told('allarmi/7', 'minuti', null, 60),
    told('inverter/3', 'causa', null, 'forza_maggiore'),
    told('sistema', 'ora', 1_781_080_000, '2026-06-10T08:30:00Z'),
    told('bus/registri/10.20.4.31', 'funzione', null, 3),
    told('sistema/primi-passi', 'passo', null, 'backup'),
    told('cci.1', 'limite_p', 100, 60),
    told('altro/1', 'mai_visto', 1, null),
  ]);
  expect(lines.flat()).toMatchInlineSnapshot(`
    [
      "Abilitato: sì → no",
      "Protocollo: Simulato → Modbus RTU",
      "Timeout: 1000 ms → 2500 ms",
      "Inverter: INV 01 → INV 02",
      "Prossima verifica: — → 01/03/2027",
      "Valore massimo: 1400 W/m² → 1500,5 W/m²",
      "Soglia: 75 °C → 80,5 °C",
      "Curva Q(V) 1 · y: 1 % → 0,5 %",
      "Curva Q(V) 2 · x: 1,1 pu → —",
      "Curva Q(V) 2 · y: 0 % → —",
      "Limite: — → 60 %",
      "Giorni: lun, mar → lun, dom",
      "Limite di potenza: — → vale un altro comando",
      "KNX · Porta: 3671 → 3672",
      "DNS dinamico · Password: *** → ***",
      "Ruolo: Utente → Tecnico del controllore",
      "Lingua: Italiano → Deutsch",
      "Durata: — → 60 min",
      "Causa: — → Forza maggiore",
      "Ora: 10/06/2026 10:26:40 → 10/06/2026 10:30:00",
      "Funzione: — → 3, registri",
      "Passo: — → Backup",
      "Limite P: 100 % → 60 %",
      "mai_visto: 1 → —",
    ]
  `);
});
