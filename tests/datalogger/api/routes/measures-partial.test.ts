import { afterEach, beforeEach, expect, test } from 'vitest';
import { powerSources, quality } from '../../../../src/contract/codes';
import type { Table } from '../../../../src/contract/measures';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';

let datalogger: TestDatalogger;

beforeEach(async () => {
  datalogger = await startDatalogger({ at: '2026-06-10T12:00:00+02:00' });
});
afterEach(() => datalogger.close());

async function ask(path: string): Promise<Table> {
  const response = await datalogger.request(`/api/dati_impianto/${path}`, {
    token: datalogger.login('admin'),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test.each([
  ['does not answer', () => datalogger.plant.inject({ kind: 'inverter-silent', inverter: 2 })],
  ['does not answer', () => datalogger.plant.inject({ kind: 'override-silent', group: 'inverter', id: 2 })],
])(
  'M4: without the inverter that %s the plant is doubtful, its power comes from the meter, and no slot is lost',
  async (_, fail) => {
    await datalogger.run(60);
    expect((await ask('RT?m=impianto')).colonne.q).toEqual([quality.good]);
    fail();
    await datalogger.run(31 * 60);
    const { colonne } = await ask('RT?m=impianto,inverter.pac');
    const [whole, first] = colonne.pac ?? [];
    expect(colonne.q).toEqual([quality.uncertain, quality.good, quality.bad]);
    expect(whole).toBeGreaterThan(1.9 * Number(first));
    expect(colonne.fonte_pac?.[0]).toBe(powerSources.productionMeter);
    expect(colonne.eday?.[0]).toBeGreaterThan(0);
    const day = await ask('daily?m=impianto.pac,impianto.eday&d=2026-06-10');
    const slots = day.colonne['impianto.pac']?.slice(48, 50);
    expect(slots).toEqual([expect.any(Number), expect.any(Number)]);
    // The power of the day shows no loss where only the connection is missing.
    expect(slots?.[1]).toBeGreaterThan(0.9 * Number(slots?.[0]));
    datalogger.plant.inject({ kind: 'override-silent', group: 'contatori', id: 1 });
    datalogger.plant.inject({ kind: 'override-silent', group: 'contatori', id: 2 });
    await datalogger.run(60);
    const sum = (await ask('RT?m=impianto,inverter.pac')).colonne;
    expect(sum.pac?.[0]).toBe(sum.pac?.[1]);
    expect(sum.fonte_pac?.[0]).toBe(powerSources.inverters);
    datalogger.plant.clearFaults();
    await datalogger.run(60);
    expect((await ask('RT?m=impianto')).colonne.q).toEqual([quality.good]);
  },
);
