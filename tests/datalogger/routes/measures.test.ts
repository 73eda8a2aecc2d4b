import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/contract';
import type { Energy, Table } from '../../../src/contract/measures';
import { type Group, groups, points } from '../../../src/contract/points';
import type { DeviceRows, Snapshot } from '../../../src/datalogger/plant/source';
import { measureHandlers } from '../../../src/datalogger/routes/measures';
import { createSampler, type Sampler } from '../../../src/datalogger/sampler/sampler';
import { ProblemError, Versioned } from '../../../src/datalogger/serve/handler';
import { type Measures, openMeasures } from '../../../src/datalogger/store/measures';
import { startOfDay } from '../../../src/datalogger/zone';
import { type TestClock, testClock } from '../../support/clock';
import { powerAt, tinyPlant } from '../sampler/tiny-plant';

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
    clock,
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

function ask<T>(
  path: string,
  query: object,
  role: Role = 'normal',
  source: { snapshot(): Snapshot } = sampler,
) {
  const handlers = measureHandlers({ store, sampler: source, zone: () => zone });
  const caller = { role, accountId: 1, user: 'x', sessionId: 's', address: '127.0.0.1' };
  const handler = handlers[`GET dati_impianto/${path}` as 'GET dati_impianto/RT'];
  const answer = handler({
    params: {},
    query: query as { m: string },
    body: undefined,
    caller,
    ifMatch: null,
  });
  if (!(answer instanceof Versioned)) throw new Error('the answer has no version');
  return answer as unknown as Versioned<T>;
}

const table = (path: PeriodPath | 'RT', m: string, d?: string, role?: Role) =>
  ask<Table>(path, d === undefined ? { m } : { m, d }, role).value;

function problemOf(
  work: () => unknown,
): Pick<ProblemError, 'status' | 'codice'> & { campo?: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) {
      return { status: error.status, codice: error.codice, campo: error.details.campo };
    }
    throw error;
  }
  throw new Error('there was no problem');
}

describe('RT', () => {
  test('gives a row a device, with age and quality, and the points asked', () => {
    const { colonne, t } = table('RT', 'inverter.pac,inverter.2.eday');
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

  test('names the group of each row when there are several', () => {
    expect(table('RT', 'impianto.tamb,sensori').colonne).toMatchObject({
      gruppo: ['impianto', 'sensori', 'sensori'],
      tamb: [20, null, null],
      // Rounded as its kind of sensor is: irradiance to 1, soiling ratio to 0.001.
      v: [null, 0, 0.973],
      tipo: [null, 1, 12],
    });
  });

  test('without a session gives the aggregates and no name', () => {
    expect(table('RT', 'impianto.pac', undefined, 'anonymous').colonne).not.toHaveProperty('nome');
  });

  test.each<[Role, Group]>([
    ['anonymous', 'inverter'],
    ['cci', 'stringhe'],
    ['cci', 'contatori'],
  ])('%s may not read %s, live or past', (role, group) => {
    const refused = { status: 403, codice: 'forbidden', campo: 'm' };
    expect(problemOf(() => table('RT', `impianto,${group}`, undefined, role))).toEqual(refused);
    expect(problemOf(() => table('daily', `${group}`, '2026-06-21', role))).toEqual(refused);
  });

  test.each(['pippo', 'inverter.pippo', 'inverter.99.pac', 'inverter.99', 'inverter.constructor'])(
    'knows no %s',
    m => {
      expect(problemOf(() => table('RT', m))).toEqual({ status: 400, codice: 'invalid', campo: 'm' });
    },
  );

  test('a poll of the dashboard of a medium plant is at most 1 kB, gzipped', () => {
    const m = 'impianto,inverter.pac,contatori.p,spi.ddi,spi.dg,spi.f,spi.uab';
    const source = { snapshot: () => mediumSnapshot() };
    const answer = ask<Table>('RT', { m }, 'normal', source).value;
    expect(answer.colonne.id).toHaveLength(15);
    const bytes = gzipSync(JSON.stringify(answer), { level: 9 }).length;
    console.log(`dashboard poll of a medium plant: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(1000);
  });
});

describe('a period', () => {
  test.each([
    ['daily', '2026-06-21', 96],
    ['daily', '2026-03-29', 92],
    ['daily', '2026-10-25', 100],
    ['monthly', '2028-02', 29],
    ['annual', '2026', 12],
  ] as const)('%s %s has all its %i rows', (path, d, count) => {
    sample(1);
    const { colonne } = table(path, 'impianto.pac', d);
    expect(colonne.t).toHaveLength(count);
    expect(colonne['impianto.pac']).toHaveLength(count);
  });

  test('ends at midnight of the plant, and the rows to come are empty', () => {
    sample(14); // until noon
    const slots = (d: string) => table('daily', 'impianto.pac', d).colonne['impianto.pac'] ?? [];
    const [yesterday, today] = [slots('2026-06-21'), slots('2026-06-22')];
    expect(yesterday.map(value => value !== null)).toEqual(
      Array.from({ length: 96 }, (_, slot) => slot >= 88),
    );
    expect(today.map(value => value !== null)).toEqual(Array.from({ length: 96 }, (_, slot) => slot < 48));
  });

  test('shows the mean power of a slot, the highest of a day, and the energy of each', () => {
    sample(14.1);
    const noon = midnight + 36 * hour;
    const { colonne } = table('daily', 'inverter.1.pac,inverter.2.eday', '2026-06-22');
    expect(Object.keys(colonne)).toEqual(['t', 'inverter.1.pac', 'inverter.2.eday']);
    expect(colonne['inverter.1.pac']?.[30]).toBeCloseTo(powerAt(zone, midnight + 31.625 * hour), 0);
    const days = table('monthly', 'impianto', '2026-06').colonne;
    expect(days['impianto.pac']?.[21]).toBe(57);
    const energies = table('daily', 'impianto.eday', '2026-06-22').colonne['impianto.eday'] ?? [];
    const sum = energies.reduce<number>((total, value) => total + Number(value), 0);
    expect(Number(days['impianto.eday']?.[21])).toBeCloseTo(sum, 0);
    expect(table('annual', 'impianto.eday', '2026').colonne['impianto.eday']?.[5]).toBe(
      days['impianto.eday']?.[21],
    );
    expect(noon).toBeLessThan(sampler.snapshot().t);
  });

  test.each(['spi.f', 'inverter.qac', 'inverter.7.pac'])('says that %s is not kept', m => {
    sample(1);
    expect(problemOf(() => table('daily', m, '2026-06-21'))).toEqual({
      status: 400,
      codice: 'invalid',
      campo: 'm',
    });
  });

  test('knows no 31st of June', () => {
    expect(problemOf(() => table('daily', 'impianto.pac', '2026-06-31')).campo).toBe('d');
  });

  test('that is over keeps its version for ever, the one that runs until the next minute', () => {
    const version = (path: PeriodPath, d: string) => ask(path, { m: 'impianto.pac', d }).version;
    sample(1);
    const running = version('daily', '2026-06-21');
    clock.advance(30_000);
    sampler.tick();
    expect(version('daily', '2026-06-21')).toBe(running);
    sample(2);
    const over = version('daily', '2026-06-21');
    const month = version('monthly', '2026-06');
    expect(over).not.toBe(running);
    sample(1);
    expect(version('daily', '2026-06-21')).toBe(over);
    expect(version('monthly', '2026-06')).not.toBe(month);
  });
});

describe('energies', () => {
  const energy = (path: string, query = {}) => ask<Energy>(path, query).value;

  test('agree with the counters of the plant, today, this month and in all', () => {
    sample(14);
    const { values } = sampler.snapshot().groups.impianto;
    const [today = 0, total = 0] = [values.eday?.[0], values.etot?.[0]];
    const t = midnight + 36 * hour;
    expect(energy('energia_oggi')).toEqual({ valore: Math.round((today ?? 0) * 10) / 10, unita: 'kWh', t });
    expect(energy('energia_totale').valore).toBeCloseTo(total ?? 0, 1);
    expect(energy('energia_prodotta_mese', { d: '2026-06' }).valore).toBeCloseTo(today ?? 0, 1);
  });

  test('of a month without data are null', () => {
    sample(1);
    expect(energy('energia_prodotta_mese', { d: '2026-05' }).valore).toBeNull();
    expect(energy('energia_prodotta_mese', { d: '2027-05' }).valore).toBeNull();
  });
});

/** Ten inverters, three meters, one protection, with as many digits as a real one has. */
function mediumSnapshot(): Snapshot {
  const t = midnight + 13 * hour + 127;
  const names = { impianto: 'Impianto', inverter: 'Inverter', contatori: 'Contatore', spi: 'SPI' };
  const counts = { impianto: 1, inverter: 10, contatori: 3, spi: 1 };
  const rowsOf = (group: Group): DeviceRows => {
    const count = group in counts ? counts[group as keyof typeof counts] : 0;
    const each = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
    const values = Object.keys(points[group]).map((point, nth) => [
      point,
      each(index => (987.654321 * (nth + 1)) / (index + 1.37)),
    ]);
    return {
      id: each(index => index + 1),
      nome: each(index => `${names[group as keyof typeof names]} ${index + 1}`),
      stato: each(() => 4),
      sampled: each(index => t - (index % 5)),
      q: each(() => 192),
      values: Object.fromEntries(values),
    };
  };
  return { t, groups: Object.fromEntries(groups.map(group => [group, rowsOf(group)])) as Snapshot['groups'] };
}
