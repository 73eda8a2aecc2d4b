import { afterAll, beforeAll, expect, test } from 'vitest';
import { configClient } from '../../../support/config-client';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { configureTable, readsTable } from '../../../support/table-plant';

/*
 * A plant that is a table of numbers takes the simulator's place: what a source brings is little, what the datalogger makes of it all.
 */
let datalogger: TestDatalogger;
let client: ReturnType<typeof configClient>;

beforeAll(async () => {
  datalogger = await startDatalogger({ ...readsTable, at: '2026-06-10T12:00:00+02:00' });
  await configureTable(datalogger);
  client = configClient(datalogger);
  await datalogger.run(1200);
});

afterAll(() => datalogger.close());

const first = async (group: string, id = 1) => (await client.rows(group)).get(id);

test('what devices say is shown, what they do not say is missing', async () => {
  expect(await first('inverter')).toMatchObject({
    nome: 'Est',
    q: 192,
    pac: 81.5,
    uab: 398,
    tcab: null,
    riso: null,
  });
  expect(await first('contatori', 2)).toMatchObject({ nome: 'Scambio', p: 131.4, ua: null });
});

test('what is derived is derived here: apparent power, power factor, efficiency, comparison, energy of the day', async () => {
  const inverter = await first('inverter');
  expect(inverter).toMatchObject({ sac: 81.6, cosphi: 0.999, eff: 98.2, pn: 100, kwp: 110 });
  // It is alone on its planes: there is nothing to compare it with.
  expect(inverter?.dev).toBeNull();
  // Its lifetime counter has not moved since it was seen first.
  expect(inverter?.eday).toBe(0);
  expect(await first('stringhe', 100_101)).toMatchObject({
    nome: 'Q1 S01',
    i: 8.75,
    p: 6.23,
    dev: 0.9,
    classe: 0,
  });
});

test('the plant is the sum of its devices, with what is expected of it and how it performs', async () => {
  const plant = await first('impianto');
  expect(plant).toMatchObject({ pac: 160.8, pimm: 131.4, pprel: 0, pauto: 28.7, poa: 905, tmod: 47.5 });
  expect(plant).toMatchObject({ inverter_attivi: 2, stato: 4, disp: 100 });
  // 220 kWp in 905 W/m² at 47.5 °C, with the nominal losses.
  expect(Number(plant?.pattesa)).toBeGreaterThan(150);
  expect(Number(plant?.pattesa)).toBeLessThan(190);
  expect(Number(plant?.eattesa) / (Number(plant?.pattesa) / 3)).toBeCloseTo(1, 1);
  expect(Number((await first('sensori'))?.sereno)).toBeGreaterThan(850);
});

test('the archive holds its minutes, and the report of the day its energy', async () => {
  const { colonne } = await client.get('dati_impianto/daily?m=inverter.1.pac&d=2026-06-10&passo=5');
  const measured = Object.values<(number | null)[]>(colonne)
    .at(-1)
    ?.filter(value => value !== null);
  expect(measured?.slice(0, 3)).toEqual([81.5, 81.5, 81.5]);
  expect(await client.get('report?tipo=giornaliero&d=2026-06-10')).toMatchObject({ tipo: 'giornaliero' });
});

test('an event of a device is an alarm, a command reaches the source, faults cannot be injected', async () => {
  const source = readsTable.source(0);
  const inverter = source.table.inverter?.[2];
  if (inverter) Object.assign(inverter, { state: 7, evt: 1, pac: 0 });
  await datalogger.run(120);
  const { righe } = await client.get('allarmi');
  expect(righe.map(({ nome }: { nome: string }) => nome)).toContain('Ovest');
  if (inverter) Object.assign(inverter, { state: 4, evt: 0, pac: 79.25 });
  await datalogger.run(60);
  expect(await datalogger.plant.execute({ kind: 'trackers', ids: [1], order: 'stow' })).toBe('taken');
  expect((await client.send('POST', 'simulazione/guasti', { guasto: { kind: 'ddi-open' } })).status).toBe(
    404,
  );
  expect((await client.get('auth/generale/1')).simulato).toBe(false);
});

test('an answer stays good as long as the source says', async () => {
  const rows = datalogger.plant.snapshot().groups.inverter;
  expect(rows.validS).toEqual([120, 120]);
});
