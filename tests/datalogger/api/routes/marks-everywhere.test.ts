import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Answers, ofArchive, ofNow, seconds, total } from '../../../support/marked/answers';
import { deliver, type Stage, startStage } from '../../../support/marked/stage';

/*
 * A mark of today and one of a past day, at every address and every receiver: the same energies, said to lack something, and what was
 * measured as soon as the marks are taken back.
 */

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const days = ['2026-06-10', '2026-06-08'] as const;
/** Half an hour of inverter 2, today and two days ago. */
const begins = [seconds('2026-06-10T10:30:00Z'), seconds('2026-06-08T10:30:00Z')];
const lastsS = 1800;

/** What a database has of a day. */
function ofInflux({ rows }: Stage, d: string): Answers {
  const from = seconds(`${d}T00:00:00+02:00`);
  const of = (place: string) =>
    [...rows].filter(([key]) => {
      const t = Number(key.split(' ')[1]);
      return key.startsWith(`${place} `) && t >= from && t < from + 86_400;
    });
  const sum = (place: string) => total(of(place).map(([, row]) => row.get('eday')));
  return {
    plant: sum('impianto.1'),
    inverter: sum('inverter.2'),
    isMarked: ['impianto.1', 'inverter.2'].every(place =>
      of(place).some(([, row]) => row.get('incerti') === 1),
    ),
  };
}

/** What a server has of the marked half hour, when a file replaces the one of the same name. */
function ofFiles({ dataFolder }: Stage): Answers {
  const folder = join(dataFolder, 'spool');
  const newest = new Map(
    readdirSync(folder)
      .sort()
      .map(file => [file.slice(file.indexOf('-') + 1), file]),
  );
  const all = [...newest.values()].map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const of = (group: string, id: number) =>
    all
      .filter(({ gruppo }) => gruppo === group)
      .flatMap(({ righe }) => righe)
      .filter(row => row.id === id && row.t >= (begins[0] ?? 0) && row.t < (begins[0] ?? 0) + lastsS);
  const places = [of('impianto', 1), of('inverter', 2)] as const;
  const [plant, inverter] = places.map(rows => total(rows.map(({ eday }) => eday)));
  expect(places.map(rows => rows.length)).toEqual([2, 2]);
  return { plant, inverter, isMarked: places.flat().every(({ incerti }) => incerti === 1) };
}

async function everything(stage: Stage): Promise<Everything> {
  await deliver(stage);
  const [today, past] = days;
  return {
    today: {
      ...(await ofArchive(stage, today)),
      ...(await ofNow(stage)),
      InfluxDB: ofInflux(stage, today),
    },
    past: { ...(await ofArchive(stage, past)), InfluxDB: ofInflux(stage, past) },
    files: ofFiles(stage),
  };
}

interface Everything {
  readonly today: Readonly<Record<string, Answers>>;
  readonly past: Readonly<Record<string, Answers>>;
  readonly files: Answers;
}

/** The newest minutes, and roundings, kWh. */
const likeKwh = 4;

/** What differs from the quarters of the archive, or is not said to lack something as they are. */
const differences = (answers: Readonly<Record<string, Answers>>, isMarked: boolean) =>
  Object.entries(answers).flatMap(([address, { plant, inverter, ...rest }]) => [
    ...(rest.isMarked === isMarked ? [] : [`${address} ${isMarked ? 'says nothing' : 'has a mark'}`]),
    ...[
      ['plant', plant, answers.quarters?.plant],
      ['inverter', inverter, answers.quarters?.inverter],
    ].flatMap(([name, kwh, right]) =>
      kwh === undefined || Math.abs(Number(kwh) - Number(right)) <= likeKwh
        ? []
        : [`${address}: ${name} ${kwh} instead of ${right}`],
    ),
  ]);

test('marks of today and of a past day are the same at every address, and so is taking them back', async () => {
  const stage = await startStage(toClose);
  await stage.datalogger.run(4500);
  const before = await everything(stage);
  expect([differences(before.today, false), differences(before.past, false), before.files.isMarked]).toEqual([
    [],
    [],
    false,
  ]);
  const ids: number[] = [];
  for (const da of begins) {
    const body = { gruppo: 'inverter', dispositivo: 2, da, a: da + lastsS, motivo: 'Counter exchanged' };
    const answer = await stage.calls.post('misure/invalide', body);
    expect(answer.status).toBe(200);
    ids.push(answer.body.id);
  }
  const marked = await everything(stage);
  expect(differences(marked.today, true)).toEqual([]);
  expect(differences(marked.past, true)).toEqual([]);
  const lost = (before.past.quarters?.inverter ?? 0) - (marked.past.quarters?.inverter ?? 0);
  expect(lost).toBeGreaterThan(2 * likeKwh);
  expect((before.past.quarters?.plant ?? 0) - (marked.past.quarters?.plant ?? 0)).toBeCloseTo(lost, 3);
  expect(marked.files).toEqual({
    plant: expect.closeTo((before.files.plant ?? 0) - (before.files.inverter ?? 0), 3),
    inverter: 0,
    isMarked: true,
  });
  for (const id of ids) expect((await stage.calls.remove(`misure/invalide/${id}`)).status).toBe(204);
  const after = await everything(stage);
  expect(differences(after.today, false)).toEqual([]);
  expect(after.past).toEqual(before.past);
  expect(after.files).toEqual(before.files);
});
