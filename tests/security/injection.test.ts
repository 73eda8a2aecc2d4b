import { existsSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract, type Endpoint, type Key } from '../../src/contract';
import {
  canary,
  linePayloads,
  pathPayloads,
  shellPayloads,
  sqlPayloads,
  unseenPayloads,
} from '../support/attacks';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';
import { exampleCalls, searchOf } from '../support/example-calls';
import { textPlaces } from '../support/text-places';

// Thousands of requests each, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let datalogger: TestDatalogger;
let token: string;
beforeAll(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterAll(() => datalogger.close());

const keys = (Object.keys(contract) as Key[]).sort();
/**
 * Logins and backups, which have a fingerprint, have tests of their own, commands are confirmed only once, a profile or language that is
 * examined is not kept. A new record has the fields of a changed one, and a name that may be there only once.
 */
const apart =
  /^POST (auth\/(authenticate|conferma|reset-pwd)|comandi\/:id\/conferma|sistema\/ripristino|bus\/profili\/(esame|lettura)|lingue\/esame|config\/[\w-]+)$/;
const attacked = keys.filter(key => !apart.test(key));

interface Answer {
  readonly key: Key;
  /** Path of the text within the body. */
  readonly place: string;
  readonly payload: string;
  readonly status: number;
  readonly campo: unknown;
  readonly codice: unknown;
}

/** What becomes of every payload in every text of every body. */
async function attack(payloads: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const key of attacked) {
    const { body }: Endpoint = contract[key];
    if (!body) continue;
    // The examples log in often: of an account's sessions the oldest ends, so each address has a newer one.
    datalogger.clock.advance(1000);
    token = datalogger.login('admin');
    const { path, json = {} } = await exampleCalls[key](datalogger, token);
    for (const place of textPlaces(json, body)) {
      for (const payload of payloads) {
        const reply = await datalogger.request(`/api/${path}`, {
          method: key.split(' ')[0] ?? '',
          token,
          headers: { 'If-Match': '*' },
          json: place.with(payload),
        });
        const { campo, codice } = reply.status >= 400 ? await reply.json() : {};
        answers.push({ key, place: place.path, payload, status: reply.status, campo, codice });
        // Trials of connections are limited per minute.
        if (reply.ok && key.endsWith('/prova')) datalogger.clock.advance(6000);
      }
    }
  }
  return answers;
}

/** The fields that took a text, each by its last name. What is only compared or makes a key is taken as typed. */
const takenBy = (answers: readonly Answer[]) =>
  [...new Set(answers.filter(({ status }) => status < 400).map(({ place }) => place.split('.').at(-1) ?? ''))]
    .filter(name => !['password_attuale', 'passphrase', 'codice'].includes(name))
    .sort();
/** What to edit where a field takes what it must not: the endpoints that took it stand before it. */
const mend = (answers: readonly Answer[]) => {
  const keys = [...new Set(answers.flatMap(({ status, key }) => (status < 400 ? [key] : [])))];
  return `${keys.join(', ')}: a text of their body needs \`line\` or \`lines\` of src/contract/text.ts`;
};
/** Tables of devices: their text has many fields, and the refusal names that of the cell. */
const isTable = (key: string) => /\/(confronto|importa)$/.test(key);
/** What may be there only once, or a stored password that another user of a server needs again. */
const isRefusedElsewhere = ({ key, status, campo, codice }: Answer) =>
  status === 409 ||
  (key === 'POST misure/invalide' && campo === 'da' && codice === 'not_allowed') ||
  (campo === 'password' && codice === 'required');
/** Neither taken nor refused by the name of the field. */
const badlyRefused = (answers: readonly Answer[]) =>
  answers.filter(answer => {
    const { key, status, campo, place } = answer;
    const isOfField = isTable(key)
      ? campo !== undefined
      : String(campo).startsWith(place.split('.')[0] ?? '');
    const isNamed = status === 422 && isOfField;
    return status >= 400 && !isRefusedElsewhere(answer) && !isNamed;
  });

/** Rows of an answer: of JSON, or the lines of a table below its heads. */
function rowsIn(text: string): number | undefined {
  if (!text.startsWith('{')) return text.trim().split('\n').length - 1;
  const answer = JSON.parse(text);
  return (answer.righe ?? answer.allarmi)?.length;
}

test('C03, C04: SQL and ways out of a folder in a query are refused or find nothing', async () => {
  const found: string[] = [];
  for (const key of keys.filter(name => name.startsWith('GET '))) {
    const { query }: Endpoint = contract[key];
    if (!query || !('entries' in query)) continue;
    const example = await exampleCalls[key](datalogger, token);
    for (const name of Object.keys(Object(query.entries))) {
      for (const payload of [...sqlPayloads, ...pathPayloads]) {
        const search = searchOf({ ...example.query, [name]: payload });
        const reply = await datalogger.request(`/api/${example.path}${search}`, { token });
        const what = `${key} ${name}=${payload}: ${reply.status}`;
        expect([200, 400], what).toContain(reply.status);
        if (reply.status === 200 && rowsIn(await reply.text()) !== 0) found.push(what);
      }
    }
  }
  expect(found).toEqual([]);
});

/** Names and notes for people, and credentials for other servers: kept as typed, never part of a command. */
const freeTexts = [
  // Names of a database and its owner: parameters of an address, encoded.
  ...['archivio', 'organizzazione'],
  'cartella',
  'comune',
  'contatto',
  'dso',
  'esito',
  ...['firmware', 'incentivo', 'indirizzo', 'marca', 'modello', 'motivo', 'nome', 'nome_mittente', 'nota'],
  ...['note', 'password', 'posizione', 'seriale', 'testo', 'titolare', 'titolo', 'user', 'utente'],
];

test('C01: no text is a command: only names, notes and credentials take it, and all else refuses it by name', async () => {
  const answers = await attack(shellPayloads);
  const bare = answers.filter(({ place }) => !freeTexts.includes(place.split('.').at(-1) ?? ''));
  expect(takenBy(bare), mend(bare)).toEqual([]);
  expect(badlyRefused(answers)).toEqual([]);
  expect(existsSync(canary)).toBe(false);
});

test('C02, C09: no text is a second line of a file, of a header or of what is said to another server', async () => {
  const answers = await attack(linePayloads);
  const isLineEnd = ({ payload }: Answer) => /^[^\p{Cc}]*\n[^\p{Cc}]*$/u.test(payload);
  const others = answers.filter(answer => !isLineEnd(answer));
  expect(takenBy(others), mend(others)).toEqual([]);
  // What is said of an alarm, or written into the log book, may have several lines, and stays in the database.
  expect(takenBy(answers.filter(isLineEnd))).toEqual(['esito', 'motivo', 'nota', 'testo']);
  expect(badlyRefused(answers)).toEqual([]);
});

test('C16: no text that is kept holds what nobody sees: names, notes and addresses say so by the name of the field', async () => {
  const answers = await attack(unseenPayloads);
  // Passwords are taken as typed.
  const bare = answers.filter(({ place }) => !place.endsWith('password'));
  expect(takenBy(answers), mend(bare)).toEqual(['password']);
  expect(badlyRefused(answers)).toEqual([]);
  const codesAt = (field: RegExp) =>
    answers.filter(({ place, status }) => field.test(place) && status === 422).map(({ codice }) => codice);
  expect(codesAt(/(^|\.)nome$/).length).toBeGreaterThan(100);
  expect(new Set(codesAt(/(^|\.)nome$/))).toEqual(new Set(['invisible']));
  for (const field of [/^note$/, /^nota$/, /^motivo$/, /^cartella$/])
    expect(codesAt(field)).toContain('invisible');
});

test('C03: a way out of a folder is no path: the one field that names a folder refuses it', async () => {
  const answers = await attack(pathPayloads);
  expect(badlyRefused(answers)).toEqual([]);
  const isWayOut = ({ place, payload }: Answer) => place === 'cartella' && /^\.\.[\\/]/.test(payload);
  const folders = answers.filter(isWayOut).map(({ status }) => status);
  expect(new Set(folders)).toEqual(new Set([422]));
});

test('C04: a text with SQL in it is kept as typed, and every table stays', async () => {
  expect(badlyRefused(await attack(sqlPayloads))).toEqual([]);
  for (const nome of sqlPayloads) {
    const options = { method: 'PUT', token, headers: { 'If-Match': '*' }, json: { nome } };
    expect(await (await datalogger.request('/api/account/2', options)).json()).toMatchObject({ nome });
  }
  for (const role of ['admin', 'normal', 'cci'] as const) expect(datalogger.login(role)).not.toBe('');
});

test('C13: no validator takes long, whatever is written into its field', async () => {
  const slow: string[] = [];
  const parts = ['a', '0', ' ', '/', '1.', 'a-', 'a@', '/..', 'a b', ':a', '://a.'];
  const texts = parts.flatMap(part => {
    const long = part.repeat(100_000 / part.length);
    return [long, `${long}!`, `http://${long} `, `a@${long}`];
  });
  for (const key of keys) {
    const { body, query }: Endpoint = contract[key];
    const example = await exampleCalls[key](datalogger, token);
    for (const schema of [body, query]) {
      if (!schema) continue;
      const parse = (input: unknown) => v.safeParse(schema, input);
      for (const place of textPlaces((schema === body ? example.json : example.query) ?? {}, schema)) {
        for (const text of texts) {
          const input = place.with(text);
          // Once more before it counts: a collection of garbage is nobody's fault.
          if (cpuMs(() => parse(input)) > 50 && cpuMs(() => parse(input)) > 50)
            slow.push(`${key} ${place.path}: ${text.slice(0, 12)}`);
        }
      }
    }
  }
  expect(slow).toEqual([]);
});

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
