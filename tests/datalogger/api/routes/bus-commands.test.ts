import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PlantServer } from '../../../../scripts/plant-server/plant';
import type { RecordOf } from '../../../../src/contract/config/kinds';
import { sunspecDriver } from '../../../../src/datalogger/sources/fieldbus/sunspec/driver';
import { newRecord } from '../../../support/config-records';
import { eventually } from '../../../support/eventually';
import { type FieldDatalogger, startFieldDatalogger } from '../../../support/field-datalogger';
import { freePort } from '../../../support/free-port';
import { rounds } from '../../../support/long';

const at = '2026-06-10T12:00:00+02:00';
let server: PlantServer;
/** ms of the monotonic clock of the devices. */
let clockMs = () => 0;
let datalogger: FieldDatalogger;
let token: string;

/** One of them has model 704. */
const inverters = () => server.configuration.inverters.slice(0, 4);
const withoutId = ({ id: _, versione: __, ...record }: RecordOf<'inverters'>) => record;

beforeEach(async () => {
  const startAt = Date.parse(at) / 1000;
  server = await PlantServer.start({
    size: 'medium',
    seed: 3,
    startAt,
    hasNaturalFaults: false,
    nowMs: () => clockMs(),
  });
  datalogger = await startFieldDatalogger({ at, driver: sunspecDriver });
  clockMs = datalogger.clock.monotonic;
  token = datalogger.login('admin');
  for (const record of inverters()) await datalogger.add('inverters', withoutId(record));
  await datalogger.pass(2);
});
afterEach(async () => {
  await datalogger.close();
  await server.close();
});

async function call(method: string, path: string, json?: unknown, ifMatch?: string) {
  const headers = ifMatch === undefined ? {} : { 'If-Match': ifMatch };
  const response = await datalogger.request(`/api/${path}`, { method, token, json, headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    etag: response.headers.get('ETag') ?? '',
  };
}

async function turn(abilitato: boolean, regulation: object = {}) {
  const { etag } = await call('GET', 'bus/comandi');
  return call('PUT', 'bus/comandi', { abilitato, ...regulation }, etag);
}

async function command(oggetto: unknown, azione: unknown, valore?: unknown) {
  const selected = await call('POST', 'comandi', {
    oggetto,
    azione,
    ...(valore === undefined ? {} : { valore }),
  });
  if (selected.status !== 200) return selected;
  return call('POST', `comandi/${selected.body.id}/conferma`, { tutto_impianto: true });
}

/** Writes a limit without an end to model 123, which is behind the models 1, 103 and 701 where no exchange meter is configured. */
async function limitOverModbus(port: number, percent: number): Promise<void> {
  const at = 40_000 + 2 + 68 + 52 + 155 + 2 + 3;
  const words = [100 * percent, 0, 0, 0, 1];
  const body = [1, 16, at >> 8, at & 255, 0, words.length, 2 * words.length];
  const bytes = [...body, ...words.flatMap(word => [word >> 8, word & 255])];
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write(Buffer.from([0, 1, 0, 0, 0, bytes.length, ...bytes]));
    const [reply] = await once(socket, 'data');
    expect([...reply].slice(7)).toEqual(body.slice(1, 6));
  } finally {
    socket.destroy();
  }
}

const audited = (prefix: string) =>
  datalogger.config.audit
    .newest(50)
    .filter(({ action }) => action.startsWith(prefix))
    .map(({ action, object, changes, result }) => [action, object, changes, result])
    .reverse();

describe('the switch', () => {
  test('is off, and with it off nothing is written and there is no controller', async () => {
    expect((await call('GET', 'bus/comandi')).body).toMatchObject({
      abilitato: false,
      consegna: false,
      versione: 1,
    });
    for (const [azione, valore] of [
      ['limite_p', 10],
      ['setpoint_q', 10],
      ['setpoint_cosfi', 0.95],
      ['automatico', undefined],
    ] as const)
      expect((await command('cci.1', azione, valore)).status).toBe(404);
    await datalogger.pass(60);
    expect((await call('GET', 'bus/ordini')).body).toEqual({ ordini: [], anello: null, limite: null });
    expect(server.requests).toBeGreaterThan(40);
    expect(server.writes).toEqual([]);
  });

  test('commands the inverters where the central controller is out of service, and not where it is in service', async () => {
    await turn(true);
    await datalogger.add('cci', { nome: 'CCI', host: '192.168.10.15', abilitato: false });
    await datalogger.pass(2);
    expect((await command('cci.1', 'limite_p', 40)).status).toBe(204);
    await datalogger.pass(5);
    const [cci] = (await call('GET', 'config/cci')).body;
    const { id, versione: _, ...record } = cci;
    const enable = () => call('PUT', `config/cci/${id}`, { ...record, abilitato: true }, '"1"');
    // Nothing is lifted without a person who takes it back.
    expect(await enable()).toMatchObject({ status: 422, body: { codice: 'in_use', campo: 'abilitato' } });
    await datalogger.pass(5);
    expect(server.own.inverters.slice(0, 4).map(each => server.orderOf(each.id).percent)).toEqual([
      ...[40, 40, 40, 40],
    ]);
    expect((await command('cci.1', 'automatico')).status).toBe(204);
    await datalogger.pass(15);
    expect((await enable()).status).toBe(200);
    await datalogger.pass(2);
    expect((await command('cci.1', 'limite_p', 30)).status).toBe(409);
  });

  test('is turned by administrators who have read it, and audited', async () => {
    expect((await call('PUT', 'bus/comandi', { abilitato: true })).status).toBe(428);
    expect((await call('PUT', 'bus/comandi', { abilitato: true }, '"7"')).status).toBe(412);
    expect((await turn(true)).body).toMatchObject({ abilitato: true, versione: 2 });
    expect(audited('bus.commands')).toEqual([
      ['bus.commands', 'bus/comandi', { abilitato: [false, true] }, 'ok'],
    ]);
    token = datalogger.login('cci');
    expect((await call('GET', 'bus/comandi')).status).toBe(403);
    expect((await call('GET', 'bus/ordini')).status).toBe(403);
  });

  test('keeps what a change leaves out', async () => {
    const regulation = { consegna: true, immissione: 120, banda: 2, margine: 10, rampa_su: 20 };
    await turn(true, regulation);
    expect((await turn(false)).body).toMatchObject({ abilitato: false, ...regulation });
    expect((await turn(true, { immissione: null })).body).toMatchObject({ ...regulation, immissione: null });
  });

  test('refuses a lock-out that is not below the lock-in', async () => {
    expect(await turn(true, { lock_in: 0.1, lock_out: 0.1 })).toMatchObject({
      status: 422,
      body: { codice: 'invalid', campo: 'lock_out' },
    });
  });

  test('asks for the password of an account that has not shown it lately', async () => {
    const { etag } = await call('GET', 'bus/comandi');
    datalogger.clock.advance(16 * 60_000);
    const late = await call('PUT', 'bus/comandi', { abilitato: true }, etag);
    expect([late.status, late.body.codice]).toEqual([403, 'password_again']);
  });
});

describe('an order', () => {
  const limits = () => server.own.inverters.slice(0, 4).map(({ id }) => server.orderOf(id).percent);

  test('goes in two steps to every inverter; selection, confirmation and result are audited', async () => {
    await turn(true);
    await datalogger.pass(2);
    expect((await command('cci.1', 'limite_p', 40)).status).toBe(204);
    await datalogger.pass(10);
    server.advance(Math.floor(datalogger.clock.now() / 1000));
    await datalogger.pass(10);
    expect(limits()).toEqual([40, 40, 40, 40]);
    expect((await call('GET', 'bus/ordini')).body.ordini).toEqual(
      server.own.inverters.slice(0, 4).map(({ nome }) => ({
        id: expect.any(Number),
        nome,
        grandezza: 'p',
        chiesto: 40,
        scritto: 40,
        riletto: 40,
        misurato: expect.any(Number),
        ritorno: 120,
        ritorna: true,
        esito: 'verificato',
      })),
    );
    expect(audited('command.')).toEqual([
      ['command.select', 'cci.1', { limite_p: [100, 40] }, 'ok'],
      ['command.confirm', 'cci.1', { limite_p: [100, 40] }, 'ok'],
      ['command.result', 'cci.1', { limite_p: [40, 40] }, 'ok'],
    ]);
    const [given] = (await call('GET', 'comandi?gruppo=cci')).body;
    expect(given).toMatchObject({ azione: 'limite_p', nuovo: 40, esito: 'ok', applicato: 40 });
  });

  test('that the inverters do not follow has failed in the audit log', async () => {
    await turn(true);
    await datalogger.pass(2);
    server.faults = { '0': 'gateway-timeout' };
    await command('cci.1', 'limite_p', 40);
    await datalogger.pass(130);
    expect(audited('command.result')).toEqual([
      ['command.result', 'cci.1', { limite_p: [40, null] }, 'refused'],
    ]);
  });

  test('out of bounds, or sooner than 3 s after another, is refused', async () => {
    await turn(true);
    await datalogger.pass(2);
    expect((await command('cci.1', 'limite_p', 101)).status).toBe(422);
    expect((await command('cci.1', 'setpoint_q', 49)).status).toBe(422);
    expect((await command('cci.1', 'setpoint_cosfi', 0.8)).status).toBe(422);
    expect((await command('cci.1', 'limite_p', 40)).status).toBe(204);
    expect((await command('cci.1', 'limite_p', 50)).body.codice).toBe('too_soon');
  });

  test('is taken back when the datalogger stops', async () => {
    await turn(true);
    await datalogger.pass(2);
    await command('cci.1', 'limite_p', 40);
    await datalogger.pass(1);
    expect(limits()).toEqual([40, 40, 40, 40]);
    await datalogger.stop();
    expect(limits()).toEqual([null, null, null, null]);
  });

  describe('over a restart', () => {
    let dataFolder: string;
    let isFirst: boolean;
    beforeEach(async () => {
      isFirst = true;
      dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
      await restart();
      for (const record of inverters()) await datalogger.add('inverters', withoutId(record));
      await turn(true);
      await datalogger.pass(2);
    });
    afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

    /** Starts a datalogger on the same data, `seconds` later. */
    async function restart(seconds = 0, change: 'kept' | 'taken-back' | 'killed' = 'kept') {
      if (change !== 'killed') await datalogger.stop(change);
      const now = datalogger.clock.now() + seconds * 1000;
      await datalogger.close();
      const [before, passed] = [clockMs(), seconds * 1000];
      datalogger = await startFieldDatalogger({
        at: new Date(now).toISOString(),
        driver: sunspecDriver,
        dataFolder,
        hasAccounts: isFirst,
      });
      const { monotonic } = datalogger.clock;
      const began = monotonic();
      clockMs = () => before + passed + monotonic() - began;
      isFirst = false;
      token = datalogger.login('admin');
    }

    test.each(['kept', 'killed'] as const)(
      'stays in force in the devices, and is refreshed: %s',
      async how => {
        await command('cci.1', 'limite_p', 40);
        await datalogger.pass(10);
        await restart(30, how);
        expect(limits()).toEqual([40, 40, 40, 40]);
        // Longer than the devices keep a limit by themselves.
        await datalogger.pass(200);
        expect(limits()).toEqual([40, 40, 40, 40]);
        expect(audited('command.resumed')).toEqual([
          ['command.resumed', 'cci.1', { limite_p: [null, 40] }, 'ok'],
        ]);
        await command('cci.1', 'automatico');
        await datalogger.pass(15);
        expect(limits()).toEqual([null, null, null, null]);
        await restart(5);
        await datalogger.pass(60);
        expect(limits()).toEqual([null, null, null, null]);
        expect(audited('command.resumed')).toHaveLength(1);
      },
    );

    test('is taken back before the box is shut down, and in force again when it runs', async () => {
      await command('cci.1', 'limite_p', 40);
      await datalogger.pass(10);
      await restart(600, 'taken-back');
      expect(limits()).toEqual([null, null, null, null]);
      await datalogger.pass(10);
      expect(limits()).toEqual([40, 40, 40, 40]);
    });

    test('a limit from outside stays in force as well, and is in force again where it was lost meanwhile', async () => {
      datalogger.start();
      const port = await freePort();
      const settings = { attivo: true, porta: port, ammessi: [], terzi: ['127.0.0.1'] };
      expect((await call('PUT', 'bus/server', settings, '*')).status).toBe(200);
      await eventually(() => limitOverModbus(port, 40));
      await datalogger.pass(10);
      expect(limits()).toEqual([40, 40, 40, 40]);
      const inForce = async () => (await call('GET', 'bus/ordini')).body.limite;
      const ofThird = { percento: 40, fonte: 'terzi', da: '127.0.0.1' };
      await command('cci.1', 'limite_p', 70);
      expect(await inForce()).toEqual(ofThird);
      await datalogger.pass(5);
      await command('cci.1', 'limite_p', 30);
      expect(await inForce()).toEqual({ percento: 30, fonte: 'operatore', da: 'admin' });
      await datalogger.pass(5);
      await command('cci.1', 'limite_p', 70);
      await restart(30, 'killed');
      datalogger.start();
      await datalogger.pass(200);
      expect(limits()).toEqual([40, 40, 40, 40]);
      expect(await inForce()).toEqual(ofThird);
      await turn(false);
      await datalogger.pass(15);
      expect(limits()).toEqual([null, null, null, null]);
      await turn(true);
      await datalogger.pass(15);
      expect(limits()).toEqual([40, 40, 40, 40]);
      expect(audited('command.resumed')).toEqual([
        ['command.resumed', 'cci.1', { limite_p: [null, 70] }, 'ok'],
        ['command.resumed', 'cci.1', { limite_p: [null, 40] }, 'ok'],
        ['command.resumed', 'cci.1', { limite_p: [40, null] }, 'refused'],
        ['command.resumed', 'cci.1', { limite_p: [null, 40] }, 'ok'],
      ]);
    });

    test('that was not followed before it is judged after it', async () => {
      server.faults = { '0': 'gateway-timeout' };
      await command('cci.1', 'limite_p', 40);
      await datalogger.pass(10);
      await restart(5);
      await datalogger.pass(130);
      expect(audited('command.result')).toEqual([
        ['command.result', 'cci.1', { limite_p: [40, null] }, 'refused'],
      ]);
    });
  });

  test('is not followed while an inverter does not answer and no meter proves it', async () => {
    await turn(true);
    await datalogger.pass(30);
    const [, , , silent] = inverters();
    server.faults = { [`0/${silent?.unita}`]: 'dead' };
    await command('cci.1', 'limite_p', 40);
    await datalogger.pass(130);
    const cci = datalogger.plant.snapshot().groups.cci.values;
    expect(cci.plim?.[0]).toBeGreaterThan(45);
    expect(cci.p?.[0]).toBeNull();
    expect(audited('command.result')).toEqual([
      ['command.result', 'cci.1', { limite_p: [40, null] }, 'refused'],
    ]);
    expect(await datalogger.alarms()).toContainEqual(expect.stringContaining('CCI03'));
  });

  test('at the point of delivery is proved by the exchange meter, also while one inverter is silent', async () => {
    const meter = server.configuration.contatori.find(({ ruolo }) => ruolo === 'scambio');
    const { id: _, versione: __, ...record } = meter ?? { id: 0, versione: 0 };
    await datalogger.add('contatori', record);
    const [, , , silent] = inverters();
    await turn(true, { consegna: true });
    const pass = async (seconds: number) => {
      for (; seconds > 0; seconds -= 5) {
        await datalogger.pass(5);
        server.advance(Math.floor(datalogger.clock.now() / 1000));
      }
    };
    await pass(20);
    const cci = () => datalogger.plant.snapshot().groups.cci.values;
    const exported = cci().p?.[0] ?? 0;
    expect(exported).toBeGreaterThan(100);
    server.faults = { [`0/${silent?.unita}`]: 'dead' };
    const base = cci().smax?.[0] ?? 0;
    const percent = Math.round((100 * (exported - 60)) / base);
    await command('cci.1', 'limite_p', percent);
    await pass(90);
    expect((100 * (cci().p?.[0] ?? 0)) / base).toBeLessThanOrEqual(percent + 0.1);
    const [given] = (await call('GET', 'comandi?gruppo=cci')).body;
    expect(given).toMatchObject({ nuovo: percent, applicato: percent });
    expect(given.seguito).toBeLessThanOrEqual(60);
    expect(await datalogger.alarms()).not.toContainEqual(expect.stringContaining('CCI03'));
  });

  test('of a schedule is followed too', async () => {
    await turn(true);
    await datalogger.pass(2);
    expect(await datalogger.plant.execute({ kind: 'schedule-limit', percent: 70 })).toBe('taken');
    await datalogger.pass(1);
    expect(limits()).toEqual([70, 70, 70, 70]);
  });
});

/* What may be written, counted by hand from the tables of the models: registers from the start of the model, and which stay as they are. */
const writable: Readonly<Record<number, readonly (readonly [from: number, to: number])[]>> = {
  123: [
    [5, 9],
    [15, 22],
  ],
  704: [
    [2, 5],
    [14, 19],
    [35, 46],
    [59, 60],
  ],
};
const kept: Readonly<Record<number, readonly number[]>> = { 123: [8, 16, 17, 20], 704: [37, 38, 39, 40, 41] };

/** Why a write is not allowed; null where it is. */
function faultOf({ line, unit, fc: code, from, words }: PlantServer['writes'][number]): string | null {
  if (code !== 16) return `function ${code}`;
  const image = server.imageOf({ line, unit });
  for (let start = 2; image[start] !== 0xffff; start += 2 + (image[start + 1] ?? 0)) {
    const model = image[start] ?? 0;
    const offset = from - 40_000 - start;
    const isIn = (writable[model] ?? []).some(
      ([first, last]) => offset >= first && offset + words.length - 1 <= last,
    );
    if (!isIn) continue;
    const moved = words.findIndex(
      (word, index) => kept[model]?.includes(offset + index) && word !== image[start + offset + index],
    );
    const [limit, most] = model === 123 ? [5, 10_000] : [15, 10_000];
    const percent = words[limit - offset];
    if (moved >= 0) return `${model} ${offset + moved} changed`;
    return percent !== undefined && offset <= limit && percent > most ? `limit ${percent}` : null;
  }
  return `register ${from} of ${unit}`;
}

/** Everything as it was, and commands switched on. */
async function reset() {
  for (const { id, versione, ...record } of (await call('GET', 'config/cci')).body) {
    // The last one in service is not removed.
    const { body } = await call('PUT', `config/cci/${id}`, { ...record, abilitato: false }, `"${versione}"`);
    await call('DELETE', `config/cci/${id}`, undefined, `"${body.versione}"`);
  }
  for (const [index, { versione }] of (await call('GET', 'config/inverters')).body.entries()) {
    const record = inverters()[index];
    if (record) await call('PUT', `config/inverters/${record.id}`, withoutId(record), `"${versione}"`);
  }
  await turn(true);
  await datalogger.pass(11);
}

const anything = fc.oneof(
  fc.integer({ min: -200, max: 70_000 }),
  fc.double(),
  fc.string(),
  fc.constant(null),
);
const pick = <T>(...of: T[]) => fc.constantFrom(...of);
const actions = ['limite_p', 'setpoint_q', 'setpoint_cosfi', 'automatico', 'riposo', 'azzera_contatori'];
/** Orders that are taken, most of them. */
const order = fc.oneof(
  fc.tuple(fc.constant('limite_p'), fc.integer({ min: -5, max: 105 })),
  fc.tuple(fc.constant('setpoint_q'), fc.integer({ min: -50, max: 50 })),
  fc.tuple(fc.constant('setpoint_cosfi'), pick(-1, -0.97, -0.9, 0.85, 0.9, 0.95)),
  fc.tuple(fc.constant('automatico'), fc.constant(undefined)),
);
const arbitraryCall = fc.oneof(
  {
    weight: 8,
    arbitrary: order.map(
      ([action, value]) =>
        () =>
          command('cci.1', action, value),
    ),
  },
  { weight: 2, arbitrary: pick(true, true, false).map(on => () => turn(on)) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        consegna: fc.boolean(),
        immissione: pick(null, 0, 120),
        rampa_su: pick(null, 20),
        reattiva: pick('nessuna', 'cosphi_fisso', 'qv', 'cosphi_p'),
        cosphi: pick(-0.95, 0.95),
      })
      .map(regulation => () => turn(true, regulation)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        pick('cci.1', 'cci', 'cci.2', 'spi.1', 'tracker'),
        pick(...actions),
        fc.oneof(fc.double({ min: -120, max: 120, noNaN: true }), anything),
      )
      .map(
        ([object, action, value]) =>
          () =>
            command(object, action, value),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ funzione: anything, da: anything, quanti: anything, unita: pick(0, 1, 2, 4, 255) })
      .map(body => () => {
        const [porta] = server.ports;
        return call('POST', 'bus/registri', { host: '127.0.0.1', porta, ...body });
      }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 1, max: 4 }),
        fc.record(
          {
            istanza: pick(1, 2, 9),
            base_registri: pick(40_000, 50_000, 0),
            unita: pick(1, 2, 4, 99),
            segno_q: pick(1, -1),
            controllo_p: fc.boolean(),
            controllo_q: fc.boolean(),
            pn: fc.double({ min: 1, max: 5000, noNaN: true }),
            abilitato: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
      )
      .map(([id, changes]) => async () => {
        const { body } = await call('GET', 'config/inverters');
        const {
          id: _,
          versione,
          ...record
        } = (body as { id: number; versione: number }[]).find(each => each.id === id) ?? { id, versione: 0 };
        return call('PUT', `config/inverters/${id}`, { ...record, ...changes }, `"${versione}"`);
      }),
  },
  { weight: 1, arbitrary: fc.constant(() => call('POST', 'config/cci', newRecord('cci'))) },
  { weight: 1, arbitrary: fc.constant(() => call('POST', 'config/inverters/1/prova', {})) },
  { weight: 4, arbitrary: pick(1, 3, 11).map(seconds => () => datalogger.pass(seconds)) },
);

test('no sequence of calls writes anything that is not on the list', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCall, { minLength: 5, maxLength: 25 }), async calls => {
      token = datalogger.login('admin');
      await reset();
      server.writes.length = 0;
      for (const each of calls) await each();
      await datalogger.pass(11);
      written += server.writes.length;
      expect(server.writes.map(faultOf).filter(fault => fault !== null)).toEqual([]);
    }),
    { numRuns: rounds(20, 60), interruptAfterTimeLimit: 60_000 },
  );
  // It would say nothing if nothing were ever written.
  expect(written).toBeGreaterThan(20);
  console.info(`${written} writes, all of them allowed`);
});
