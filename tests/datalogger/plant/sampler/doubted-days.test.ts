import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Energy, Table } from '../../../../src/contract/measures';
import type { Report } from '../../../../src/contract/reports';
import type { Series } from '../../../../src/contract/series';
import { reportLetter } from '../../../../src/datalogger/integrations/mail/report-letter';
import { DayOfLies } from '../../../support/liar/day-of-lies';
import { counting } from '../../../support/liar/lies';

/*
 * A counter that is doubted when a day ends: nobody will ever know better, so every address marks the energy of that day, on the day after
 * and after a restart too. What is settled on its day is marked nowhere.
 */

const [d, next] = ['2026-06-10', '2026-06-11'];
const at = (time: string) => Date.parse(`${d}T${time}+02:00`) / 1000;
const forGood = Number.POSITIVE_INFINITY;

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function start(startAt: number): Promise<DayOfLies> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  toClose.push(() => rmSync(dataFolder, { recursive: true }));
  const day = await DayOfLies.start({ size: 'small', seed: 3, startAt, restS: forGood, dataFolder });
  toClose.push(() => day.close());
  return day;
}

/** What each address marks: column or figure, and its rows. */
async function marks(day: DayOfLies) {
  const m = 'inverter.1.eday,inverter.2.eday,impianto.eday,impianto.pac';
  const get = <T>(path: string) => day.get<T>(`dati_impianto/${path}`);
  const report = await day.get<Report>('report?tipo=mensile&d=2026-06');
  // So little of the month was measured that it has no index of its own.
  const shown = { ...report, indici: { ...report.indici, energia: 1 } };
  const letter = reportLetter(
    shown,
    'Plant',
    { email: 'a@b.example', lingua: 'it' },
    {
      hasRows: true,
      pdf: null,
    },
  );
  const [from, to] = [at('00:00:00'), at('00:00:00') + 2 * 86_400];
  return {
    daily: (await get<Table>(`daily?m=${m}&d=${d}`)).incerti,
    monthly: (await get<Table>(`monthly?m=${m}&d=2026-06`)).incerti,
    annual: (await get<Table>(`annual?m=${m}&d=2026`)).incerti,
    series: (await get<Series>(`serie?m=${m}&da=${from}&a=${to}&passo=giorno`)).incerti,
    month: (await get<Energy>('energia_prodotta_mese?d=2026-06')).incerta,
    index: report.incerti?.indici.includes('energia') ?? false,
    rows: report.incerti?.righe.energia,
    inverters: report.inverter.flatMap(({ id, incerta }) => (incerta === 1 ? [id] : [])),
    letter: /contatore in dubbio/.test(letter.text),
    file: /contatore in dubbio/.test(String(letter.attachments?.[0]?.content ?? '')),
  };
}

test('a counter in doubt at midnight leaves its day uncertain, everywhere and after a restart', async () => {
  const day = await start(at('23:40:00'));
  await day.pass(15 * 60);
  day.say(
    'inverters',
    1,
    counting(steps => steps + 500_000_000n),
    forGood,
  );
  await day.pass(15 * 60);
  await day.restart(60);
  await day.pass(300);
  // On a busy machine an answer may be missing meanwhile: then the next day is uncertain as well.
  const { refused } = day.datalogger.plant.snapshot().groups.inverter;
  const isSettled = !refused?.some(each => each?.etot !== undefined);
  const rows = (...all: number[]) => ({ 'inverter.1.eday': all, 'impianto.eday': all });
  const days = isSettled ? [9] : [9, 10];
  const found = await marks(day);
  expect(found).toMatchObject({
    monthly: rows(...days),
    annual: rows(5),
    month: 1,
    index: true,
    rows: days,
    inverters: [1],
    letter: true,
    file: true,
  });
  expect(found.daily?.['inverter.1.eday']).toEqual([95]);
  expect(Object.keys(found.daily ?? {}).sort()).toEqual(['impianto.eday', 'inverter.1.eday']);
  expect(found.series['impianto.eday']).toContain(0);
  const today = await day.get<Energy>('dati_impianto/energia_oggi');
  expect(today.incerta === undefined).toBe(isSettled);
  const other = await day.get<Report>(`report?tipo=giornaliero&d=${next}`);
  expect(other.incerti === undefined).toBe(isSettled);
});

test('a doubt that is settled on its day leaves no mark', async () => {
  const day = await start(at('12:00:00'));
  await day.pass(120);
  day.say(
    'inverters',
    1,
    counting(steps => steps + 500_000_000n),
    forGood,
  );
  await day.pass(120);
  expect((await marks(day)).month).toBe(1);
  await day.pass(15 * 60);
  expect(await marks(day)).toMatchObject({ month: undefined, index: false, rows: undefined, inverters: [] });
});

test('light that only repeated for half an hour leaves the figures of its day uncertain that rest on it, and no energy', async () => {
  const day = await start(at('12:00:00'));
  await day.pass(300);
  const lights = day.plant.configuration.sensori.filter(({ tipo }) => tipo === 'poa');
  for (const { id } of lights)
    day.plant.say('sensori', id, {
      name: 'repeats',
      lastsS: 40 * 60,
      tell: ({ first, words }) => (first.length === words.length ? first : words),
    });
  const uncertain = async () => {
    const m = 'impianto.pr,impianto.eday,impianto.poa';
    const table = await day.get<Table>(`dati_impianto/daily?m=${m}&d=${d}`);
    const report = await day.get<Report>(`report?tipo=giornaliero&d=${d}`);
    const live = await day.get<Table>('dati_impianto/RT?m=impianto.pr');
    return {
      pr: table.incerti?.['impianto.pr']?.at(0),
      eday: table.incerti?.['impianto.eday'],
      indici: report.incerti?.indici,
      live: live.colonne.incerti?.[0],
    };
  };
  await day.pass(25 * 60);
  expect(await uncertain()).toEqual({});
  await day.pass(10 * 60);
  const found = await uncertain();
  // The quarter of an hour in which it began to repeat: 12:00 is the 48th.
  expect(found).toMatchObject({ pr: 48, eday: undefined, live: 'pr' });
  expect(found.indici).toEqual(expect.arrayContaining(['pr', 'attesa', 'resa_riferimento']));
  expect(found.indici).not.toContain('energia');
  await day.pass(10 * 60);
  expect(await uncertain()).toEqual(found);
});
