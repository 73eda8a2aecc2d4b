import { describe, expect, test } from 'vitest';
import { quality } from '../../../../src/contract/codes';
import type { Energy, Table } from '../../../../src/contract/measures';
import { type DayOfLies, stepS } from '../../../support/liar/day-of-lies';
import { honestDay } from '../../../support/liar/honest-day';
import { counting, type Lie } from '../../../support/liar/lies';

/*
 * Public reports of wrong readings of other programs, over real Modbus: what the meter or the inverter says there, and what
 * the archive, the live values and the totals have to say of it.
 */

const d = '2026-06-10';
const noonS = Date.parse(`${d}T12:00:00+02:00`) / 1000;

/** Meters count whole kWh, kWh. */
const steps = 1.2;

/** Energies of every device are those that were made, the live ones too. */
async function expectTrueEnergies(day: DayOfLies): Promise<void> {
  for (const { device, trueKwh, toldKwh } of await day.energies([d]))
    expect(Math.abs((toldKwh ?? 0) - trueKwh), device).toBeLessThan(0.005 * trueKwh + steps);
  const made = (await day.energies([d])).find(({ device }) => device === 'impianto.1')?.trueKwh ?? 0;
  const today = await day.get<Energy>('dati_impianto/energia_oggi');
  const month = await day.get<Energy>('dati_impianto/energia_prodotta_mese?d=2026-06');
  for (const { valore } of [today, month]) {
    expect(valore).toBeGreaterThan(0.99 * made);
    expect(valore).toBeLessThan(1.005 * made + 10);
  }
  expect(day.rising.fell).toEqual([]);
}

const ratedKw = ({ plant }: DayOfLies) => plant.configuration.inverters.reduce((sum, { pn }) => sum + pn, 0);

const cellOf = ({ colonne }: Table, column: string, id: number) =>
  colonne[column]?.[colonne.id?.indexOf(id) ?? -1] ?? null;

describe('a meter', () => {
  test('whose counter is 73,795 kWh too high in one answer brings no energy (report 2)', async () => {
    const day = await honestDay(noonS);
    const [meter = 0] = day.plant.configuration.contatori.map(({ id }) => id);
    const before = await day.get<Table>('dati_impianto/RT?m=contatori');
    for (let turn = 0; turn < 4; turn++) {
      day.say(
        'contatori',
        meter,
        counting(steps => steps + 73_795_000n),
        0,
      );
      await day.pass(60);
    }
    await day.pass(120);
    const now = await day.get<Table>('dati_impianto/RT?m=contatori');
    const rise = Number(cellOf(now, 'e_imm', meter)) - Number(cellOf(before, 'e_imm', meter));
    expect(rise).toBeLessThan(100);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual([]);
  });
});

describe('an inverter', () => {
  test('whose counter jumps by 500,000 kWh for good has a new base, said once (report 3)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    day.say(
      'inverters',
      1,
      counting(steps => steps + 500_000_000n),
      Number.POSITIVE_INFINITY,
    );
    await day.pass(900);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual(['config/inverters/1 etot']);
    const { values, id } = day.datalogger.plant.snapshot().groups.inverter;
    expect(values.etot?.[id.indexOf(1)]).toBeGreaterThan(1_400_000);
  });

  test('that says 0xFFFFFFFF for 90 s has no reading, and loses no energy (report 3)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    day.say(
      'inverters',
      1,
      counting((_, { size }) => 2n ** BigInt(16 * size) - 1n),
      90,
    );
    await day.pass(45);
    const during = day.datalogger.plant.snapshot().groups.inverter;
    expect(during.values.etot?.[during.id.indexOf(1)]).toBeLessThan(1.1e6);
    await day.pass(300);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual([]);
  });

  test('that was exchanged counts on from 3 kWh (report 4)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    let first: bigint | null = null;
    day.say(
      'inverters',
      1,
      counting(steps => {
        first ??= steps;
        return steps - first + 3_000n;
      }),
      Number.POSITIVE_INFINITY,
    );
    await day.pass(900);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual(['config/inverters/1 etot']);
  });

  test('that is silent at a start is there with what it said last (report 6)', async () => {
    const day = await honestDay(noonS);
    await day.pass(300);
    const before = day.datalogger.plant.snapshot().groups;
    const [lineA, lineB] = [1, 2].map(id => day.placeOf('inverters', id));
    day.plant.server.faults = { [`${lineB?.line}/${lineB?.unit}`]: 'dead' };
    await day.pass(2 * stepS);
    await day.restart(60);
    await day.pass(120);
    const one = day.datalogger.plant.snapshot().groups.impianto;
    expect(one.values.eday?.[0]).toBeGreaterThanOrEqual(before.impianto.values.eday?.[0] ?? 0);
    expect(one.values.etot?.[0]).toBeGreaterThanOrEqual(before.impianto.values.etot?.[0] ?? 0);
    expect(one.q[0]).toBe(64);
    day.plant.server.faults = {
      [`${lineA?.line}/${lineA?.unit}`]: 'dead',
      [`${lineB?.line}/${lineB?.unit}`]: 'dead',
    };
    await day.restart(60);
    await day.pass(120);
    const none = day.datalogger.plant.snapshot().groups.impianto;
    expect(none.values.etot?.[0]).toBeGreaterThanOrEqual(one.values.etot?.[0] ?? 0);
    expect(none.values.eday?.[0]).toBeGreaterThanOrEqual(before.impianto.values.eday?.[0] ?? 0);
    day.plant.server.faults = {};
    await day.pass(300);
    expect(day.rising.fell).toEqual([]);
  });
});

/** Counters count Wh. */
const kwh = 1000n;

/** The greatest power that its registers can say. */
const allOnes: Lie = ({ read, words, fields }) => {
  const copy = Uint16Array.from(words);
  for (const { name, at } of fields) if (name === 'W') copy[at - read.from] = 0x7fff;
  return copy;
};

describe('other public reports, of inverters', () => {
  test.each<[string, (steps: bigint) => bigint, number]>([
    ['0 for a minute (home-assistant/core #67366)', () => 0n, 60],
    ['a sixth too low for 31 s (ha-ferroamp #76)', steps => (steps * 5n) / 6n, 31],
    ['one step lower in one answer (Growatt_ModbusTCP #417)', steps => steps - 100n, 0],
    ['1,200 kWh too high in one answer (ha-solarman #581)', steps => steps + 1200n * kwh, 0],
  ])('a counter that is %s brings and costs no energy', async (_, change, lastsS) => {
    const day = await honestDay(noonS);
    await day.pass(120);
    day.say('inverters', 1, counting(change), lastsS);
    await day.pass(lastsS + 300);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual([]);
  });

  test('a counter that begins at 0 again goes on, said once (home-assistant/core #140602)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    let first: bigint | null = null;
    const anew = (steps: bigint) => {
      first ??= steps;
      return steps - first;
    };
    day.say('inverters', 1, counting(anew), Number.POSITIVE_INFINITY);
    await day.pass(900);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual(['config/inverters/1 etot']);
  });

  test('a counter of 0.005 kWh for an hour is no production when it is back (home-assistant/core #55799)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    day.say(
      'inverters',
      1,
      counting(() => 5n),
      3600,
    );
    await day.pass(3600 + 900);
    await expectTrueEnergies(day);
  });

  test('a power of all ones is no power of the plant (sunsynk #398, OpenInverterGateway #342)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    day.say('inverters', 1, allOnes, 60);
    let [highest, refused] = [0, 0];
    for (let turn = 0; turn < 10; turn++) {
      await day.pass(10);
      const { impianto, inverter } = day.datalogger.plant.snapshot().groups;
      highest = Math.max(highest, impianto.values.pac?.[0] ?? 0);
      if (inverter.values.pac?.[inverter.id.indexOf(1)] === null) refused++;
    }
    expect(refused).toBeGreaterThan(0);
    expect(highest).toBeLessThan(1.1 * ratedKw(day));
    await day.pass(120);
    await expectTrueEnergies(day);
  });

  test('a power is not kept while nothing answers, and no energy is missing after it (solis_modbus #187)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    const { line, unit } = day.placeOf('inverters', 1) ?? {};
    day.plant.server.faults = { [`${line}/${unit}`]: 'dead' };
    await day.pass(900);
    const { inverter, impianto } = day.datalogger.plant.snapshot().groups;
    // The last value has no quality, and what is made with it is uncertain.
    expect(inverter.q[inverter.id.indexOf(1)]).toBe(quality.bad);
    expect(impianto.q[0]).not.toBe(quality.good);
    day.plant.server.faults = {};
    await day.pass(300);
    await expectTrueEnergies(day);
  });
});

describe('other public reports, of meters', () => {
  test('a counter of 0 for a minute books nothing when it is back (evcc #29286, #30592)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    for (const { id } of day.plant.configuration.contatori)
      day.say(
        'contatori',
        id,
        counting(() => 0n),
        60,
      );
    await day.pass(360);
    await expectTrueEnergies(day);
    expect(await day.announced()).toEqual([]);
  });

  test('a power that the plant cannot make is refused (evcc #29595)', async () => {
    const day = await honestDay(noonS);
    await day.pass(120);
    const id = day.plant.configuration.contatori.find(({ ruolo }) => ruolo === 'produzione')?.id ?? 0;
    day.say('contatori', id, allOnes, 60);
    let [highest, refused] = [0, 0];
    for (let turn = 0; turn < 10; turn++) {
      await day.pass(10);
      const { contatori } = day.datalogger.plant.snapshot().groups;
      const p = contatori.values.p?.[contatori.id.indexOf(id)] ?? null;
      if (p === null) refused++;
      else highest = Math.max(highest, Math.abs(p));
    }
    expect(refused).toBeGreaterThan(0);
    expect(highest).toBeLessThan(1.5 * ratedKw(day));
    await day.pass(120);
    await expectTrueEnergies(day);
  });
});
