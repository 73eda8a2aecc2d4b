import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOfDay } from '../../src/contract/zone';
import type { Change, Occurrence } from '../../src/datalogger/alarms/model';
import { silentLog } from '../../src/datalogger/core/log';
import { fillHistory, fillRecent } from '../../src/datalogger/plant/sampler/history';
import type { PastSlot } from '../../src/datalogger/plant/source';
import { openAlarms } from '../../src/datalogger/storage/alarms/alarms';
import { memoryStorage } from '../../src/datalogger/storage/database/storage';
import { keptGroups, tiers } from '../../src/datalogger/storage/measures/kept';
import { type Measures, openMeasures } from '../../src/datalogger/storage/measures/measures';
import { makeRecent, pastFiles, RestOfPast } from '../../src/datalogger/wiring/rest-of-past';
import { eventually } from '../support/eventually';
import { isLong } from '../support/long';
import { testMs } from '../support/patience';
import { type RunningProgram, runProgram } from '../support/program';
import { exampleOccurrence, raisedChange } from './storage/alarms/alarms-support';

const zone = 'Europe/Rome';
const from = startOfDay(zone, 2026, 2, 20);
const seam = startOfDay(zone, 2026, 3, 25);
const today = startOfDay(zone, 2026, 4, 3);
const endS = today + 10 * 3600;

let folder: string;
let running: RunningProgram | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meridiana-'));
});
afterEach(() => {
  running?.child.kill('SIGKILL');
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The last two hours in minutes, all before in quarters; energies that no slot holds exactly. */
function* past(since: number): Generator<PastSlot> {
  for (let t = since; t < endS; ) {
    const seconds = t < endS - 7200 ? 900 : 60;
    const values = { pac: [(t / 900) % 97], eday: [seconds / 70_001] };
    yield {
      t,
      seconds,
      groups: {
        impianto: { id: [1], nome: ['uno'], stato: [4], sampled: [t], validS: [30], q: [192], values },
      },
    };
    t += seconds;
  }
}

const occurrence = (id: number, begin: number, end: number | null, device = 1): Occurrence =>
  exampleOccurrence({
    id,
    subject: { group: 'inverter', device, name: `INV ${device}` },
    begin,
    end,
    state: end === null ? 'attivo' : 'chiuso',
    isPresent: end === null,
  });
const change = (...given: Parameters<typeof occurrence>): Change => raisedChange(occurrence(...given));

const slotsOf = (store: Measures, before: number) =>
  tiers.flatMap(tier => keptGroups.map(group => store.frames(tier, group, 0, before)));

function rest(archive: Measures, alarms = openAlarms(':memory:'), command = ['-e', 'console.log(40)']) {
  return new RestOfPast({
    archive,
    alarms,
    storage: memoryStorage,
    zone: () => zone,
    log: silentLog,
    folder: join(folder, 'past'),
    command: () => command,
    onProgress: () => undefined,
  });
}

/** Databases as the other process leaves them. */
function makeWhole(changes: readonly Change[] = []): void {
  const path = join(folder, 'past');
  mkdirSync(path);
  const store = openMeasures(pastFiles(path).measures);
  fillHistory({ store, zone, slots: past(from) });
  store.setZone(zone);
  store.close();
  const alarms = openAlarms(pastFiles(path).alarms);
  alarms.write(changes);
  alarms.close();
}

test('a past that is taken over later is the same, slot by slot, as one that is written at once', async () => {
  const whole = openMeasures(':memory:');
  fillHistory({ store: whole, zone, slots: past(from) });
  const archive = openMeasures(join(folder, 'measures.db'));
  fillRecent({ store: archive, zone, slots: past(seam), endS });
  expect(archive.frames('day', 'impianto', 0, today).length, 'the last days are there at once').toBe(9);
  makeWhole();
  const work = rest(archive);
  expect(work.percent).toBe(0);
  work.start();
  await eventually(() => expect(work.percent).toBe(100));
  await work.stop();
  expect(slotsOf(archive, today)).toEqual(slotsOf(whole, today));
  expect(archive.frames('minute', 'impianto', today, endS)).toHaveLength(120);
  archive.close();
  whole.close();
});

test('the alarms of the whole past replace those of its last days; what is not over keeps its number', async () => {
  const archive = openMeasures(join(folder, 'measures.db'));
  fillRecent({ store: archive, zone, slots: past(seam), endS });
  const alarms = openAlarms(':memory:');
  alarms.reserveIds();
  const first = alarms.lastId() + 1;
  alarms.write([
    change(first, seam + 60, seam + 900),
    change(first + 1, seam + 5000, null, 2),
    change(first + 2, endS + 60, endS + 120),
  ]);
  makeWhole([
    change(1, from + 60, from + 900),
    change(2, seam - 3600, seam + 900),
    change(3, seam + 5000, null, 2),
  ]);
  const work = rest(archive, alarms);
  work.start();
  await eventually(() => expect(work.percent).toBe(100));
  const shown = [1, 2, 3, first, first + 1, first + 2].map(id => alarms.find(id)?.begin ?? null);
  expect(shown).toEqual([from + 60, seam - 3600, null, null, seam + 5000, endS + 60]);
  expect(alarms.story(2)).toHaveLength(1);
  expect(alarms.open().map(({ id }) => id)).toEqual([first + 1]);
  await work.stop();
  archive.close();
});

test('where the other process fails the last days stay, and the next start goes on', async () => {
  const archive = openMeasures(join(folder, 'measures.db'));
  fillRecent({ store: archive, zone, slots: past(seam), endS });
  const failures: string[] = [];
  const log = { ...silentLog, error: (message: string) => void failures.push(message) };
  const options = { alarms: openAlarms(':memory:'), storage: memoryStorage, zone: () => zone };
  const work = new RestOfPast({
    ...options,
    archive,
    log,
    folder: join(folder, 'past'),
    onProgress: () => undefined,
    command: () => ['-e', 'console.log(40); process.exit(1)'],
  });
  work.start();
  await eventually(() => expect(failures).toHaveLength(1));
  expect(work.percent).toBe(40);
  expect(archive.note('history_complete')).toBeNull();
  makeWhole();
  const next = rest(archive);
  next.start();
  await eventually(() => expect(next.percent).toBe(100));
  await next.stop();
  archive.close();
});

test('last days that another process could not write stop the start, and are not made twice', () => {
  const archive = openMeasures(join(folder, 'measures.db'));
  expect(() => makeRecent(archive, ['-e', 'process.exit(3)'])).toThrow(
    /last days .* could not be written: 3/,
  );
  fillRecent({ store: archive, zone, slots: past(seam), endS });
  makeRecent(archive, ['-e', 'process.exit(3)']);
  archive.close();
});

test('a first start tells systemd of each of its steps, so that it is not ended as one that hangs', async () => {
  const reports = join(folder, 'reports');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$*" >> ${reports}\n`);
  chmodSync(join(folder, 'systemd-notify'), 0o755);
  running = await runProgram(join(folder, 'data'), {
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: '/nobody',
    WATCHDOG_USEC: '600000000',
  });
  // Four databases; the other process, at every tenth of the last days.
  const ofStart = readFileSync(reports, 'utf8').match(/WATCHDOG_USEC=6\d{8} WATCHDOG=1/g);
  expect(ofStart?.length).toBeGreaterThan(4 + 9);
});

/** The share that the console reads, or null where everything is written. */
async function written({ call }: RunningProgram): Promise<number | null> {
  const facts: { storia_scritta?: number } = await (await call('auth/generale/1')).json();
  return facts.storia_scritta ?? null;
}

/** Days since the archive begins, as the report of all years says it. */
async function daysOf({ call }: RunningProgram): Promise<number> {
  const report: { periodo: { inizio_dati: number } } = await (await call('report?tipo=storico')).json();
  return (Date.now() / 1000 - report.periodo.inizio_dati) / 86_400;
}

test('a first start serves with the last days written; killed meanwhile, the next one goes on', async () => {
  const data = join(folder, 'data');
  running = await runProgram(data);
  expect(await written(running)).toBeLessThan(100);
  expect(await daysOf(running)).toBeLessThan(34);
  running.child.kill('SIGKILL');
  await running.ended;
  running = await runProgram(data);
  const again = running;
  // At the lowest priority: some seconds for all 13 months alone, minutes for the first of them on a busy machine.
  const untilWritten = { timeout: testMs / 2, interval: 200 };
  await vi.waitFor(async () => expect((await written(again)) ?? 100).toBeGreaterThan(0), untilWritten);
  if (!isLong) return;
  await vi.waitFor(async () => expect(await written(again)).toBeNull(), untilWritten);
  expect(await daysOf(again)).toBeGreaterThan(390);
  expect(existsSync(join(data, 'past'))).toBe(false);
});
