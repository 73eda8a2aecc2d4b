import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract, type Key } from '../../src/contract';
import { largestBackup } from '../../src/contract/backup';
import { mostAccounts, mostDevices, mostSchedules } from '../../src/contract/most-records';
import type { ScheduleBody } from '../../src/contract/schedules';
import { photoBytes } from '../../src/contract/work-limits';
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

/** A caller who leaves at the second read of what makes an answer. */
function leavingCaller() {
  const leaving = new AbortController();
  const caller = { reads: 0, ask, onRead };
  function onRead<A extends unknown[], R>(read: (...asked: A) => R) {
    return (...asked: A): R => {
      caller.reads += 1;
      if (caller.reads === 2) leaving.abort();
      return read(...asked);
    };
  }
  async function ask(path: string): Promise<number> {
    const token = datalogger.login('admin');
    return (await datalogger.request(`/api/${path}`, { token, left: leaving.signal })).status;
  }
  return caller;
}

test('G27: the file of the audit log and the check of its chain end at their next pause where their caller leaves', async () => {
  const { audit, atomically } = datalogger.config;
  const { search, check } = audit;
  const about = { atMs: 1, user: 'admin', address: '::1', object: 'sistema', changes: {} } as const;
  const entry = { ...about, action: 'system.change', result: 'ok' } as const;
  const prepared = await audit.prepare(Array.from({ length: 6000 }, () => entry));
  atomically(() => audit.writeAll(prepared));
  const caller = leavingCaller();
  vi.spyOn(audit, 'search').mockImplementation(caller.onRead(search));
  expect([await caller.ask('registro/csv'), caller.reads]).toEqual([503, 2]);

  const other = leavingCaller();
  other.reads = 1;
  vi.spyOn(audit, 'check').mockImplementation(other.onRead(check));
  expect(await other.ask('registro/catena')).toBe(503);
});

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

test('G28: what a backup holds at every limit can be restored, and no more is configured', async () => {
  const { config } = datalogger;
  const { atomically, devices, logbook, workOrders } = config;
  const { note: _, ...sensor } = bodyOf(firstOf(datalogger, 'sensori'));
  const unused = { ...sensor, abilitato: false, primario: false, note: 'è'.repeat(100) };
  const before = devices.bytes();
  devices.create('sensori', unused);
  const more = Math.ceil((4_600_000 - before) / (devices.bytes() - before));
  atomically(() => {
    for (let at = 1; at < more; at += 1) devices.create('sensori', unused);
  });
  expect(devices.all().sensori.length).toBeLessThan(mostDevices);
  const profile = JSON.stringify({ testo: 'a"b'.repeat(16_000) });
  const texts = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (__, at) => [`${prefix}${at}`, profile]));
  config.profiles.write(texts('proprio-', 15), null);
  atomically(() => {
    for (let at = 0; at < 4000; at += 1) {
      const about = {
        group: 'inverter',
        device: 1,
        name: 'INV 01',
        alarm: null,
        begin: at,
        end: null,
      } as const;
      logbook.add({ ...about, text: 'è'.repeat(490), cause: null, author: 'admin', writtenS: at });
      workOrders.add({ ...order, creato: at });
    }
  });
  const foto = Buffer.alloc(photoBytes);
  foto.set([0xff, 0xd8, 0xff]);
  for (let at = 0; at < 18; at += 1) {
    if (at % 3 === 0)
      workOrders.add({ ...order, stato: 'aperto', chiuso: null, chiuso_da: '', creato: 4000 + at });
    const { id = 0 } = workOrders.names().at(-1) ?? {};
    const added = await client.send('POST', `lavori/${id}/foto`, { foto: foto.toString('base64') });
    expect(added.status).toBe(200);
  }
  const made = await client.send('POST', 'config/sensori', {
    ...unused,
    nome: 'Uno in più',
    seriale: '',
    host: '10.9.9.9',
  });
  expect(await refusal(made), 'one device more').toBe('409 conflict');

  const passphrase = 'la volpe e il corvo';
  const file = await (await client.send('POST', 'sistema/backup', { passphrase })).json();
  const bytes = Buffer.byteLength(JSON.stringify(file));
  expect(bytes).toBeLessThanOrEqual(largestBackup);
  expect(bytes).toBeGreaterThan(0.9 * largestBackup);
  const { diario, lavori } = file.contenuto;
  expect(Math.min(diario.length, lavori.length), 'of notes and orders the newest').toBeGreaterThan(500);
  expect(file.note_escluse + diario.length + lavori.length).toBe(8006);
  const plan = await (await client.send('POST', 'sistema/ripristino', { file, passphrase })).json();
  expect(plan.totale).toBe(0);
  expect((await client.send('POST', `sistema/ripristino/${plan.id}/conferma`)).status).toBe(200);
  expect([logbook.count(), workOrders.names().length]).toEqual([4000, 4006]);
});

test('G27: notes have a greatest number for each account', async () => {
  const { config } = datalogger;
  const note = { gruppo: 'inverter', dispositivo: 1, testo: 'Ventola cambiata' };
  const about = { group: 'inverter', device: 1, name: 'INV 01', alarm: null, begin: 1, end: null } as const;
  config.atomically(() => {
    for (let at = 0; at < 5000; at += 1)
      config.logbook.add({ ...about, text: 'n', cause: null, author: 'operatore', writtenS: at });
  });
  const other = configClient(datalogger, 'normal');
  expect(await refusal(await other.send('POST', 'diario', note))).toBe('409 conflict');
  expect((await client.send('POST', 'diario', note)).status).toBe(200);
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

describe('G23: as many work orders as there may be', () => {
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

  test('are a table that ends at its next pause where its caller leaves', async () => {
    const { workOrders } = datalogger.config;
    const { after } = workOrders;
    const caller = leavingCaller();
    vi.spyOn(workOrders, 'after').mockImplementation(caller.onRead(after));
    expect([await caller.ask('lavori/csv'), caller.reads]).toEqual([503, 2]);
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
