import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  controllerCodes,
  dashboardCodes,
  inverterCodes,
  stringCodes,
} from '../../../../src/console/data/live-codes';
import { inverterStates } from '../../../../src/contract/codes';
import type { Moment, Table } from '../../../../src/contract/measures';
import { readCodes } from '../../../../src/datalogger/api/support/measures-live';
import { moment } from '../../../../src/datalogger/api/support/measures-moment';
import { fieldsOf } from '../../../../src/datalogger/storage/measures/kept';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';

const noonS = Date.parse('2026-06-10T12:00:00+02:00') / 1000;
let datalogger: TestDatalogger;

beforeAll(async () => {
  datalogger = await startDatalogger({
    size: 'medium',
    at: '2026-06-10T12:30:00+02:00',
    historyDays: 4,
    hasOneClock: true,
  });
  datalogger.plant.inject({ kind: 'inverter-silent', inverter: 9 });
  datalogger.plant.inject({ kind: 'inverter-trip', inverter: 7, cause: 'ground' });
  await datalogger.run(900);
});
afterAll(() => datalogger.close());

const ask = (path: string, role: TestRole = 'normal') =>
  datalogger.request(`/api/${path}`, { token: datalogger.login(role) });

async function momentOf(m: string, t: number): Promise<Moment> {
  const reply = await ask(`dati_impianto/momento?m=${m}&t=${t}`);
  expect(reply.status).toBe(200);
  return reply.json();
}

/** The cell of a device of a group, which is undefined where there is no such column. */
function cell({ colonne }: Pick<Table, 'colonne'>, column: string, group: string, id: number) {
  const row = (colonne.id ?? []).findIndex(
    (each, index) => each === id && (colonne.gruppo?.[index] ?? group) === group,
  );
  return colonne[column]?.[row];
}

test('a moment is the slot of the archive, and its energies are those of the day until then', async () => {
  const table = await momentOf(dashboardCodes, noonS + 20);
  expect(table).toMatchObject({ t: noonS, passo: 1 });
  const day = await (
    await ask('dati_impianto/daily?m=impianto.pac,impianto.poa&d=2026-06-10&passo=1')
  ).json();
  const row = day.colonne.t.indexOf(noonS);
  expect(cell(table, 'pac', 'impianto', 1)).toBe(day.colonne['impianto.pac'][row]);
  expect(cell(table, 'poa', 'impianto', 1)).toBe(day.colonne['impianto.poa'][row]);
  const quarters = await (await ask('dati_impianto/daily?m=impianto.eday&d=2026-06-10')).json();
  const morning: number = quarters.colonne['impianto.eday']
    .slice(0, quarters.colonne.t.indexOf(noonS))
    .reduce((sum: number, kwh: number | null) => sum + (kwh ?? 0), 0);
  const untilS = await momentOf('impianto.eday', noonS - 60);
  expect(cell(untilS, 'eday', 'impianto', 1)).toBeCloseTo(morning, 0);
  expect(morning).toBeGreaterThan(500);
  expect(Number(cell(await momentOf('impianto.pr', noonS), 'pr', 'impianto', 1))).toBeGreaterThan(60);
});

test('what the archive does not hold is not there: no name, no configured point, no point that is only live', async () => {
  const { colonne } = await momentOf(inverterCodes, noonS);
  expect(Object.keys(colonne).sort()).toEqual(
    ['dev', 'eday', 'eff', 'id', 'pac', 'pdc', 'q', 'stato', 'tsnk', 'udc', 'yday'].sort(),
  );
  expect(colonne.id).toHaveLength(10);
  expect((await momentOf('mppt', noonS)).colonne).toEqual({});
});

test('it has the states that the powers tell, and says of whom nothing was measured', async () => {
  const before = await momentOf(inverterCodes, noonS);
  const after = await momentOf(dashboardCodes, noonS + 2520);
  expect(cell(before, 'stato', 'inverter', 9)).toBe(inverterStates.mppt);
  expect(cell(before, 'q', 'inverter', 9)).toBe(192);
  expect(cell(after, 'stato', 'inverter', 9)).toBeNull();
  expect(cell(after, 'q', 'inverter', 9)).toBe(0);
  expect(cell(after, 'pac', 'inverter', 9)).toBeNull();
  // It stood still in full sun, for a reason that the archive does not tell.
  expect(cell(after, 'stato', 'inverter', 7)).toBeNull();
  expect(cell(after, 'pac', 'inverter', 7)).toBe(0);
  expect(cell(await momentOf(inverterCodes, noonS - 10 * 3600), 'stato', 'inverter', 7)).toBe(
    inverterStates.sleeping,
  );
  // The sums of the plant lack an inverter.
  expect(cell(after, 'q', 'impianto', 1)).toBe(64);
});

test('where the minutes are over it is a quarter of an hour; before the archive and after now it is nothing', async () => {
  const old = await momentOf(stringCodes, noonS - 3 * 86_400 + 100);
  expect(old).toMatchObject({ t: noonS - 3 * 86_400, passo: 15 });
  for (const t of [noonS - 3000 * 86_400, noonS + 86_400]) {
    const { colonne } = await momentOf(dashboardCodes, t);
    expect(colonne.pac ?? []).toEqual([]);
  }
});

test('a role reads of the past what it reads of the present', async () => {
  const codeOf = async (m: string) => (await ask(`dati_impianto/momento?m=${m}&t=${noonS}`, 'cci')).status;
  expect(await codeOf('inverter.pac')).toBe(200);
  expect(await codeOf('stringhe.i')).toBe(403);
  expect((await datalogger.request(`/api/dati_impianto/momento?m=impianto&t=${noonS}`)).status).toBe(401);
  expect((await ask(`dati_impianto/momento?m=${controllerCodes}&t=${noonS}`, 'cci')).status).toBe(200);
});

test('the alarms of a moment are those whose condition was true', async () => {
  const at = async (t: number, role: TestRole = 'normal') =>
    (await (await ask(`allarmi/momento?t=${t}`, role)).json()).righe.map(
      ([, code, group, device, , priority, begin, waits]: (string | number)[]) => {
        expect(begin).toBeLessThanOrEqual(t);
        return `${code} ${group} ${device} ${priority} ${waits}`;
      },
    );
  const then = await at(noonS + 2520);
  expect(then).toContain('INV08 inverter 7 1 1');
  expect(await at(noonS)).not.toContain('INV08 inverter 7 1 1');
  expect(await at(noonS + 2520, 'cci')).toEqual(
    then.filter((alarm: string) => / (inverter|spi|cci) /.test(alarm)),
  );
  const { righe } = await (await ask('allarmi?tipo=inverter&dispositivo=7')).json();
  const path = `/api/allarmi/${righe[0].id}/riconosci`;
  await datalogger.request(path, { method: 'POST', token: datalogger.login('normal'), json: {} });
  await datalogger.run(60);
  expect(await at(noonS + 2520)).toContain('INV08 inverter 7 1 1');
  expect(await at(noonS + 2520 + 240)).toContain('INV08 inverter 7 1 0');
});

test('a moment of the largest screen, its alarms with it, costs at most 6 kB', () => {
  const store = openMeasures(':memory:');
  const width = fieldsOf('stringhe').length;
  const ids = Array.from({ length: 1480 }, (_, index) => index + 1);
  const values = new Float64Array(ids.length * width).fill(Number.NaN);
  ids.forEach((_, device) => {
    // Currents of 9 A that differ by 2 %, as in full sun.
    values.set([60, 1000 * (9 + 0.2 * Math.sin(device * 7919)), 9300], device * width);
  });
  store.put('minute', 'stringhe', { t: noonS, ids, values });
  const table = moment(store, 'Europe/Rome', stringCodes, readCodes(stringCodes, 'normal'), {
    from: noonS,
    to: noonS + 60,
  });
  expect(table.colonne.i).toHaveLength(1480);
  const alarms = Array.from({ length: 40 }, (_, index) => [
    ...[90_000 + index * 37, 'STR02', 'stringhe', index * 31, `QS ${index}.12`, 3],
    ...[noonS - index * 977, index % 2],
  ]);
  const bytes = (answer: unknown) => gzipSync(JSON.stringify(answer)).length;
  const size = bytes(table) + bytes({ t: noonS, totale: 40, righe: alarms });
  expect(size).toBeLessThan(6000);
  store.close();
});
