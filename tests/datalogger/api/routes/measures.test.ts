import { gzipSync } from 'node:zlib';
import { parse } from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/contract';
import { Energy, Table } from '../../../../src/contract/measures';
import { type Group, points } from '../../../../src/contract/points';
import { startOfDay } from '../../../../src/contract/zone';
import { Versioned } from '../../../../src/datalogger/api/http/handler';
import { measureHandlers } from '../../../../src/datalogger/api/routes/measures';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { createSampler, type Sampler } from '../../../../src/datalogger/plant/sampler/sampler';
import type { DeviceRows, Snapshot } from '../../../../src/datalogger/plant/snapshot';
import { type Measures, openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { type TestClock, testClock } from '../../../support/clock';
import { longWorkOn } from '../../../support/long-work';
import { powerAt, tinyPlant } from '../../plant/sampler/tiny-plant';

const zone = 'Europe/Rome';
const midnight = startOfDay(zone, 2026, 6, 21);
const hour = 3600;

let store: Measures;
let clock: TestClock;
let sampler: Sampler;

beforeEach(() => {
  store = openMeasures(':memory:');
  clock = testClock((midnight + 22 * hour) * 1000);
  const plant = tinyPlant(zone, midnight + 22 * hour);
  sampler = createSampler({
    plant,
    store,
    zone: () => zone,
    clock: new SteadyClock(clock),
    onError: error => {
      throw error;
    },
  });
});
afterEach(() => store.close());

/** Samples from 22 o'clock on for some hours. */
function sample(hours: number): void {
  for (let tick = 0; tick < hours * 60; tick++) {
    clock.advance(60_000);
    sampler.tick();
  }
}

type PeriodPath = 'daily' | 'monthly' | 'annual';

const handlers = (source: { snapshot(): Snapshot }) =>
  measureHandlers({
    store,
    sampler: source,
    clock: { steps: 0 },
    zone: () => zone,
    longWork: longWorkOn(store),
  });
const callOf = (role: Role) => ({
  params: {},
  body: undefined,
  caller: { role, accountId: 1, user: 'x', sessionId: 's', address: '127.0.0.1' },
  ifMatch: null,
});

/** The answer of a handler, which is what the contract says, and its version. */
async function ask(
  path: PeriodPath | 'RT',
  query: { m: string; d: string; passo?: '5' | '15' },
  role: Role,
  source = sampler,
) {
  const answer = await handlers(source)[`GET dati_impianto/${path}` as const]({ ...callOf(role), query });
  if (!(answer instanceof Versioned)) throw new Error('the answer has no version');
  return { value: parse(Table, answer.value), version: answer.version };
}

const table = async (path: PeriodPath | 'RT', m: string, d = '', role: Role = 'normal') =>
  (await ask(path, { m, d }, role)).value;

/** What an energy handler answers. */
async function energyOf(answer: unknown): Promise<Energy> {
  const versioned = await answer;
  if (!(versioned instanceof Versioned)) throw new Error('the answer has no version');
  return parse(Energy, versioned.value);
}

function energy(path: 'energia_totale' | 'energia_oggi'): Promise<Energy> {
  const call = { ...callOf('normal'), query: undefined };
  return energyOf(handlers(sampler)[`GET dati_impianto/${path}` as const](call));
}

function energyOfMonth(d: string): Promise<Energy> {
  const call = { ...callOf('normal'), query: { d } };
  return energyOf(handlers(sampler)['GET dati_impianto/energia_prodotta_mese'](call));
}

/** What the caller gets when the call is refused. */
const refusal = (status: number, codice: string, campo: string) => ({ status, codice, details: { campo } });

describe('RT', () => {
  test('gives a row a device, with age and quality, and the points asked', async () => {
    const { colonne, t } = await table('RT', 'inverter.pac,inverter.2.eday');
    expect(t).toBe(midnight + 22 * hour);
    expect(colonne).toEqual({
      id: [1, 2],
      nome: ['Dispositivo 1', 'Dispositivo 2'],
      stato: [4, 4],
      eta: [0, 0],
      q: [192, 192],
      pac: [0, 0],
      eday: [null, 0],
    });
  });

  test('names the group of each row when there are several', async () => {
    expect((await table('RT', 'impianto.tamb,sensori')).colonne).toMatchObject({
      gruppo: ['impianto', 'sensori', 'sensori'],
      tamb: [20, null, null],
      // Rounded as its kind of sensor is: irradiance to 1, soiling ratio to 0.001.
      v: [null, 0, 0.973],
      tipo: [null, 1, 12],
    });
  });

  test('without a session gives the aggregates and no name', async () => {
    expect((await table('RT', 'impianto.pac', '', 'anonymous')).colonne).not.toHaveProperty('nome');
  });

  test.each<[Role, Group]>([
    ['anonymous', 'inverter'],
    ['cci', 'stringhe'],
    ['cci', 'contatori'],
  ])('%s may not read %s, live or past', async (role, group) => {
    const refused = refusal(403, 'forbidden', 'm');
    await expect(table('RT', `impianto,${group}`, '', role)).rejects.toMatchObject(refused);
    await expect(table('daily', group, '2026-06-21', role)).rejects.toMatchObject(refused);
  });

  test.each(['pippo', 'inverter.pippo', 'inverter.99.pac', 'inverter.99', 'inverter.constructor'])(
    'knows no %s',
    async m => {
      await expect(table('RT', m)).rejects.toMatchObject(refusal(400, 'invalid', 'm'));
    },
  );

  test('a poll of the dashboard of a medium plant is at most 1 kB, gzipped', async () => {
    const m = 'impianto,inverter.pac,contatori.p,spi.ddi,spi.dg,spi.f,spi.uab';
    const source = { ...sampler, snapshot: mediumSnapshot };
    const { value } = await ask('RT', { m, d: '' }, 'normal', source);
    expect(value.colonne.id).toHaveLength(15);
    const bytes = gzipSync(JSON.stringify(value), { level: 9 }).length;
    console.log(`dashboard poll of a medium plant: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(1000);
  });

  test('says how long a sample stays good where a device has its own time for it, and costs nothing where none has', async () => {
    const snapshot = mediumSnapshot();
    const { inverter } = snapshot.groups;
    const validS = inverter.validS.map((usualS, index) => (index === 1 ? 180 : usualS));
    const groups = { ...snapshot.groups, inverter: { ...inverter, validS } };
    const source = { ...sampler, snapshot: () => ({ ...snapshot, groups }) };
    const { colonne } = (await ask('RT', { m: 'inverter.pac', d: '' }, 'normal', source)).value;
    expect(colonne.valido).toEqual(validS);
    expect((await table('RT', 'inverter.pac')).colonne).not.toHaveProperty('valido');
  });
});

describe('a period', () => {
  test.each([
    ['daily', '2026-06-21', 96],
    ['daily', '2026-03-29', 92],
    ['daily', '2026-10-25', 100],
    ['monthly', '2028-02', 29],
    ['annual', '2026', 12],
  ] as const)('%s %s has all its %i rows', async (path, d, count) => {
    sample(1);
    const { colonne } = await table(path, 'impianto.pac', d);
    expect(colonne.t).toHaveLength(count);
    expect(colonne['impianto.pac']).toHaveLength(count);
  });

  test('ends at midnight of the plant, and the rows to come are empty', async () => {
    sample(14); // until noon
    const isThere = async (d: string) =>
      (await table('daily', 'impianto.pac', d)).colonne['impianto.pac']?.map(value => value !== null);
    const slots = Array.from({ length: 96 }, (_, slot) => slot);
    expect(await isThere('2026-06-21')).toEqual(slots.map(slot => slot >= 88));
    expect(await isThere('2026-06-22')).toEqual(slots.map(slot => slot < 48));
  });

  test('shows the mean power of a slot and the highest of a day', async () => {
    sample(14);
    const { colonne } = await table('daily', 'inverter.1.pac,inverter.2.eday', '2026-06-22');
    expect(Object.keys(colonne)).toEqual(['t', 'inverter.1.pac', 'inverter.2.eday']);
    const middleOfSlot = midnight + 24 * hour + 30.5 * 900;
    expect(colonne['inverter.1.pac']?.[30]).toBeCloseTo(powerAt(zone, middleOfSlot), 0);
    expect((await table('monthly', 'impianto', '2026-06')).colonne['impianto.pac']?.[21]).toBe(57);
  });

  test('has slots of five minutes while the minutes are kept, each the mean of its own', async () => {
    sample(14);
    const fine = await ask('daily', { m: 'inverter.1.pac', d: '2026-06-22', passo: '5' }, 'normal');
    const { colonne } = fine.value;
    expect(colonne.t?.slice(0, 2)).toEqual([midnight + 24 * hour, midnight + 24 * hour + 300]);
    expect(colonne.t).toHaveLength(288);
    expect(colonne['inverter.1.pac']?.[90]).toBeCloseTo(powerAt(zone, midnight + 24 * hour + 90.5 * 300), 0);
    expect(colonne['inverter.1.pac']?.[144]).toBeNull();
    const coarse = (await table('daily', 'inverter.1.pac', '2026-06-22')).colonne['inverter.1.pac'];
    const quarter =
      [90, 91, 92].reduce((sum, slot) => sum + Number(colonne['inverter.1.pac']?.[slot]), 0) / 3;
    expect(quarter).toBeCloseTo(Number(coarse?.[30]), 0);
    store.remove('minute', 'inverter', 0, midnight + 48 * hour);
    const later = await ask('daily', { m: 'inverter.1.pac', d: '2026-06-22', passo: '5' }, 'normal');
    expect(new Set(later.value.colonne['inverter.1.pac'])).toEqual(new Set([null]));
  });

  test('shows the same energy in the slots of a day, in its row of the month and in that of the year', async () => {
    sample(14);
    const energies = async (path: PeriodPath, d: string) =>
      (await table(path, 'impianto.eday', d)).colonne['impianto.eday'] ?? [];
    const sum = (values: Table['colonne'][string]) =>
      values.reduce<number>((total, value) => total + Number(value), 0);
    const month = await energies('monthly', '2026-06');
    expect(sum(month)).toBeGreaterThan(200);
    expect(sum(await energies('daily', '2026-06-22'))).toBeCloseTo(Number(month[21]), 6);
    expect(sum(await energies('annual', '2026'))).toBeCloseTo(sum(month), 6);
  });

  test('leaves a gap without power, with the energy that the counters moved meanwhile', async () => {
    sample(10); // until 8
    clock.advance(2 * hour * 1000);
    sample(1);
    const { colonne } = await table('daily', 'impianto.eday,impianto.pac', '2026-06-22');
    expect(colonne['impianto.pac']?.slice(32, 40)).toEqual(Array.from({ length: 8 }, () => null));
    const slots = colonne['impianto.eday']?.map(kwh => Number(kwh)) ?? [];
    for (const kwh of slots.slice(32, 40)) expect(kwh).toBeGreaterThan(0);
    const day = slots.reduce((sum, kwh) => sum + kwh, 0);
    expect(day).toBeCloseTo(sampler.snapshot().groups.impianto.values.eday?.[0] ?? 0, 2);
    const days = (await table('monthly', 'impianto.eday', '2026-06')).colonne['impianto.eday'];
    expect(days?.[21]).toBeCloseTo(sampler.snapshot().groups.impianto.values.eday?.[0] ?? 0, 3);
  });

  test.each(['mppt.u', 'inverter.qac', 'inverter.7.pac'])('says that %s is not kept', async m => {
    sample(1);
    await expect(table('daily', m, '2026-06-21')).rejects.toMatchObject(refusal(400, 'invalid', 'm'));
  });

  test('knows no 31st of June', async () => {
    const refused = refusal(400, 'invalid', 'd');
    await expect(table('daily', 'impianto.pac', '2026-06-31')).rejects.toMatchObject(refused);
  });

  test('that is over keeps its version for ever, the one that runs until the next minute', async () => {
    const version = async (path: PeriodPath, d: string) =>
      (await ask(path, { m: 'impianto.pac', d }, 'normal')).version;
    sample(1);
    const running = await version('daily', '2026-06-21');
    clock.advance(30_000);
    sampler.tick();
    expect(await version('daily', '2026-06-21')).toBe(running);
    sample(2);
    const over = await version('daily', '2026-06-21');
    const month = await version('monthly', '2026-06');
    expect(over).not.toBe(running);
    sample(1);
    expect(await version('daily', '2026-06-21')).toBe(over);
    expect(await version('monthly', '2026-06')).not.toBe(month);
  });
});

describe('energies', () => {
  test('agree with the counters of the plant, today, this month and in all', async () => {
    sample(14);
    const { values } = sampler.snapshot().groups.impianto;
    const today = Math.round((values.eday?.[0] ?? 0) * 10) / 10;
    const total = Math.round((values.etot?.[0] ?? 0) * 10) / 10;
    expect(today).toBeGreaterThan(200);
    const t = midnight + 36 * hour;
    expect(await energy('energia_oggi')).toEqual({ valore: today, unita: 'kWh', t });
    expect(await energy('energia_totale')).toEqual({ valore: total, unita: 'kWh', t });
    expect(await energyOfMonth('2026-06')).toEqual({ valore: today, unita: 'kWh', t });
  });

  test('of a month without data are null', async () => {
    sample(1);
    expect((await energyOfMonth('2026-05')).valore).toBeNull();
    expect((await energyOfMonth('2027-05')).valore).toBeNull();
  });
});

/** Ten inverters, three meters, one protection, with as many digits as real ones have. */
function mediumSnapshot(): Snapshot {
  const t = midnight + 13 * hour + 127;
  const rowsOf = (group: Group, name: string, count: number): DeviceRows => {
    const each = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
    const values = Object.keys(points[group]).map((point, nth) => [
      point,
      each(index => (987.654321 * (nth + 1)) / (index + 1.37)),
    ]);
    return {
      id: each(index => index + 1),
      nome: each(index => `${name} ${index + 1}`),
      stato: each(() => 4),
      sampled: each(index => t - (index % 5)),
      validS: each(() => 30),
      q: each(() => 192),
      values: Object.fromEntries(values),
    };
  };
  return {
    t,
    groups: {
      ...sampler.snapshot().groups,
      impianto: rowsOf('impianto', 'Impianto', 1),
      inverter: rowsOf('inverter', 'Inverter', 10),
      contatori: rowsOf('contatori', 'Contatore', 3),
      spi: rowsOf('spi', 'SPI', 1),
    },
  };
}
