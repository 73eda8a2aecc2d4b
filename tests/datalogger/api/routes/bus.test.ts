import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { begunScan, ExampleBus, exampleFound, exampleScan } from '../../../support/example-bus';

let datalogger: TestDatalogger;
let token: string;
const fieldBus = new ExampleBus();

beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
  datalogger.plant.fieldBus = fieldBus;
});
afterEach(() => datalogger.close());

const call = async (method: string, path: string, json?: unknown) => {
  const response = await datalogger.request(`/api/${path}`, { method, token, json });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};
const audited = async () => {
  const { body } = await call('GET', 'registro?oggetto=bus/');
  return body.righe.map(({ azione, oggetto }: Record<string, string>) => `${azione} ${oggetto}`);
};

test('a plant without a field bus says so, and has nothing to search or to read', async () => {
  datalogger.plant.fieldBus = null;
  expect(await call('GET', 'bus/linee')).toEqual({
    status: 200,
    body: { presente: false, linee: [], confronti: [], scansione: null },
  });
  expect((await call('POST', 'bus/scansione', exampleScan)).status).toBe(404);
  expect(
    (await call('POST', 'bus/registri', { host: 'a', unita: 1, funzione: 3, da: 0, quanti: 1 })).status,
  ).toBe(404);
});

test('a search runs by itself, is followed, stopped, and kept until it is dismissed', async () => {
  const path = await begunScan(datalogger, token);
  expect((await call('GET', path)).body).toMatchObject({
    stato: 'in_corso',
    chiesti: 1,
    totale: 247,
    unita: 2,
    trovati: [exampleFound],
  });
  expect(await call('POST', 'bus/scansione', exampleScan)).toMatchObject({
    status: 409,
    body: { codice: 'in_use' },
  });
  // Another line is searched beside it, and what both find is in one place.
  const beside = { host: '192.168.10.99' };
  const { body: both } = await call('POST', 'bus/scansione', beside);
  expect(both).toMatchObject({ stato: 'in_corso', totale: 494, trovati: [exampleFound, exampleFound] });
  expect((await call('GET', 'bus/linee')).body.scansione).toBe(both.id);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).body).toMatchObject({ stato: 'fermata', trovati: [exampleFound, {}] });
  // The results stay for the next search, which replaces those of its own line.
  expect(await begunScan(datalogger, token)).toBe(path);
  expect((await call('GET', path)).body).toMatchObject({ stato: 'in_corso', trovati: [{}, {}] });
  await call('DELETE', path);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await call('GET', path)).status).toBe(404);
  expect((await call('GET', 'bus/linee')).body.scansione).toBeNull();
  expect(await audited()).toEqual([
    'bus.scan bus/scansione/192.168.10.14',
    'bus.scan bus/scansione/192.168.10.99',
    'bus.scan bus/scansione/192.168.10.14',
  ]);
});

test('G27: eight lines are searched at once in all; the next one when they have ended', async () => {
  const scan = (n: number) => call('POST', 'bus/scansione', { host: `192.168.11.${n}` });
  const begun = [];
  for (let n = 1; n <= 8; n++) begun.push(await scan(n));
  expect(begun.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await scan(9)).toMatchObject({ status: 429, body: { codice: 'throttled' } });
  await call('DELETE', `bus/scansione/${begun[0]?.body.id}`);
  expect((await scan(9)).status).toBe(200);
});

test.each([
  [{ host: '192.168.10.14', fino_a: 46 }, 'fino_a', 'too_high'],
  [{ host: '192.168.10.14', fino_a: 13 }, 'fino_a', 'too_low'],
  [{ host: 'gateway.local', fino_a: 13 }, 'host', 'invalid'],
  [{ host: '' }, 'host', 'invalid'],
  [{ host: '192.168.10.14', porta: 22 }, 'porta', 'invalid'],
  [{ host: '192.168.10.14', unita_da: 9, unita_a: 8 }, 'unita_a', 'too_low'],
  [{ host: '192.168.10.14', unita_a: 256 }, 'unita_a', 'too_high'],
  [{ host: '/dev/ttyUSB0' }, 'host', 'invalid'],
  [{ host: '192.168.10.14', trama: 'seriale' }, 'host', 'invalid'],
  [{ host: '/dev/sda', trama: 'seriale' }, 'host', 'invalid'],
  [{ host: '/dev/serial/by-id/../../sda', trama: 'seriale' }, 'host', 'invalid'],
  [{ host: '/dev/tty1', trama: 'seriale' }, 'host', 'invalid'],
  [{ host: '/dev/ttyUSB0', trama: 'seriale', unita_a: 248 }, 'unita_a', 'too_high'],
  [{ host: '/dev/ttyUSB0', trama: 'seriale', unita_da: 0 }, 'unita_da', 'too_low'],
  [{ host: '/dev/ttyUSB0', trama: 'seriale', fino_a: 3 }, 'fino_a', 'not_allowed'],
])('%j is not searched', async (range, campo, codice) => {
  expect(await call('POST', 'bus/scansione', range)).toMatchObject({ status: 422, body: { campo, codice } });
  expect(await audited()).toEqual([]);
});

test('registers are read for administrators alone, at most 125, and each read is audited', async () => {
  const request = { host: '192.168.10.14', porta: 502, unita: 1, funzione: 3, da: 40_000, quanti: 2 };
  expect((await call('POST', 'bus/registri', request)).body).toEqual(fieldBus.answer);
  expect(fieldBus.asked).toEqual([{ ...request, trama: 'tcp' }]);
  expect((await call('POST', 'bus/registri', { ...request, quanti: 126 })).body.campo).toBe('quanti');
  expect((await call('POST', 'bus/registri', { ...request, funzione: 6 })).body.campo).toBe('funzione');
  expect(await audited()).toEqual(['bus.registers bus/registri/192.168.10.14']);
  token = datalogger.login('cci');
  expect((await call('POST', 'bus/registri', request)).status).toBe(403);
});

test('how quickly a device answered is kept day by day', async () => {
  expect((await call('GET', 'bus/risposte/inverters/1')).body).toEqual({ giorni: [] });
  await datalogger.run(700);
  const [day] = (await call('GET', 'bus/risposte/inverters/1')).body.giorni;
  expect(day).toMatchObject({ giorno: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), minimo: 10, massimo: 30 });
  expect(day.mediana / 17.4).toBeCloseTo(1, 1);
  expect(day.mancate * 3).toBe(day.risposte);
  expect((await call('GET', 'bus/risposte/inverters/x')).status).toBe(404);
});
