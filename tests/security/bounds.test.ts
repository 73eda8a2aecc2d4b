import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract, type Key } from '../../src/contract';
import { largestBackup } from '../../src/contract/backup';
import { mostAccounts, mostDevices, mostSchedules } from '../../src/contract/most-records';
import type { ScheduleBody } from '../../src/contract/schedules';
import { fingerprint } from '../../src/datalogger/storage/backup/sealing';
import { configClient } from '../support/config-client';
import { bodyOf, firstOf } from '../support/config-records';
import { startDatalogger, type TestDatalogger, testPassword } from '../support/datalogger';
import { exampleCalls, searchOf } from '../support/example-calls';
import { exampleSchedule } from '../support/example-services';

let datalogger: TestDatalogger;
let client: ReturnType<typeof configClient>;
beforeEach(async () => {
  datalogger = await startDatalogger();
  client = configClient(datalogger);
});
afterEach(() => datalogger.close());

/** The status and the code of a refusal. */
async function refusal(response: Response): Promise<string> {
  const { codice = '', campo = '' } = await response.json();
  return `${response.status} ${codice} ${campo}`.trim();
}

const bySun: ScheduleBody = {
  ...exampleSchedule,
  quando: { ricorrenza: 'sole', evento: 'alba', scarto: 5, giorni: [1, 2, 3, 4, 5, 6, 7] },
  azione: { tipo: 'backup', copie: 1 },
};

function addSchedules(count: number): void {
  for (let at = 0; at < count; at += 1) datalogger.config.schedules.add(bySun);
}

test('C10, G17: a name that every object inherits is no record, at whichever address', async () => {
  const token = datalogger.login('admin');
  const keys = Object.keys(contract).filter(key => key.includes('/:')) as Key[];
  expect(keys.length).toBeGreaterThan(50);
  for (const key of keys) {
    const { query, json } = await exampleCalls[key](datalogger, token);
    const [method = '', pattern = ''] = key.split(' ');
    for (const name of ['constructor', '__proto__', 'toString']) {
      const path = `/api/${pattern.replaceAll(/:\w+/g, name)}${searchOf(query)}`;
      const headers = { 'If-Match': '*' };
      const reply = await datalogger.request(path, { method, token, headers, ...(json ? { json } : {}) });
      expect([400, 403, 404, 405, 409, 410, 422], `${method} ${path}`).toContain(reply.status);
    }
  }
});

test('G18: schedules have a greatest number, in the list and in a restored file', async () => {
  addSchedules(mostSchedules - 1);
  expect((await client.send('POST', 'pianificazioni', bySun)).status).toBe(200);
  expect(await refusal(await client.send('POST', 'pianificazioni', bySun))).toBe('409 conflict');
  const file = await (await client.send('POST', 'sistema/backup', {})).json();
  const contenuto = { ...file.contenuto, pianificazioni: [...file.contenuto.pianificazioni, bySun] };
  const changed = { ...file, contenuto, impronta: fingerprint(contenuto, null) };
  expect(await refusal(await client.send('POST', 'sistema/ripristino', { file: changed }))).toMatch(
    /^422 \w+ file\.contenuto\.pianificazioni$/,
  );
});

test('G18: devices of a kind have a greatest number, one by one and as a table', async () => {
  const { devices, atomically } = datalogger.config;
  const body = { ...bodyOf(firstOf(datalogger, 'sensori')), abilitato: false, primario: false };
  const missing = mostDevices - devices.all().sensori.length;
  atomically(() => {
    for (let at = 0; at < missing; at += 1) devices.create('sensori', body);
  });
  expect(await refusal(await client.send('POST', 'config/sensori', body))).toBe('409 conflict');
  const testo = 'nome;tipo;protocollo\nUno;ghi;sim';
  const compared = await client.send('POST', 'config/sensori/confronto', {
    da: 'testo',
    testo,
    decimale: ',',
  });
  expect(await refusal(compared)).toBe('422 too_long testo');
});

test('G18: accounts have a greatest number', async () => {
  const { accounts, atomically } = datalogger.config;
  const some = { livello: '1', comandi: false, sospeso: false, email: '', lingua: null } as const;
  atomically(() => {
    for (let at = accounts.count(); at < mostAccounts - 1; at += 1)
      accounts.add({ ...some, nome: `N ${at}`, user: `n${at}`, user_key: `n${at}`, password_hash: '' });
  });
  const created = (user: string) =>
    client.send('POST', 'auth/register', { nome: user, user, livello: '1', password: testPassword });
  expect((await created('last')).status).toBe(200);
  expect(await refusal(await created('toomany'))).toBe('409 conflict');
});

test('G19: the calendar of as many schedules as there may be has at most 5,000 runs, the next ones of each', async () => {
  addSchedules(mostSchedules);
  const reply = await client.send('GET', 'calendario.ics');
  const uids = (await reply.text()).match(/^UID:.+$/gm) ?? [];
  const ofSchedule = new Set(uids.map(uid => uid.split('-').at(-2)));
  expect([uids.length, ofSchedule.size]).toEqual([5000, mostSchedules]);
});

describe('G23: as many work orders as there may be', () => {
  const about = { titolo: 'Sfalcio', nome: 'INV 01', gruppo: 'inverter', dispositivo: 1 } as const;
  const ended = { stato: 'chiuso', chiuso: 1, chiuso_da: 'admin', esito: 'fatto', causa: null } as const;
  const rest = {
    allarmi: [],
    passi: [],
    assegnato: null,
    persona: '',
    scadenza: null,
    costo: 1.5,
    autore: 'admin',
  };
  const order = { ...about, ...ended, ...rest, nota: 'n'.repeat(400) };
  const count = 5000;
  beforeEach(() => {
    const { workOrders, atomically } = datalogger.config;
    atomically(() => {
      for (let at = 0; at < count; at += 1) workOrders.add({ ...order, creato: at });
    });
  });

  test('are a table that is read in pieces', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 0);
    const text = await (await client.send('GET', 'lavori/csv')).text();
    clearInterval(turning);
    expect(text.trimEnd().split('\r\n')).toHaveLength(count + 1);
    expect(turns, 'turns of the event loop').toBeGreaterThan(20);
  });

  test('have a backup that can be restored, which says how many are not in it; again, it adds none', async () => {
    const file = await (await client.send('POST', 'sistema/backup', {})).json();
    const kept = file.contenuto.lavori;
    expect(kept.length + file.note_escluse).toBe(count);
    expect(kept.at(-1).creato, 'the newest').toBe(count - 1);
    expect(JSON.stringify(file).length).toBeLessThan(largestBackup);
    // Orders that came since push the oldest of the file out of what a file has room for.
    for (let at = 0; at < 50; at += 1) datalogger.config.workOrders.add({ ...order, creato: count + at });
    const plan = await (await client.send('POST', 'sistema/ripristino', { file })).json();
    expect(plan.totale).toBe(0);
    expect((await client.send('POST', `sistema/ripristino/${plan.id}/conferma`)).status).toBe(200);
    expect(datalogger.config.workOrders.names()).toHaveLength(count + 50);
  });
});
