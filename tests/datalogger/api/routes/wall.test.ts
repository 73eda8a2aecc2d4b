import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { languageCodes } from '../../../../src/contract/languages';
import type { WallView } from '../../../../src/contract/wall';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ at: '2026-06-10T10:00:00Z', historyDays: 1 });
});
afterEach(() => datalogger.close());

const admin = () => datalogger.login('admin');

async function make(disposizione: 'sala' | 'pubblica', lingua = 'it') {
  const json = { nome: `Atrio ${disposizione} ${lingua}`, disposizione, lingua };
  const reply = await datalogger.request('/api/schermi', { method: 'POST', token: admin(), json });
  expect(reply.status).toBe(200);
  return reply.json();
}

const ask = (token: string, path = 'schermo/dati') =>
  datalogger.request(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
const viewOf = async (token: string): Promise<WallView> => (await ask(token)).json();

test('a token reads its page and nothing else, until it is revoked', async () => {
  expect((await ask('AAAAA-BBBBB')).status).toBe(404);
  const { id, token } = await make('sala');
  expect(token).toMatch(/^(\w{5}-){4}\w{5}$/);
  expect((await ask(token)).status).toBe(200);
  expect((await ask(token.toLowerCase())).status).toBe(200);
  expect((await ask('AAAAA-BBBBB')).status).toBe(401);
  for (const path of ['allarmi', 'schermi', 'dati_impianto/energia_oggi', 'account', 'report'])
    expect((await ask(token, path)).status, path).toBe(401);
  const session = await datalogger.request('/api/schermo/dati', { token: admin() });
  expect(session.status).toBe(401);
  const listed = await (await datalogger.request('/api/schermi', { token: admin() })).text();
  expect(listed).not.toContain(token);
  expect(JSON.parse(listed).schermi).toMatchObject([
    { id, nome: 'Atrio sala it', visto: Math.floor(datalogger.clock.now() / 1000) },
  ]);
  const gone = await datalogger.request(`/api/schermi/${id}`, { method: 'DELETE', token: admin() });
  expect(gone.status).toBe(204);
  expect((await ask(token)).status).toBe(404);
  const rows = datalogger.config.audit.newest(10).filter(({ action }) => action.startsWith('wall.'));
  expect(rows.map(({ action, object, user }) => [action, object, user])).toEqual([
    ['wall.delete', `schermi/${id}`, 'admin'],
    ['wall.create', `schermi/${id}`, 'admin'],
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('the token is nowhere in the data folder', async () => {
  const { token } = await make('sala');
  expect(JSON.stringify(datalogger.config.wallDisplays.all())).not.toContain(token);
  const dataFolder = mkdtempSync(join(tmpdir(), 'wall-'));
  const kept = await startDatalogger({ dataFolder });
  const json = { nome: 'Sala', disposizione: 'sala', lingua: 'it' };
  const reply = await kept.request('/api/schermi', { method: 'POST', token: kept.login('admin'), json });
  const made = await reply.json();
  kept.close();
  const content = readdirSync(dataFolder)
    .filter(name => name.startsWith('config.db'))
    .map(name => readFileSync(join(dataFolder, name), 'latin1'))
    .join('');
  expect(content.includes('wall_display')).toBe(true);
  expect(content.includes(made.token)).toBe(false);
  rmSync(dataFolder, { recursive: true });
});

test('the figures are those of the console, in the language and the format of the display', async () => {
  await datalogger.run(30);
  const { token } = await make('sala', 'de');
  const view = await viewOf(token);
  const query = '/api/dati_impianto/RT?m=impianto,inverter.pac';
  const { colonne } = await (await datalogger.request(query, { token: admin() })).json();
  const shown = (value: number, decimals: number) =>
    value.toLocaleString('de-DE', {
      useGrouping: true,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  expect(view.grandezze.map(({ valore, unita }) => `${valore} ${unita}`)).toEqual([
    `${shown(colonne.pac[0], 1)} kW`,
    `${shown(colonne.eday[0], 1)} kWh`,
    expect.stringMatching(/ [kM]Wh$/),
    expect.stringMatching(/ [kM]Wh$/),
    `${shown(colonne.pr[0], 1)} %`,
    `${shown(colonne.poa[0], 0)} W/m²`,
  ]);
  expect(view.grandezze[0]?.nome).toBe('Wirkleistung');
  expect(view.inverter).toHaveLength(colonne.gruppo.filter((group: string) => group === 'inverter').length);
  expect(view.curva.misurata).toMatch(/^M[\d.]+ [\d.]+L/);
  expect(view.fermo).toBeNull();
});

test('the control room has alarms and inverters, a public hall neither, whatever happens', async () => {
  const [sala, pubblica] = [await make('sala'), await make('pubblica')];
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 1, cause: 'ground' });
  await datalogger.run(60);
  const room = await viewOf(sala.token);
  expect(room.allarmi?.righe[0]).toMatchObject({ priorita: 1, dispositivo: 'INV 01' });
  expect(room.inverter[0]).toMatchObject({ nome: 'INV 01', segno: 1 });
  expect(room.titolo).toBe('In produzione, con anomalie');
  const hall = await viewOf(pubblica.token);
  expect([hall.allarmi, hall.inverter, hall.titolo]).toEqual([null, [], 'In produzione']);
  expect(JSON.stringify(hall)).not.toContain('INV 01');
});

test('every text is there in every language', async () => {
  for (const lingua of languageCodes) {
    const { token } = await make('sala', lingua);
    const view = await viewOf(token);
    const { curva, grandezze, allarmi } = view;
    const texts = [view.titolo, view.frase, view.data, view.senza_risposta, view.revocato, curva.titolo];
    const others = [...curva.nomi, ...grandezze.map(({ nome }) => nome), allarmi?.titolo ?? ''];
    for (const text of [...texts, ...others]) expect(text, lingua).toMatch(/\p{L}{2}/u);
    expect(JSON.stringify(view), lingua).not.toContain('{{');
  }
});

test('the page is small, has its own policy, and comes from the datalogger alone', async () => {
  const reply = await datalogger.request('/api/schermo', { headers: { 'Accept-Encoding': 'gzip' } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-/,
  );
  expect((await reply.arrayBuffer()).byteLength).toBeLessThan(6500);
  const html = await (await datalogger.request('/api/schermo')).text();
  expect(html).not.toMatch(/https?:\/\/|src=|innerHTML/);
  const again = { 'If-None-Match': reply.headers.get('etag') ?? '' };
  expect((await datalogger.request('/api/schermo', { headers: again })).status).toBe(304);
  expect((await datalogger.request('/api/schermo', { method: 'POST' })).status).toBe(405);
});

test('at most twenty displays, and none from anybody but an administrator', async () => {
  const json = { nome: 'X', disposizione: 'sala', lingua: 'it' };
  const post = (token: string) => datalogger.request('/api/schermi', { method: 'POST', token, json });
  expect((await post(datalogger.login('normal'))).status).toBe(403);
  const token = admin();
  for (let n = 0; n < 20; n += 1) expect((await post(token)).status).toBe(200);
  expect((await post(token)).status).toBe(409);
});
