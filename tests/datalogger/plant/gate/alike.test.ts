import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Energy, Table } from '../../../../src/contract/measures';
import type { Report } from '../../../../src/contract/reports';
import type { Series } from '../../../../src/contract/series';
import { linesIn } from '../../../../src/datalogger/integrations/feeds/influx-window';
import { stateMessages } from '../../../../src/datalogger/integrations/feeds/mqtt/messages';
import { fileOf } from '../../../../src/datalogger/integrations/sharing/files';
import { openMeasures } from '../../../../src/datalogger/storage/measures/measures';
import { examplePrometheus } from '../../../support/example-services';
import { DayOfLies } from '../../../support/liar/day-of-lies';
import { counting } from '../../../support/liar/lies';

/*
 * After wrong readings every address and every feed tells the same: what was judged once is judged for all of them.
 */

const d = '2026-06-10';
const [startAt, dayEnd] = [
  Date.parse(`${d}T12:00:00+02:00`) / 1000,
  Date.parse(`${d}T23:59:59+02:00`) / 1000,
];
const [forGood, inverters] = [Number.POSITIVE_INFINITY, [1, 2]];

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** A day with a counter that jumps for good, one that is all ones for a while, a meter with one wild answer, and a restart. */
async function damagedDay() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  const options = { size: 'small', seed: 5, startAt, restS: Number.POSITIVE_INFINITY } as const;
  const day = await DayOfLies.start({ ...options, dataFolder });
  await day.pass(300);
  day.say(
    'inverters',
    1,
    counting(steps => steps + 400_000_000n),
    forGood,
  );
  day.say(
    'inverters',
    2,
    counting((_, { size }) => 2n ** BigInt(16 * size) - 1n),
    90,
  );
  day.say(
    'contatori',
    1,
    counting(steps => steps + 60_000_000n),
    0,
  );
  await day.pass(600);
  await day.restart(60);
  await day.pass(1200);
  return { day, dataFolder };
}

const column = ({ colonne }: Table, name: string) => (colonne[name] ?? []).map(value => Number(value ?? 0));
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Energies of the day that each address gives, by what it is of. */
async function addresses(day: DayOfLies): Promise<Record<string, Record<string, number>>> {
  const codes = inverters.map(id => `inverter.${id}.eday`);
  const m = [...codes, 'impianto.eday'].join();
  const get = <T>(path: string) => day.get<T>(`dati_impianto/${path}`);
  const [daily, fine] = [
    await get<Table>(`daily?m=${m}&d=${d}`),
    await get<Table>(`daily?m=${m}&d=${d}&passo=5`),
  ];
  const [monthly, annual] = [
    await get<Table>(`monthly?m=${m}&d=2026-06`),
    await get<Table>(`annual?m=${m}&d=2026`),
  ];
  const series = await get<Series>(`serie?m=${m}&da=${startAt - 43_200}&a=${dayEnd}`);
  const report = await day.get<Report>(`report?tipo=giornaliero&d=${d}`);
  const live = await get<Table>('RT?m=inverter.eday');
  const plant = await get<Table>('RT?m=impianto.eday');
  const sharedFile = fileOf(
    'serial',
    {
      group: 'inverter',
      from: startAt - 43_200,
      to: dayEnd,
      zone: 'Europe/Rome',
      tables: [await get<Table>(`daily?m=inverter&d=${d}`)],
    },
    { formato: 'json', gzip: false, scrittura: 'it' } as Parameters<typeof fileOf>[2],
  );
  expect(Buffer.from(sharedFile?.bytes ?? []).toString()).toContain('eday');
  const of = (read: (code: string) => number) =>
    Object.fromEntries([...codes, 'impianto.eday'].map(code => [code, read(code)]));
  const energyOf = (id: number) => report.inverter.find(each => each.id === id)?.energia ?? Number.NaN;
  return {
    'daily, quarters': of(code => sum(column(daily, code))),
    'daily, 5 minutes': of(code => sum(column(fine, code))),
    monthly: of(code => sum(column(monthly, code))),
    annual: of(code => sum(column(annual, code))),
    series: of(code => series.totale[code] ?? Number.NaN),
    report: Object.fromEntries(inverters.map(id => [`inverter.${id}.eday`, energyOf(id)])),
    RT: Object.fromEntries(
      inverters.map(id => [
        `inverter.${id}.eday`,
        column(live, 'eday')[live.colonne.id?.indexOf(id) ?? -1] ?? 0,
      ]),
    ),
    'RT, plant': { 'impianto.eday': column(plant, 'eday')[0] ?? 0 },
    energia_oggi: { 'impianto.eday': (await get<Energy>('energia_oggi')).valore ?? 0 },
    energia_prodotta_mese: {
      'impianto.eday': (await get<Energy>('energia_prodotta_mese?d=2026-06')).valore ?? 0,
    },
  };
}

/** Energies of the day that feeds give. */
async function feeds(day: DayOfLies): Promise<Record<string, Record<string, number>>> {
  const snapshot = day.datalogger.plant.snapshot();
  const mqtt = Object.fromEntries(
    (['inverter', 'impianto'] as const).flatMap(group =>
      stateMessages('base', group, snapshot).map(({ topic, payload }): [string, number] => [
        group === 'impianto' ? 'impianto.eday' : `${topic.slice('base/'.length).replace('/', '.')}.eday`,
        Number(JSON.parse(payload).eday),
      ]),
    ),
  );
  const token = day.datalogger.login('admin');
  const json = { ...examplePrometheus };
  await day.datalogger.request('/api/condivisione-dati/prometheus', { method: 'PUT', token, json });
  const headers = { Authorization: `Bearer ${examplePrometheus.password}` };
  const page = await (await day.datalogger.request('/api/metriche', { headers })).text();
  const prometheus = [...page.matchAll(/^meridiana_(\w+?)_eday\{.*device="(\d+)".*\} (\S+)$/gm)].map(
    ([, group, id, value]): [string, number] => [
      group === 'impianto' ? 'impianto.eday' : `${group}.${id}.eday`,
      Number(value),
    ],
  );
  return { mqtt, prometheus: Object.fromEntries(prometheus) };
}

/** Energies of the day that an InfluxDB has. */
function influx(dataFolder: string): Record<string, number> {
  const archive = openMeasures(join(dataFolder, 'measures.db'));
  const origin = { plant: 'p', serial: 's', peakKwp: null };
  const past = { archive, alarms: { standing: () => [] }, zone: () => 'Europe/Rome' };
  const window = { from: startAt - 60, to: dayEnd };
  const energies: Record<string, number> = {};
  for (const line of linesIn(past, origin, ['inverter', 'impianto'], window)) {
    const [, group, device, value] = /^(\w+),.*device=(\d+) .*?\beday=([\d.]+)/.exec(line) ?? [];
    if (value === undefined) continue;
    const key = group === 'impianto' ? 'impianto.eday' : `${group}.${device}.eday`;
    energies[key] = (energies[key] ?? 0) + Number(value);
  }
  archive.close();
  return energies;
}

/** Roundings of quarters, of whole kWh and of the newest minute, kWh. */
const likeKwh = 3;

test('after wrong readings every address and every feed tells the same energies', async () => {
  const { day, dataFolder } = await damagedDay();
  const truth = Object.fromEntries(
    (await day.energies([d])).map(({ device, trueKwh }) => [
      device === 'impianto.1' ? 'impianto.eday' : `${device}.eday`,
      trueKwh,
    ]),
  );
  const told = { ...(await addresses(day)), ...(await feeds(day)) };
  const { rising } = day;
  await day.close();
  const all = { ...told, influx: influx(dataFolder) };
  const different = Object.entries(all).flatMap(([address, energies]) =>
    Object.entries(energies)
      .filter(([code, kwh]) => !(Math.abs(kwh - (truth[code] ?? Number.NaN)) <= likeKwh))
      .map(([code, kwh]) => `${address}: ${code} is ${kwh} instead of ${truth[code]?.toFixed(2)}`),
  );
  expect(different).toEqual([]);
  expect(rising.fell).toEqual([]);
});
