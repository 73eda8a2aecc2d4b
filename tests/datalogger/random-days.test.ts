import { parse } from 'valibot';
import { expect, test } from 'vitest';
import type { Balance } from '../../src/contract/balance';
import type { Energy, Table } from '../../src/contract/measures';
import { columnNames, indexNames, reportColumns, reportIndices } from '../../src/contract/report-figures';
import { Report } from '../../src/contract/reports';
import type { Series } from '../../src/contract/series';
import { localDay, startOfDay } from '../../src/contract/zone';
import { readingOf } from '../../src/datalogger/analytics/reports/reading';
import { numberText } from '../../src/datalogger/core/texts';
import { reportLetter } from '../../src/datalogger/integrations/mail/report-letter';
import { fillHistory } from '../../src/datalogger/plant/sampler/history';
import { pastSlots } from '../../src/datalogger/sources/simulator/history/first-history';
import { plantPlan } from '../../src/datalogger/sources/simulator/plan';
import type { PlantSize } from '../../src/datalogger/sources/simulator/sizes';
import { openMeasures } from '../../src/datalogger/storage/measures/measures';
import { dayFrames } from '../../src/datalogger/storage/measures/rollup';
import { csvNumber, parseCsv } from '../support/csv';
import { KeptDatalogger } from '../support/kept-datalogger';
import { longPatience, rounds } from '../support/long';
import { type RandomDays, randomDays } from '../support/random-days';

/*
 * Two days of chance, acknowledged or not: every address says the same figures, causes add up to their total, certain ratios are those of the
 * plant, and a day that is over stays what it was, byte for byte.
 */

const zone = 'Europe/Rome';
const hourS = 3600;

const sum = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

type Check = readonly [
  what: string,
  one: number | null | undefined,
  other: number | null | undefined,
  by: number,
];

/** Figures that have to be one, and are not. */
const differences = (d: string, checks: readonly Check[]): string[] =>
  checks.flatMap(([what, one = null, other = null, by]) => {
    const isSame = one === null || other === null ? one === other : Math.abs(one - other) <= by;
    return isSame ? [] : [`${d} ${what}: ${one} and ${other}`];
  });

/** Whether the parts of a report are its totals. */
function partsOf({ indici, righe, inverter, perdite, fermi, cause, periodo, economia }: Report): Check[] {
  const { tutte } = perdite;
  const limits = ['limite_gestore', 'limite_proprio'];
  const stood = perdite.cause.filter(({ causa }) => !limits.includes(causa));
  return [
    ['energy, rows', periodo.contata, sum(righe.energia), 0.02],
    ['energy, inverters', periodo.contata, sum(inverter.map(({ energia }) => energia)), 0.02],
    ['expected, rows', indici.attesa ?? 0, indici.attesa === null ? 0 : sum(righe.attesa), 0.02],
    ['lost, rows', indici.persa ?? 0, indici.persa === null ? 0 : sum(righe.persa), 0.02],
    ['lost, causes', perdite.persa, sum(perdite.cause.map(({ persa }) => persa)), 0.02],
    ['hours, causes', perdite.fermo, sum(perdite.cause.map(({ fermo }) => fermo)), 0.02],
    [
      'lost, without limits',
      indici.persa ?? 0,
      indici.persa === null ? 0 : sum(stood.map(({ persa }) => persa)),
      0.02,
    ],
    [
      'lost, inverters',
      perdite.persa,
      sum(perdite.inverter.flatMap(each => each.cause.map(({ persa }) => persa))),
      0.02,
    ],
    ['all lost, causes', tutte.persa, sum(tutte.cause.map(({ persa }) => persa)), 0.02],
    ['all lost, devices', tutte.persa, sum(tutte.dispositivi.map(({ persa }) => persa)), 0.02],
    ['lost money, causes', tutte.valore, sum(tutte.cause.map(({ valore }) => valore)), 0.001],
    ['money, bands', economia?.ricavo, sum(economia?.fasce.map(({ ricavo }) => ricavo) ?? []), 0.001],
    ['money, rows', economia?.ricavo, sum(righe.ricavo), 0.001],
    [
      'stops',
      fermi.length < 50 ? sum(cause.map(({ durata }) => durata)) : 0,
      fermi.length < 50 ? sum(fermi.map(({ durata }) => durata)) : 0,
      1,
    ],
  ];
}

/** Figures that the day and its row in the month have. */
const monthly = [
  'energia',
  'attesa',
  'epi',
  'pr',
  'pr25',
  'disponibilita',
  'immessa',
  'persa',
  'fermo',
] as const;

/** What a day says of itself, its month, tables, series, and the letter. */
async function sameEverywhere(datalogger: KeptDatalogger, d: string, isToday: boolean): Promise<string[]> {
  const day = parse(Report, await datalogger.get(`report?tipo=giornaliero&d=${d}`));
  const month = parse(Report, await datalogger.get(`report?tipo=mensile&d=${d.slice(0, 7)}`));
  const row = Number(d.slice(8)) - 1;
  const m = 'impianto.eday,impianto.pr,impianto.disp,impianto.eattesa';
  const table = await datalogger.get<Table>(`dati_impianto/monthly?m=${m}&d=${d.slice(0, 7)}`);
  const { da, a } = day.periodo;
  const series = await datalogger.get<Series>(`dati_impianto/serie?m=${m}&da=${da}&a=${a}&passo=giorno`);
  const { indici } = day;
  const inMonth = (name: (typeof monthly)[number]): Check => [
    `${name}, month`,
    name === 'energia' ? day.periodo.contata : indici[name],
    month.righe[name][row],
    0.051,
  ];
  const inTable = (name: string) => {
    const value = table.colonne[`impianto.${name}`]?.[row];
    return typeof value === 'number' ? value : null;
  };
  const inSeries = (name: string) => series.colonne[`impianto.${name}`]?.[0];
  const checks: Check[] = [
    ...partsOf(day),
    ...partsOf(month).map(([what, ...values]): Check => [`${what} (month)`, ...values]),
    ...monthly.map(inMonth),
    ['energy, table', day.periodo.contata, inTable('eday'), 0.06],
    ['PR, table', indici.pr, inTable('pr'), 0.06],
    ['availability, table', indici.disponibilita, inTable('disp'), 0.06],
    ['expected, table', indici.attesa, inTable('eattesa'), 0.06],
    ['energy, series', day.periodo.contata, inSeries('eday'), 0.06],
    ['PR, series', indici.pr, inSeries('pr'), 0.06],
    ['availability, series', indici.disponibilita, inSeries('disp'), 0.06],
    ['expected, series', indici.attesa, inSeries('eattesa'), 0.06],
    ['money, month', day.economia?.ricavo, month.righe.ricavo[row], 0.001],
  ];
  if (isToday) checks.push(...(await liveChecks(datalogger, day)));
  return [...differences(d, checks), ...letterFindings(day)];
}

async function liveChecks(
  datalogger: KeptDatalogger,
  { indici, perdite, periodo }: Report,
): Promise<Check[]> {
  const live = await datalogger.get<Table>('dati_impianto/RT?m=impianto');
  const balance = await datalogger.get<Balance>('bilancio');
  const today = await datalogger.get<Energy>('dati_impianto/energia_oggi');
  const of = (name: string) => {
    const value = live.colonne[name]?.[0];
    return typeof value === 'number' ? value : null;
  };
  return [
    ['energy, live', periodo.contata, of('eday'), 0.2],
    ['energy, today', periodo.contata, today.valore, 0.2],
    ['PR, live', indici.pr, of('pr'), 0.11],
    ['availability, live', indici.disponibilita, of('disp'), 0.11],
    ['balance, lost', perdite.tutte.persa, balance.persa, 0.06],
    ['balance, value', perdite.tutte.valore, balance.valore, 0.006],
    ['balance, causes', balance.persa, sum(balance.cause.map(({ persa }) => persa)), 0.06],
  ];
}

/** The file of the e-mail has the rows of the report, and its text the indices. */
function letterFindings({ periodo, indici, righe, ...rest }: Report): string[] {
  const report = { periodo, indici, righe, ...rest };
  const letter = reportLetter(
    report,
    'Plant',
    { email: 'a@b.example', lingua: 'it' },
    { hasRows: true, pdf: null },
  );
  const [, ...lines] = parseCsv(`${letter.attachments?.[0]?.content ?? ''}`);
  const columns = columnNames.filter(name => righe[name].some(value => value !== null));
  const inFile = columns.map((name, at): Check => {
    const cells = lines.map(cells => csvNumber(cells[at + 1]));
    return [`${name}, file`, sum(righe[name]), sum(cells), cells.length * 10 ** -reportColumns[name][1]];
  });
  const unsaid = indexNames.filter(name => {
    const [, decimals] = reportIndices[name];
    return indici[name] !== null && !letter.text.includes(`: ${numberText(indici[name], decimals, 'it')}`);
  });
  return [
    ...differences(periodo.d, inFile),
    ...unsaid.map(name => `${periodo.d} ${name} is not in the letter`),
  ];
}

/** What the plant would have made of each day without any fault, kWh: the truth of the light. */
function expectedOf(size: PlantSize, seed: number, from: number, to: number): readonly number[] {
  const store = openMeasures(':memory:');
  fillHistory({
    store,
    zone,
    slots: pastSlots({ size, seed, from, to, seconds: 900, hasNaturalFaults: false }),
  });
  const frames = dayFrames(store, 'impianto', zone, from, to);
  const expected = frames.map(frame => readingOf('impianto', frame)(0, 'eattesa') ?? 0);
  store.close();
  return expected;
}

/** Certain figures that cannot be, or are far from what is true. */
function impossible({ periodo, indici, dati }: Report, expected: number): string[] {
  const isCertain = (coverage: number | null) => (coverage ?? 0) >= dati.copertura_certa;
  const truth = (100 * (periodo.contata ?? 0)) / expected;
  const { pr25, epi } = indici;
  const isFar = epi !== null && Math.abs(epi / truth - 1) > 0.1 && Math.abs(epi - truth) > 1;
  const where = `${periodo.d}, light ${periodo.copertura_luce}, temperature ${periodo.copertura_temperatura}`;
  return [
    ...(isCertain(periodo.copertura_temperatura) && (pr25 ?? 0) > 100 ? [`${where}: PR25 ${pr25}`] : []),
    ...(isCertain(periodo.copertura_temperatura) && isFar ? [`${where}: EPI ${epi}, in truth ${truth}`] : []),
  ];
}

/** Where two texts of a report differ. */
function changesOf(before: string, after: string): string[] {
  if (before === after) return [];
  const [one, other] = [before, after].map(text =>
    Object.entries(JSON.parse(text)).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  return (one ?? []).flatMap(([key, value], at) => {
    const next = other?.[at]?.[1] ?? '';
    if (value === next) return [];
    let same = 0;
    while (value?.[same] === next[same]) same++;
    return [
      `${key}: ${value?.slice(Math.max(0, same - 60), same + 60)} | ${next.slice(Math.max(0, same - 60), same + 60)}`,
    ];
  });
}

async function play(
  datalogger: KeptDatalogger,
  { happenings, isAcknowledged }: RandomDays,
  fromS: number,
  toS: number,
): Promise<void> {
  for (const { afterS, lastsS, fault } of happenings.filter(
    each => each.afterS >= fromS && each.afterS < toS,
  )) {
    await datalogger.until(afterS);
    if (isAcknowledged) await datalogger.acknowledge();
    if (fault === 'off') datalogger.off(lastsS);
    else datalogger.now.plant.inject(fault, lastsS);
  }
  await datalogger.until(toS);
}

interface Days {
  readonly from: number;
  readonly next: number;
  readonly to: number;
  readonly first: string;
  readonly second: string;
}

function daysOf(first: string): Days {
  const [year = 0, month = 0, date = 0] = first.split('-').map(Number);
  const midnight = (after: number) => startOfDay(zone, year, month, date + after);
  const [from, next, to] = [midnight(0), midnight(1), midnight(2)];
  return { from, next, to, first, second: localDay(zone, next) };
}

/** What closed days say differently after acknowledgements, later alarms and a restart. */
async function laterChanges(
  datalogger: KeptDatalogger,
  { from, to }: Days,
  closed: ReadonlyMap<string, string>,
) {
  const findings: string[] = [];
  const isSame = async (why: string) => {
    for (const [d, text] of closed)
      findings.push(
        ...changesOf(text, await dayText(datalogger, d)).map(each => `${d} after ${why}: ${each}`),
      );
  };
  await isSame('two days');
  await datalogger.acknowledge();
  await isSame('acknowledgement');
  datalogger.now.plant.inject({ kind: 'grid-outage' }, 1800);
  await datalogger.until(to - from + 9 * hourS);
  await isSame('an outage');
  await datalogger.restart();
  await datalogger.until(to - from + 10 * hourS);
  await isSame('a restart');
  return findings;
}

const dayText = (datalogger: KeptDatalogger, d: string) => datalogger.text(`report?tipo=giornaliero&d=${d}`);

async function findingsOf(size: PlantSize, seed: number): Promise<string[]> {
  const random = randomDays(seed, plantPlan(size));
  const days = daysOf(random.d);
  const { from, next, to, first, second } = days;
  const [lengthS, wholeS] = [next - from, to - from];
  const expected = expectedOf(size, seed, from, to);
  const datalogger = new KeptDatalogger(size, seed, from);
  const findings: string[] = [];
  const closed = new Map<string, string>();
  /** Plays on until shortly before and after a midnight, and looks. */
  const throughMidnight = async (d: string, fromS: number, midnightS: number, kwh: number) => {
    await play(datalogger, random, fromS, midnightS - 600);
    findings.push(...(await sameEverywhere(datalogger, d, true)));
    await play(datalogger, random, midnightS - 600, midnightS + hourS);
    findings.push(...(await sameEverywhere(datalogger, d, false)));
    const text = await dayText(datalogger, d);
    closed.set(d, text);
    findings.push(...impossible(parse(Report, JSON.parse(text)), kwh));
  };
  try {
    await datalogger.start();
    await throughMidnight(first, 0, lengthS, expected[0] ?? 0);
    await throughMidnight(second, lengthS + hourS, wholeS, expected[1] ?? 0);
    return [...findings, ...(await laterChanges(datalogger, days, closed))];
  } finally {
    await datalogger.close();
  }
}

/** Sixty scenarios on three sizes of plant; a run that is not long has one of the smallest. */
const sizes = ['small', 'medium', 'large'] as const;
const scenarios = rounds<readonly (readonly [PlantSize, number])[]>(
  [['small', 1]],
  Array.from({ length: 60 }, (_, index) => [sizes[index % 3] ?? 'small', index + 1]),
);

test.each(scenarios)(
  '%s, seed %i',
  async (size, seed) => {
    expect(await findingsOf(size, seed)).toEqual([]);
  },
  longPatience.timeout,
);
