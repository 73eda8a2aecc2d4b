import { setImmediate } from 'node:timers/promises';
import { parse } from 'valibot';
import { afterEach, expect, test } from 'vitest';
import type { Fault } from '../../src/contract/faults';
import { Report } from '../../src/contract/reports';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { startDatalogger, type TestDatalogger } from '../support/datalogger';

/*
 * Energy of a time without readings (audit D2): by the sun on the time in which it was made, in rows, slots, days, bands and months alike.
 * A twin with the same weather and no silence tells the truth.
 */

const hour = 3600;
const stepS = 60;
const dataloggers: TestDatalogger[] = [];
afterEach(async () => {
  await Promise.all(dataloggers.splice(0).map(each => each.close()));
});

async function plantAt(at: string, size: PlantSize) {
  const datalogger = await startDatalogger({ size, at, seed: 38 });
  dataloggers.push(datalogger);
  const token = datalogger.login('admin');
  const read = async (path: string) => (await datalogger.request(`/api/${path}`, { token })).json();
  return {
    inject: (fault: Fault, seconds: number) => datalogger.plant.inject(fault, seconds),
    async run(seconds: number): Promise<void> {
      for (let s = 0; s < seconds; s += stepS) {
        datalogger.plantClock.advance(stepS * 1000);
        datalogger.bringUpToDate();
        if (s % hour === 0) await setImmediate();
      }
    },
    /** The datalogger takes no sample. */
    off: (seconds: number) => datalogger.plantClock.advance(seconds * 1000),
    report: async (tipo: string, d: string): Promise<Report> =>
      parse(Report, await read(`report?tipo=${tipo}&d=${d}`)),
    async slots(name: string, d: string, passo: number): Promise<number[]> {
      const { colonne } = await read(`dati_impianto/daily?m=impianto.${name}&d=${d}&passo=${passo}`);
      return colonne[`impianto.${name}`].map((value: number | null) => value ?? 0);
    },
    ratedKw: () => sum(datalogger.plant.snapshot().groups.inverter.values.pn ?? []),
  };
}

type Plant = Awaited<ReturnType<typeof plantAt>>;
const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((all, each) => all + (each ?? 0), 0);

/** What a day says in several places: they have to be the same, and nowhere more than the plant can make. */
async function findingsOf(plant: Plant, d: string): Promise<string[]> {
  const { periodo, indici, righe, inverter } = await plant.report('giornaliero', d);
  const made = periodo.contata;
  const month = await plant.report('mensile', d.slice(0, 7));
  const row = Number(d.slice(8)) - 1;
  const five = await plant.slots('eday', d, 5);
  const quarters = await plant.slots('eday', d, 15);
  const most = plant.ratedKw() / 4 + 0.2;
  const same = (what: string, a: number | null, b: number | null) =>
    Math.abs((a ?? b ?? 0) - (b ?? 0)) < 0.3 ? [] : [`${d} ${what}: ${a} and ${b}`];
  const highest = (what: string, values: readonly (number | null)[]) => {
    const top = Math.max(...values.map(each => each ?? 0));
    return top <= most ? [] : [`${d} ${what}: ${top} kWh in a quarter`];
  };
  return [
    ...same('energy, day and rows', made, sum(righe.energia)),
    ...same('energy, day and inverters', made, sum(inverter.map(({ energia }) => energia))),
    ...same('energy, day and month', made, month.righe.energia[row] ?? null),
    ...same('energy, day and quarters', made, sum(quarters)),
    ...same('energy, day and five minutes', made, sum(five)),
    ...same('exported, day and rows', indici.immessa, sum(righe.immessa)),
    ...(month.righe.immessa[row] === null
      ? []
      : same('exported, rows and month', sum(righe.immessa), month.righe.immessa[row] ?? null)),
    ...same('taken, day and rows', indici.prelevata, sum(righe.prelevata)),
    ...highest('energy', righe.energia),
    ...highest('exported', righe.immessa),
  ];
}

/** By how many kWh the hours of a day differ between the plant and its twin, in all. */
async function astray(plant: Plant, twin: Plant, d: string, column: 'energia' | 'immessa'): Promise<number> {
  const [own, true_] = [await plant.report('giornaliero', d), await twin.report('giornaliero', d)];
  const hours = (values: readonly (number | null)[]) =>
    Array.from({ length: 24 }, (_, index) => sum(values.slice(4 * index, 4 * index + 4)));
  const [a, b] = [hours(own.righe[column]), hours(true_.righe[column])];
  return sum(a.map((kwh, index) => Math.abs(kwh - (b[index] ?? 0)))) / Math.max(1, sum(b));
}

interface Gap {
  readonly name: string;
  readonly size: PlantSize;
  readonly at: string;
  /** Hours before the silence, of the silence and after it. */
  readonly afterH: number;
  readonly silence: Fault | 'off';
  readonly lastsH: number;
  readonly thenH: number;
  readonly days: readonly string[];
  /** Whether the hours are compared with those of a twin. */
  readonly hasTwin?: boolean;
}

const june = { size: 'small', days: ['2026-06-23'] } as const;
const gaps: readonly Gap[] = [
  {
    ...june,
    name: 'the plant, by day',
    at: '2026-06-23T09:00:00+02:00',
    hasTwin: true,
    afterH: 1,
    silence: { kind: 'plant-silent' },
    lastsH: 10,
    thenH: 1,
  },
  {
    ...june,
    name: 'the datalogger, at noon',
    at: '2026-06-23T11:00:00+02:00',
    afterH: 1,
    silence: 'off',
    lastsH: 2,
    thenH: 1,
  },
  {
    size: 'small',
    name: 'the datalogger, three days',
    at: '2026-06-23T11:00:00+02:00',
    afterH: 1,
    silence: 'off',
    lastsH: 72,
    thenH: 1,
    days: ['2026-06-23', '2026-06-24', '2026-06-25', '2026-06-26'],
  },
  {
    ...june,
    name: 'one inverter',
    at: '2026-06-23T09:00:00+02:00',
    hasTwin: true,
    afterH: 1,
    silence: { kind: 'inverter-silent', inverter: 1 },
    lastsH: 5,
    thenH: 1,
  },
  {
    size: 'small',
    name: 'one inverter, over midnight',
    at: '2026-06-23T17:00:00+02:00',
    afterH: 1,
    silence: { kind: 'inverter-silent', inverter: 1 },
    lastsH: 14,
    thenH: 1,
    days: ['2026-06-23', '2026-06-24'],
  },
  {
    ...june,
    name: 'the exchange meter',
    at: '2026-06-23T09:00:00+02:00',
    hasTwin: true,
    afterH: 1,
    silence: { kind: 'override-silent', group: 'contatori', id: 1 },
    lastsH: 6,
    thenH: 1,
  },
  {
    size: 'small',
    name: 'the datalogger, over the day of 25 hours',
    at: '2026-10-24T12:00:00+02:00',
    afterH: 1,
    silence: 'off',
    lastsH: 26,
    thenH: 1,
    days: ['2026-10-24', '2026-10-25'],
  },
];

test.each(gaps)('$name', async ({ size, at, afterH, silence, lastsH, thenH, days, hasTwin = false }) => {
  const plant = await plantAt(at, size);
  const twin = hasTwin ? await plantAt(at, size) : null;
  await plant.run(afterH * hour);
  if (silence === 'off') plant.off(lastsH * hour);
  else {
    plant.inject(silence, lastsH * hour);
    await plant.run(lastsH * hour);
  }
  await plant.run(thenH * hour);
  await twin?.run((afterH + lastsH + thenH) * hour);
  const findings: string[] = [];
  for (const d of days) {
    findings.push(...(await findingsOf(plant, d)));
    for (const column of twin ? (['energia', 'immessa'] as const) : []) {
      const share = await astray(plant, twin ?? plant, d, column);
      if (share > 0.35) findings.push(`${d} ${column}: ${share} of the day is in other hours`);
    }
  }
  expect(findings).toEqual([]);
});

test('an inverter that becomes silent while nothing answers counts once, on the evening that it made it', async () => {
  const plant = await plantAt('2026-06-23T17:30:00+02:00', 'small');
  await plant.run(hour / 2);
  plant.inject({ kind: 'plant-silent' }, hour);
  await plant.run(hour / 2);
  plant.inject({ kind: 'inverter-silent', inverter: 1 }, 6 * hour);
  await plant.run(6.5 * hour);
  expect([...(await findingsOf(plant, '2026-06-23')), ...(await findingsOf(plant, '2026-06-24'))]).toEqual(
    [],
  );
});
