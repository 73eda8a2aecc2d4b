import { gzipSync } from 'node:zlib';
import { parse } from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { Table } from '../../../../src/contract/measures';
import { startDatalogger, type TestDatalogger, type TestRole } from '../../../support/datalogger';

let datalogger: TestDatalogger;
afterEach(() => datalogger.close());

async function ask(path: string, role: TestRole = 'normal') {
  return datalogger.request(`/api/dati_impianto/${path}`, { token: datalogger.login(role) });
}

async function tableOf(path: string): Promise<Table> {
  return parse(Table, await (await ask(path)).json());
}

const numbersOf = (table: Table, column: string) => (table.colonne[column] ?? []).map(Number);

test('an open string lost what the median of its inverter made while it was open, the others next to nothing', async () => {
  datalogger = await startDatalogger({ size: 'medium', at: '2026-06-10T12:00:00+02:00' });
  datalogger.plant.inject({ kind: 'string-open', string: 5 });
  await datalogger.run(1800);
  const lost = await tableOf('energia_persa?d=2026-06-10');
  const live = await tableOf('RT?m=stringhe.1.p,stringhe.2.p,stringhe.3.p,stringhe.4.p');
  const beside = numbersOf(live, 'p').sort((a, b) => a - b);
  const persa = new Map(numbersOf(lost, 'id').map((id, row) => [id, numbersOf(lost, 'persa')[row] ?? 0]));
  expect(persa.size).toBe(80);
  expect(persa.get(5)).toBeGreaterThan((beside[0] ?? 0) / 2 - 0.3);
  expect(persa.get(5)).toBeLessThan((beside[3] ?? 0) / 2 + 0.3);
  for (const [id, kwh] of persa) if (id !== 5) expect(kwh).toBeLessThan(0.3);
});

test('a day without strings in the archive has no rows, and a cci user may not ask', async () => {
  datalogger = await startDatalogger({ size: 'medium' });
  expect((await tableOf('energia_persa?d=2026-05-10')).colonne).toEqual({ id: [], persa: [] });
  expect((await ask('energia_persa?d=2026-06-10', 'cci')).status).toBe(403);
  expect((await ask('energia_persa?d=2026-06-31')).status).toBe(400);
});

test('one answer with all 1,480 strings of the largest plant is 11 kB at most', async () => {
  datalogger = await startDatalogger({ size: 'xl', at: '2026-06-10T13:42:10+02:00', hasNaturalFaults: true });
  const m = 'stringhe.i,stringhe.quadro,stringhe.inverter,inverter.udc,impianto.poa';
  const text = await (await ask(`RT?m=${m}`)).text();
  expect(JSON.parse(text).colonne.id).toHaveLength(1480 + 64 + 1);
  expect(gzipSync(text).length).toBeLessThan(11_000);
});
