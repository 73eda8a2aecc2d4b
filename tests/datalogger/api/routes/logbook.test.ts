import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogEntry } from '../../../../src/contract/logbook';
import type { Report } from '../../../../src/contract/reports';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-21T12:00:00+02:00' });
});
afterEach(() => datalogger.close());

const noon = Date.parse('2026-06-21T12:00:00+02:00') / 1000;

function call(who: 'admin' | 'normal' | 'cci', method: string, path: string, json?: object) {
  return datalogger.request(`/api/${path}`, { method, token: datalogger.login(who), ...(json && { json }) });
}
async function costs(): Promise<Record<string, number>> {
  const reply = await call('admin', 'GET', 'report?tipo=giornaliero&d=2026-06-21');
  const { perdite } = (await reply.json()) as Report;
  return Object.fromEntries(perdite.cause.map(({ causa, persa }) => [causa, persa]));
}

test('a note on an alarm states the cause of its standstill, until it is removed; both are in the audit log', async () => {
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' }, 900);
  await datalogger.run(1200);
  const before = await costs();
  expect(before.guasto).toBeGreaterThan(10);
  const { righe } = await (await call('normal', 'GET', 'allarmi?stato=storico&tipo=inverter')).json();
  const { id } = righe.find(({ codice }: { codice: string }) => codice === 'INV08');
  const added = await call('normal', 'POST', 'diario', {
    allarme: id,
    testo: 'Sostituita la scheda, fermo concordato',
    causa: 'pianificata',
  });
  expect(added.status, await added.clone().text()).toBe(200);
  const note = (await added.json()) as LogEntry;
  expect(note).toMatchObject({
    gruppo: 'inverter',
    dispositivo: 3,
    allarme: id,
    a: null,
    causa: 'pianificata',
  });
  const stated = await costs();
  expect(stated.pianificata).toBeCloseTo(before.guasto ?? 0, 2);
  expect(stated.guasto).toBeUndefined();

  expect((await call('cci', 'DELETE', `diario/${note.id}`)).status).toBe(403);
  expect((await call('admin', 'DELETE', `diario/${note.id}`)).status).toBe(200);
  expect(await costs()).toEqual(before);
  const { righe: audit } = await (await call('admin', 'GET', `registro?oggetto=allarmi/${id}`)).json();
  expect(JSON.stringify(audit)).toContain('Sostituita la scheda');
});

test('a note on a time divides what was lost in it, and stands in the report of its day', async () => {
  await datalogger.run(60);
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 3, cause: 'ground' });
  await datalogger.run(3600);
  const before = await costs();
  const half = { da: noon + 1800, a: noon + 3600 };
  const about = { gruppo: 'inverter', dispositivo: 3, testo: 'Lavori in cabina', causa: 'manutenzione' };
  expect((await call('admin', 'POST', 'diario', { ...about, ...half })).status).toBe(200);
  const after = await costs();
  expect((after.manutenzione ?? 0) + (after.guasto ?? 0)).toBeCloseTo(before.guasto ?? 0, 2);
  expect((after.manutenzione ?? 0) / (before.guasto ?? 1)).toBeGreaterThan(0.45);
  expect((after.manutenzione ?? 0) / (before.guasto ?? 1)).toBeLessThan(0.55);
  const report = await (await call('normal', 'GET', 'report?tipo=giornaliero&d=2026-06-21')).json();
  expect(report.note).toMatchObject([{ testo: 'Lavori in cabina', nome: 'INV 03', ...half }]);
});

test('what cannot be is refused, and a cci user keeps to its equipment and states no cause', async () => {
  const post = async (who: 'admin' | 'cci', json: object) => (await call(who, 'POST', 'diario', json)).status;
  const plain = { testo: 'Sfalcio' };
  expect(await post('admin', plain)).toBe(200);
  expect(await post('admin', { ...plain, da: noon + 9999 })).toBe(422);
  expect(await post('admin', { ...plain, da: noon - 10, a: noon - 20 })).toBe(422);
  expect(await post('admin', { ...plain, causa: 'guasto' })).toBe(422);
  expect(await post('admin', { ...plain, gruppo: 'inverter', dispositivo: 99 })).toBe(422);
  expect(await post('admin', { ...plain, allarme: 999_999 })).toBe(404);
  expect(await post('admin', { testo: '' })).toBe(422);
  expect(await post('cci', plain)).toBe(404);
  expect(await post('cci', { ...plain, gruppo: 'spi', dispositivo: 1 })).toBe(200);
  const times = { da: noon - 900, a: noon - 60 };
  expect(await post('cci', { ...plain, ...times, gruppo: 'spi', dispositivo: 1, causa: 'rete' })).toBe(422);
  const seen = async (who: 'admin' | 'cci') => (await (await call(who, 'GET', 'diario')).json()).note.length;
  expect([await seen('admin'), await seen('cci')]).toEqual([2, 1]);
});

test('prices are for nobody with the role cci', async () => {
  const plant = async (who: 'admin' | 'cci') => (await call(who, 'GET', 'impianto/1')).json();
  expect(await plant('admin')).toHaveProperty('tariffa');
  const seen = JSON.stringify(await plant('cci'));
  expect(seen).not.toContain('tariffa');
  expect(seen).not.toContain('€');
  expect((await call('cci', 'GET', 'report?tipo=mensile&d=2026-06')).status).toBe(403);
});

test('a string box has notes of its own, by its name, which are not those of its strings nor for a cci user', async () => {
  const about = { gruppo: 'box-stringhe', dispositivo: 1, testo: 'Fusibile cambiato' };
  expect((await call('normal', 'POST', 'diario', about)).status).toBe(200);
  expect((await call('normal', 'POST', 'diario', { ...about, dispositivo: 9999 })).status).toBe(422);
  expect((await call('cci', 'POST', 'diario', about)).status).toBe(404);
  const seen = async (who: 'normal' | 'cci', query: string) =>
    (await (await call(who, 'GET', `diario?${query}`)).json()).note;
  const box = datalogger.config.devices.find('box-stringhe', 1);
  expect(await seen('normal', 'gruppo=box-stringhe&dispositivo=1')).toMatchObject([{ nome: box?.nome }]);
  expect(await seen('normal', 'gruppo=stringhe&dispositivo=1')).toEqual([]);
  expect(await seen('cci', 'gruppo=box-stringhe')).toEqual([]);
});

test('G05: an account writes at most 30 notes in ten minutes and 200 in a day; others still write', async () => {
  const write = async (who: 'admin' | 'normal') =>
    (await call(who, 'POST', 'diario', { gruppo: 'impianto', testo: 'Ancora' })).status;
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1) statuses.push(await write('normal'));
  expect(statuses.filter(status => status === 200)).toHaveLength(30);
  expect([statuses.at(-1), await write('admin')]).toEqual([429, 200]);
  let written = 30;
  for (let span = 0; span < 8; span += 1) {
    datalogger.clock.advance(601_000);
    for (let at = 0; at < 30; at += 1) if ((await write('normal')) === 200) written += 1;
  }
  expect(written).toBe(200);
});
