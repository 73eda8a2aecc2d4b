import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileSummary } from '../../../../src/contract/profiles';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { ExampleBus } from '../../../support/example-bus';
import {
  exampleDraft,
  exampleDump,
  exampleProfile,
  exampleProfileText,
} from '../../../support/example-profile';

let datalogger: TestDatalogger;
let token: string;

beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

const send = (method: string, path: string, json?: unknown) =>
  datalogger.request(`/api/${path}`, { method, token, json });
const call = async (method: string, path: string, json?: unknown) => {
  const response = await send(method, path, json);
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};
const { key } = exampleProfile;
const listed = async (): Promise<ProfileSummary[]> => (await call('GET', 'bus/profili')).body.profili;
const bring = (testo = exampleProfileText) => call('POST', 'bus/profili', { testo });
const choices = async (kind: string) =>
  (await call('GET', `bus/scelte/${kind}`)).body.map(({ id }: { id: string }) => id);
/** Configures the first meter with the profile. */
async function use() {
  const { body: meters } = await call('GET', 'config/contatori');
  const { id, versione, ...fields } = meters[0];
  const headers = { 'If-Match': `"${versione}"` };
  const json = { ...fields, protocollo: 'modbus-tcp', host: '192.168.10.9', porta: 502, profilo: key };
  const reply = await datalogger.request(`/api/config/contatori/${id}`, {
    method: 'PUT',
    token,
    headers,
    json,
  });
  expect(reply.status).toBe(200);
  return fields.nome;
}

test('a file is listed, chosen, exported as it was brought, and replaced', async () => {
  expect(await bring()).toMatchObject({ status: 200, body: { chiave: key, propria: true, usata_da: [] } });
  expect((await listed()).find(({ chiave }) => chiave === key)).toMatchObject({
    marca: 'Nobody',
    tipo: 'contatori',
    punti: ['p', 'f', 'e_prel'],
    provata: false,
    fonti: ['The manual of a meter that there is not, 1, 3'],
  });
  expect(await choices('contatori')).toContain(key);
  expect(await choices('sensori')).not.toContain(key);
  expect(await (await send('GET', `bus/profili/${key}`)).text()).toBe(exampleProfileText);
  const tried = JSON.stringify({ ...exampleProfile, tried: true });
  expect((await bring(tried)).body).toMatchObject({ provata: true });
  expect(await (await send('GET', `bus/profili/${key}`)).text()).toBe(tried);
  const actions = datalogger.config.audit
    .newest(5)
    .flatMap(({ action, object }) => (object.endsWith(key) ? [action] : []));
  expect(actions).toEqual(['config.change', 'config.create']);
});

test('a wrong file is refused with line and reason, and nothing is kept', async () => {
  const wrong = exampleProfileText.replace('"i32"', '"i33"');
  const line = wrong.split('\n').findIndex(text => text.includes('i33')) + 1;
  expect(await bring(wrong)).toMatchObject({
    status: 422,
    body: {
      codice: 'invalid',
      campo: 'testo',
      da: String(line),
      messaggio: expect.stringContaining('points.p.type'),
    },
  });
  const { body } = await call('POST', 'bus/profili/esame', { testo: wrong });
  expect(body).toEqual({ profilo: null, errori: [{ riga: line, motivo: expect.stringContaining('i33') }] });
  expect((await listed()).some(({ chiave }) => chiave === key)).toBe(false);
  for (const taken of ['sunspec', 'generico'])
    expect((await bring(JSON.stringify({ ...exampleProfile, key: taken }))).status).toBe(422);
});

test('a profile that a device is configured with stays, and stays one of its kind', async () => {
  await bring();
  const name = await use();
  expect((await listed()).find(({ chiave }) => chiave === key)?.usata_da).toEqual([name]);
  expect(await call('DELETE', `bus/profili/${key}`)).toMatchObject({
    status: 409,
    body: { codice: 'in_use', da: name },
  });
  const other = { ...exampleProfile, kind: 'sensori', points: { poa: { at: 10, type: 'i32' } } };
  expect(await bring(JSON.stringify(other))).toMatchObject({ status: 409, body: { codice: 'in_use' } });
  expect(await (await send('GET', `bus/profili/${key}`)).text()).toBe(exampleProfileText);
});

test('one that no device uses is deleted; those of the library are not', async () => {
  await bring();
  expect((await call('DELETE', `bus/profili/${key}`)).status).toBe(204);
  expect((await call('GET', `bus/profili/${key}`)).status).toBe(404);
  expect((await call('DELETE', 'bus/profili/sdm630')).status).toBe(404);
  const reply = await (await send('GET', 'bus/profili/sdm630')).text();
  expect((await call('POST', 'bus/profili/esame', { testo: reply })).body.errori).toEqual([]);
});

test('no more are kept than a backup has room for', async () => {
  for (let number = 0; number < 32; number++)
    expect((await bring(JSON.stringify({ ...exampleProfile, key: `meter-${number}` }))).status).toBe(200);
  expect(await bring()).toMatchObject({ status: 409, body: { codice: 'conflict' } });
  expect((await bring(JSON.stringify({ ...exampleProfile, key: 'meter-3' }))).status).toBe(200);
});

test('what a file reads is shown from a dump, with what is missing', async () => {
  const read = (registri: unknown) =>
    call('POST', 'bus/profili/lettura', { testo: exampleProfileText, registri });
  expect((await read([exampleDump])).body).toEqual({
    letture: [
      { parte: 0, punto: 'p', nome: 'P kW', valore: 1 },
      { parte: 0, punto: 'f', nome: 'f Hz', valore: 49.98 },
      { parte: 0, punto: 'e_prel', nome: 'E− kWh', valore: 1234.5 },
    ],
    segnalazioni: [],
    mancanti: [],
  });
  expect((await read([{ ...exampleDump, da: 11 }])).body).toEqual({
    letture: [],
    segnalazioni: [],
    mancanti: [{ da: 10, quanti: 6, causa: null }],
  });
});

test('what a file reads is shown live where there is a field bus', async () => {
  const linea = { host: '192.168.10.14', porta: 502, trama: 'tcp', unita: 1 };
  const read = () => call('POST', 'bus/profili/lettura', { testo: exampleProfileText, linea });
  expect((await read()).status).toBe(404);
  const bus = new ExampleBus();
  const asked: unknown[] = [];
  bus.registers = request => {
    asked.push(request);
    return Promise.resolve({ valori: [...exampleDump.valori], causa: null, codice: null, ms: 4, punti: [] });
  };
  datalogger.plant.fieldBus = bus;
  expect((await read()).body.letture[0]).toMatchObject({ punto: 'p', valore: 1 });
  expect(asked).toEqual([{ ...linea, funzione: 3, da: 10, quanti: 6 }]);
});

const valuesOf = ({ letture }: { letture: { punto: string; valore: number | null }[] }) =>
  letture.map(({ punto, valore }) => [punto, valore]);

test('named registers are tried, kept as a file, and read again from what was saved', async () => {
  const dump = { ...exampleDump, da: 0, valori: [...Array(10).fill(0), ...exampleDump.valori] };
  const seen = [
    ['p', 1],
    ['f', 49.98],
    ['e_prel', 1234.5],
  ];
  const tried = await call('POST', 'bus/profili/lettura', { bozza: exampleDraft, registri: [dump] });
  expect(valuesOf(tried.body)).toEqual(seen);
  const kept = await call('POST', 'bus/profili', { bozza: exampleDraft });
  expect(kept).toMatchObject({ status: 200, body: { chiave: 'nobody-m1', propria: true, provata: false } });
  expect(await choices('contatori')).toContain('nobody-m1');
  const file = await (await send('GET', 'bus/profili/nobody-m1')).text();
  expect((await call('POST', 'bus/profili/esame', { testo: file })).body.errori).toEqual([]);
  const unit = JSON.stringify({ name: 'a', base: 0, registers: dump.valori });
  for (const saved of [unit, JSON.stringify([dump])]) {
    const read = await call('POST', 'bus/profili/lettura', { chiave: 'nobody-m1', file: saved });
    expect(valuesOf(read.body)).toEqual(seen);
  }
  expect(await call('POST', 'bus/profili/lettura', { chiave: 'nobody-m1', file: '{}' })).toMatchObject({
    status: 422,
    body: { campo: 'file' },
  });
  expect((await call('POST', 'bus/profili/lettura', { chiave: 'nobody-m2' })).status).toBe(404);
  expect((await call('POST', 'bus/profili', {})).body).toMatchObject({ codice: 'required', campo: 'testo' });
});

test('a register that is named wrongly is refused at its field', async () => {
  const refused = async (change: object) => {
    const [first, ...rest] = exampleDraft.registri;
    const bozza = { ...exampleDraft, registri: [...rest, { ...first, ...change }] };
    const { status, body } = await call('POST', 'bus/profili', { bozza });
    expect(status).toBe(422);
    return [body.codice, body.campo, body.da];
  };
  expect(await refused({ grandezza: 'pac' })).toEqual(['invalid', 'bozza.registri.2.grandezza', undefined]);
  expect(await refused({ grandezza: 'f' })).toEqual(['in_use', 'bozza.registri.2.grandezza', '12']);
  expect(await refused({ registro: 65_535 })).toEqual(['too_high', 'bozza.registri.2.registro', undefined]);
  expect(await refused({ dato: 'i33' })).toEqual(['not_allowed', 'bozza.registri.2.dato', undefined]);
});

test('a power of ten in another register is obeyed, though not for inputs', async () => {
  const [first, ...rest] = exampleDraft.registri;
  const bozza = { ...exampleDraft, registri: [{ ...first, scala: 0, scala_da: 13 }, ...rest] };
  const dump = { ...exampleDump, valori: [0xffff, 0xfc18, 4998, 0xfffd, 0, 12_345] };
  const read = await call('POST', 'bus/profili/lettura', { bozza, registri: [dump] });
  expect(valuesOf(read.body)[0]).toEqual(['p', 1]);
  const inputs = [{ grandezza: 'ingresso.i', registro: 100, dato: 'i16', scala: 0, scala_da: 13 }];
  const box = { ...exampleDraft, tipo: 'box-stringhe', registri: inputs };
  expect((await call('POST', 'bus/profili', { bozza: box })).body).toMatchObject({
    codice: 'not_allowed',
    campo: 'bozza.registri.0.scala_da',
  });
});

test('the inputs of a box follow the first, and a key of the library is not taken', async () => {
  const registri = [{ grandezza: 'ingresso.i', registro: 100, dato: 'i16', scala: -2 }];
  const bozza = { ...exampleDraft, tipo: 'box-stringhe', registri };
  const dump = { funzione: 3, da: 100, valori: [812, 797, 0x8000] };
  const read = await call('POST', 'bus/profili/lettura', { bozza, ingressi: 3, registri: [dump] });
  expect(read.body.letture).toEqual([
    { parte: 1, punto: 'i', nome: '1 I A', valore: 8.12 },
    { parte: 2, punto: 'i', nome: '2 I A', valore: 7.97 },
    { parte: 3, punto: 'i', nome: '3 I A', valore: null },
  ]);
  const own = { ...exampleDraft, marca: 'Sdm72', modello: '·' };
  expect((await call('POST', 'bus/profili', { bozza: own })).body.chiave).toBe('sdm72-own');
  const names = (await call('GET', 'bus/grandezze')).body;
  expect(names).toContainEqual({ tipo: 'inverters', id: 'ingresso.u', nome: '1 U V' });
  expect(names).toContainEqual({ tipo: 'sensori', id: 'poa', nome: 'POA W/m²' });
});

test('files come with a backup, and are there again after its restore', async () => {
  await bring();
  const backup = await (await send('POST', 'sistema/backup', {})).json();
  expect(backup.contenuto.profili).toEqual({ [key]: exampleProfileText });
  await call('DELETE', `bus/profili/${key}`);
  const plan = await call('POST', 'sistema/ripristino', { file: backup });
  expect(plan.body.differenze).toContainEqual(
    expect.objectContaining({ oggetto: 'bus/profili', campo: key }),
  );
  expect((await call('POST', `sistema/ripristino/${plan.body.id}/conferma`)).status).toBeLessThan(300);
  expect((await listed()).map(({ chiave }) => chiave)).toContain(key);
});
