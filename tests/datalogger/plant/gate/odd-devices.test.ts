import { afterEach, describe, expect, test } from 'vitest';
import { quality } from '../../../../src/contract/codes';
import type { Table } from '../../../../src/contract/measures';
import { ProfileDay, problemsOfProfiles } from '../../../support/liar/profile-day';
import { longPatience } from '../../../support/long';

/*
 * Devices that people reported, over real Modbus: numbers that are missing or infinite, signs, units that answer for each other, counters
 * of a day, meters that count both ways, and sensors.
 */

const minute = 60;
const noon = Date.parse('2026-06-10T11:00:00+02:00') / 1000;
const evening = Date.parse('2026-06-10T23:40:00+02:00') / 1000;

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function honestDay(startAt = noon, prepare?: (day: ProfileDay['plant']) => void): Promise<ProfileDay> {
  const day = await ProfileDay.start({ seed: 1, startAt, restS: Number.POSITIVE_INFINITY }, prepare);
  toClose.push(() => day.close());
  return day;
}

/** The registers with a number with a point in the place of each of the meter's. */
const floats = (words: Uint16Array, bits: number): Uint16Array =>
  words.map((_, index) => (index % 2 === 0 ? bits >>> 16 : bits & 0xffff));

const notNumbers = { NaN: 0x7fc0_0000, infinite: 0x7f80_0000, 'minus infinite': 0xff80_0000, denormal: 1 };

describe('a meter', () => {
  test.each(Object.entries(notNumbers))(
    'whose numbers are %s for five minutes loses nothing',
    longPatience,
    async (_, bits) => {
      const day = await honestDay();
      await day.pass(5 * minute);
      day.plant.resend = (words, { unit }) => (unit === 3 || unit === 4 ? floats(words, bits) : words);
      await day.pass(5 * minute);
      const { values } = day.datalogger.plant.snapshot().groups.contatori;
      expect(
        Object.values(values)
          .flat()
          .every(value => value === null || Number.isFinite(value)),
      ).toBe(true);
      day.plant.resend = words => words;
      await day.pass(10 * minute);
      expect(await problemsOfProfiles(day)).toEqual([]);
      expect(await day.announced()).toEqual([]);
    },
  );

  test('whose flow turns every two minutes counts both ways, and is not doubted', longPatience, async () => {
    const day = await honestDay(noon, plant => {
      plant.gridKw = (_, t) => (Math.floor(t / (2 * minute)) % 2 === 0 ? 120 : -80);
    });
    for (let turn = 0; turn < 6; turn++) {
      await day.pass(5 * minute);
      expect(await day.doubts()).toEqual(new Set());
    }
    expect(await problemsOfProfiles(day)).toEqual([]);
    expect(await day.announced()).toEqual([]);
  });
});

/** The registers of an SDM630 whose current transformers look the other way: powers with the sign turned, import and export exchanged. */
function turnedRound(words: Uint16Array, from: number): Uint16Array {
  const copy = Uint16Array.from(words);
  const isThere = (register: number) => register >= from && register < from + words.length;
  for (const power of [12, 14, 16, 52])
    if (isThere(power)) copy[power - from] = (copy[power - from] ?? 0) ^ 0x8000;
  if (isThere(72) && isThere(75))
    copy.set([...words.subarray(74 - from, 76 - from), ...words.subarray(72 - from, 74 - from)], 72 - from);
  return copy;
}

test(
  'a production meter that looks the other way for 40 minutes makes no energy of it',
  longPatience,
  async () => {
    const day = await honestDay();
    await day.pass(10 * minute);
    day.plant.resend = (words, { unit, from }) => (unit === 3 ? turnedRound(words, from) : words);
    for (let turn = 0; turn < 8; turn++) {
      await day.pass(5 * minute);
      // A plant takes next to nothing through its production meter: the power is refused, and that of the inverters stands.
      expect(day.datalogger.shown('contatori', 'p')).toBeNull();
      expect(day.datalogger.shown('impianto', 'pac')).toBeGreaterThan(0);
      expect(await problemsOfProfiles(day)).toEqual([]);
    }
    day.plant.resend = words => words;
    await day.pass(15 * minute);
    expect(await problemsOfProfiles(day)).toEqual([]);
    expect(await day.doubts()).toEqual(new Set());
  },
);

test(
  'an exchange meter that is turned round under clouds has no power within 25 minutes, and again once it looks right',
  longPatience,
  async () => {
    const day = await honestDay(noon, plant => {
      plant.sunAt = t => 0.6 + 0.35 * Math.sin(t / 150);
    });
    const exchange = () => day.datalogger.plant.snapshot().groups.contatori.values.p?.[1] ?? null;
    for (let turn = 0; turn < 5; turn++) {
      await day.pass(5 * minute);
      expect(exchange()).not.toBeNull();
      expect(await day.doubts()).toEqual(new Set());
    }
    day.plant.resend = (words, { unit, from }) => (unit === 4 ? turnedRound(words, from) : words);
    await day.pass(25 * minute);
    expect(exchange()).toBeNull();
    expect(day.datalogger.shown('impianto', 'pimm')).toBeNull();
    expect(day.datalogger.shown('impianto', 'pac')).toBeGreaterThan(0);
    expect([...(await day.doubts())].join()).toContain('contatori');
    day.plant.resend = words => words;
    await day.pass(25 * minute);
    expect(exchange()).not.toBeNull();
  },
);

test('two units that answer for each other for ten minutes lose nothing', longPatience, async () => {
  const day = await honestDay();
  await day.pass(5 * minute);
  day.plant.unitOf = unit => ({ 3: 4, 4: 3 })[unit] ?? unit;
  await day.pass(10 * minute);
  day.plant.unitOf = unit => unit;
  await day.pass(12 * minute);
  expect(await problemsOfProfiles(day)).toEqual([]);
});

test('two units that were exchanged for good have new bases', longPatience, async () => {
  const day = await honestDay(noon, plant => {
    plant.gridKw = sun => 185 * sun;
  });
  await day.pass(5 * minute);
  day.plant.unitOf = unit => ({ 3: 4, 4: 3 })[unit] ?? unit;
  await day.pass(20 * minute);
  expect(await problemsOfProfiles(day)).toEqual([]);
  expect(await day.announced()).toEqual(
    expect.arrayContaining(['config/contatori/1 e_imm', 'config/contatori/2 e_imm']),
  );
});

test(
  'by night powers with the sign turned, and a counter that begins again at midnight, are no energy',
  longPatience,
  async () => {
    const day = await honestDay(evening, plant => {
      plant.sunAt = () => 0;
      plant.gridKw = () => -40;
    });
    const starts = day.plant.counted.map(({ state }) => state.exportedKwh);
    day.plant.resend = (words, { unit, from }) => {
      const copy = Uint16Array.from(words);
      // The power of the first inverter: 90 kW that flow into it.
      if (unit === 1 && from === 32_064) copy.set([0xfffe, 0xa070], 16);
      // The counter of the second one, less significant word first.
      if (unit === 2 && from === 5003 && day.t >= evening + 20 * minute) copy.set([3, 0], 0);
      return copy;
    };
    await day.pass(60 * minute);
    expect(await problemsOfProfiles(day)).toEqual([]);
    expect(day.plant.counted.map(({ state }) => state.exportedKwh)).toEqual(starts);
    expect(await day.announced()).toEqual(['config/inverters/2 etot']);
    expect(day.datalogger.shown('impianto', 'pac')).toBeCloseTo(0, 0);
  },
);

test(
  'a gateway that repeats old answers for two hours makes no power of them, and no energy is lost',
  longPatience,
  async () => {
    const day = await honestDay();
    await day.pass(5 * minute);
    const held = new Map<string, Uint16Array>();
    day.plant.resend = (words, { unit, from }) => {
      const key = `${unit}:${from}:${words.length}`;
      held.set(key, held.get(key) ?? Uint16Array.from(words));
      return held.get(key) ?? words;
    };
    await day.pass(35 * minute);
    const { inverter, contatori } = day.datalogger.plant.snapshot().groups;
    expect([...inverter.q, ...contatori.q]).toEqual(Array(4).fill(quality.bad));
    expect(day.datalogger.shown('impianto', 'pac')).toBeNull();
    await day.pass(85 * minute);
    expect(day.datalogger.shown('impianto', 'pac')).toBeNull();
    day.plant.resend = words => words;
    await day.pass(minute);
    expect(day.datalogger.shown('impianto', 'pac')).toBeGreaterThan(0);
    await day.pass(14 * minute);
    expect(await problemsOfProfiles(day)).toEqual([]);
    expect(await day.announced()).toEqual([]);
  },
);

test('devices that are silent over midnight lose nothing of the day before', longPatience, async () => {
  const at = Date.parse('2026-06-10T20:30:00+02:00') / 1000;
  const day = await honestDay(at, plant => {
    plant.sunAt = t => Math.max(0, 0.3 - (t - at) / 36_000);
  });
  await day.pass(5 * minute);
  for (const device of day.plant.counted) day.plant.say(device, () => null, 220 * minute);
  await day.pass(240 * minute);
  expect(await day.doubts()).toEqual(new Set());
  expect(await problemsOfProfiles(day)).toEqual([]);
});

describe('a sensor', () => {
  const shown = (day: ProfileDay) =>
    day.datalogger.plant.snapshot().groups.sensori.values.v?.map(value => value ?? null);

  /** Registers of the temperature (unit 5), the current (6) and the irradiance (7). */
  const wrong: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
    '0x8000, no current, NaN': { 5: [0x8000], 6: [0], 7: [0x7fc0, 0] },
    '0x7FFF, a broken wire at 3.5 mA, infinite': { 5: [0x7fff], 6: [3_500], 7: [0x7f80, 0] },
    'an open probe, a short circuit at 22 mA, 65,535 W/m²': { 5: [0xfe70], 6: [22_000], 7: [0x477f, 0xff00] },
    'a jump of 35 °C, a sign turned, -300 W/m²': { 5: [850], 6: [0xc9c8], 7: [0xc396, 0] },
  };

  test.each(Object.entries(wrong))('that says %s has no value', longPatience, async (_, said) => {
    const day = await honestDay();
    await day.pass(minute);
    const before = shown(day);
    expect(before).not.toContain(null);
    day.plant.resend = (words, { unit }) => Uint16Array.from(said[unit] ?? words);
    await day.pass(30);
    expect(shown(day)).toEqual([null, null, null]);
    day.plant.resend = words => words;
    await day.pass(2 * minute);
    expect(shown(day)).not.toContain(null);
  });

  test(
    'that repeats one value for half an hour is uncertain, and no light of the plant',
    longPatience,
    async () => {
      const day = await honestDay();
      const held = new Map<number, Uint16Array>();
      day.plant.resend = (words, { unit }) => {
        if (unit !== 6) return words;
        held.set(unit, held.get(unit) ?? words);
        return held.get(unit) ?? words;
      };
      const { groups } = day.datalogger.plant.snapshot();
      expect(groups.impianto.values.poa?.[0]).not.toBeNull();
      const now = () => day.datalogger.plant.snapshot().groups;
      await day.pass(20 * minute);
      expect(now().sensori.q).toEqual([quality.good, quality.good, quality.good]);
      await day.pass(12 * minute);
      expect(now().sensori.q).toEqual([quality.good, quality.uncertain, quality.good]);
      expect([now().impianto.values.poa?.[0], now().impianto.values.pattesa?.[0]]).toEqual([null, null]);
      expect(await day.get<Table>('dati_impianto/RT?m=sensori')).toMatchObject({
        colonne: { q: [quality.good, quality.uncertain, quality.good] },
      });
      day.plant.resend = words => words;
      await day.pass(minute);
      expect(now().impianto.values.poa?.[0]).toBeGreaterThan(0);
    },
  );
});
