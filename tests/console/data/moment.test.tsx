import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmCommand, selectCommand } from '../../../src/console/data/commands';
import { asOfThen, codesIn, readMoment } from '../../../src/console/data/moment';
import { readTable } from '../../../src/console/data/table';
import { call, setReadOnly } from '../../../src/console/data/transport';
import { readDevices } from '../../../src/console/device-screens/device-list';
import { type ConsolePage, openConsole } from '../../support/console-page';

let page: ConsolePage;
const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;

beforeEach(async () => {
  page = await openConsole('admin', [], { historyDays: 1 });
});
afterEach(async () => {
  setReadOnly(false);
  await page.close();
});

test('a table of then has the devices of now with their configured points, and no live value', () => {
  const now = readTable({
    t: 1000,
    colonne: {
      id: [1, 2],
      nome: ['INV 01', 'INV 02'],
      stato: [4, 4],
      eta: [2, 2],
      q: [192, 192],
      pac: [90, 91],
      riso: [500, 600],
      pn: [100, 100],
    },
  });
  const then = readTable({ t: 400, colonne: { id: [1, 9], stato: [5, 4], q: [192, 192], pac: [40, 41] } });
  const table = readTable(asOfThen(now, then));
  expect(table.t).toBe(400);
  expect(Object.fromEntries(table.columns)).toEqual({
    id: [1, 2],
    nome: ['INV 01', 'INV 02'],
    stato: [5, null],
    eta: [null, null],
    // Nothing was measured of the second; the third is no longer there.
    q: [192, 0],
    pac: [40, null],
    riso: [null, null],
    pn: [100, 100],
  });
  const [, second] = readDevices(table, 'inverter', ['pac', 'pn']).devices;
  expect(second?.values).toEqual(
    new Map([
      ['pac', null],
      ['pn', 100],
    ]),
  );
});

test('only live values have a past', () => {
  expect(codesIn('/api/dati_impianto/RT?m=impianto%2Cinverter.pac')).toBe('impianto,inverter.pac');
  expect(codesIn('/api/allarmi?stato=correnti')).toBeNull();
});

test('a moment is read whole or not at all', async () => {
  const { atS, minutes, tables, alarms } = await readMoment(noonS, ['inverter.pac', 'impianto.poa']);
  expect([atS, minutes]).toEqual([noonS, 1]);
  expect(tables.get('inverter.pac')?.columns.get('id')?.length).toBeGreaterThan(0);
  expect(alarms.counts.priorities).toHaveLength(4);
  page.refuse('/api/allarmi/momento', 404);
  await expect(readMoment(noonS, ['inverter.pac'])).rejects.toMatchObject({
    reason: 'missing allarmi/momento',
  });
});

test('while the past is shown no order leaves the console, whichever button it comes from', async () => {
  const [wish] = [{ oggetto: 'spi.1', azione: 'azzera_contatori' } as const];
  setReadOnly(true);
  const before = page.requests.length;
  expect((await selectCommand(wish)).kind).toBe('refused');
  const selected = {
    id: 'x',
    untilMs: 0,
    old: null,
    next: null,
    limitKw: null,
    devices: null,
    isPlantWide: false,
  };
  expect((await confirmCommand(selected)).kind).toBe('refused');
  const acknowledging = call('POST allarmi/:id/riconosci', { params: { id: '1' }, body: { nota: '' } });
  await expect(acknowledging).rejects.toThrow();
  await expect(call('DELETE config/inverters/:id', { params: { id: '1' }, ifMatch: '*' })).rejects.toThrow();
  expect(page.requests.slice(before).filter(path => !path.startsWith('/api/allarmi'))).toEqual([]);
  // Reading, the session and notes go on.
  await call('GET allarmi/conteggi', {});
  await call('GET diario', { query: {} });
  setReadOnly(false);
  expect((await selectCommand(wish)).kind).toBe('done');
});
