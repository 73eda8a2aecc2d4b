import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger } from '../../support/datalogger';
import { rounds } from '../../support/long';
import { runProgram, untilHistory } from '../../support/program';

/*
 * What does not show in minutes: a little more memory, one more file, a database that never gives anything up. The figures are printed
 * as they come; `npm run test:long` has the whole of it, two hours.
 */

const hourS = 3600;
const isLong = rounds(0, 1) === 1;
/** MiB by which the heap, and the whole program, may be larger at the end than after they had settled. */
const [heapSlackMib, rssSlackMib] = [24, 16];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'long-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mib = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10;
const filesOf = (pid: number | 'self') => readdirSync(`/proc/${pid}/fd`).length;

/** MiB of all databases with their logs. */
function databasesMib(): number {
  const files = readdirSync(folder).filter(name => /\.db(-wal)?$/.test(name));
  return mib(files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0));
}

/** Memory of a process, MiB. */
function memoryMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return mib(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024);
}

/** Frees what nobody holds, so that what is left is held. */
function heldMib(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return mib(process.memoryUsage().heapUsed);
}

const print = (line: string) => console.log(line);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** What a console on the dashboard asks for. */
const polls = [
  'dati_impianto/RT?m=impianto,inverter,spi,cci,contatori,sensori',
  'dati_impianto/daily?m=impianto.pac,impianto.pattesa,impianto.poa&d=2026-06-21',
  'allarmi/conteggi',
];

test('a day of the largest plant at 3600 times its speed leaves nothing behind but its measures', {
  timeout: rounds(300_000, 3 * hourS * 1000),
}, async () => {
  const [size, hours] = isLong ? (['xl', 24] as const) : (['small', 4] as const);
  const datalogger = await startDatalogger({
    size,
    at: '2026-06-21T00:00:00+02:00',
    speed: 3600,
    hasNaturalFaults: true,
    dataFolder: folder,
    keepsHistory: true,
  });
  const token = datalogger.login('admin');
  const figures: { heap: number; files: number; databases: number }[] = [];
  for (let hour = 1; hour <= hours; hour++) {
    const beganMs = performance.now();
    // A second of real time.
    datalogger.clock.advance(1000);
    datalogger.plantClock.advance(hourS * 1000);
    datalogger.bringUpToDate();
    for (const path of polls) {
      const response = await datalogger.request(`/api/${path}`, { token });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const figure = { heap: heldMib(), files: filesOf('self'), databases: databasesMib() };
    figures.push(figure);
    const tookS = (performance.now() - beganMs) / 1000;
    print(
      `${size} ${hour} h: heap ${figure.heap} MiB, ${figure.files} files, databases ${figure.databases} MiB, took ${tookS.toFixed(1)} s`,
    );
  }
  await datalogger.settled();
  await datalogger.close();
  const settled = figures[Math.floor(hours / 4)];
  const last = figures.at(-1);
  expect(last?.heap).toBeLessThan((settled?.heap ?? 0) + heapSlackMib);
  expect(last?.files).toBeLessThanOrEqual(settled?.files ?? 0);
  const growth = (figures.at(-1)?.databases ?? 0) - (figures[0]?.databases ?? 0);
  print(`${size}: databases grew by ${growth.toFixed(1)} MiB in ${hours - 1} h`);
});

test.skipIf(!isLong)(
  'two hours of the medium plant with two consoles: memory, files and databases stay what they are',
  { timeout: 3 * hourS * 1000 },
  async () => {
    const program = await runProgram(folder, { PLANT: 'medium' });
    await untilHistory(program);
    const pid = program.child.pid ?? 0;
    try {
      const figures: { rss: number; files: number; databases: number }[] = [];
      const endMs = performance.now() + 2 * hourS * 1000;
      const everyMs = 5000;
      const printEveryMs = 300_000;
      let printedMs = Number.NEGATIVE_INFINITY;
      while (performance.now() < endMs) {
        for (const path of [...polls, ...polls]) await (await program.call(path)).arrayBuffer();
        if (performance.now() - printedMs >= printEveryMs) {
          printedMs = performance.now();
          const figure = { rss: memoryMib(pid), files: filesOf(pid), databases: databasesMib() };
          figures.push(figure);
          const left = Math.round((endMs - printedMs) / 60_000);
          print(
            `medium, ${left} min left: ${figure.rss} MiB, ${figure.files} files, databases ${figure.databases} MiB`,
          );
        }
        await wait(everyMs);
      }
      const quarter = Math.floor(figures.length / 4);
      const [early, late] = [figures.slice(quarter, 2 * quarter), figures.slice(-quarter)];
      const rssOf = (part: typeof figures) => median(part.map(({ rss }) => rss));
      const perDay = 12 * ((figures.at(-1)?.databases ?? 0) - (figures[0]?.databases ?? 0));
      print(
        `medium: ${rssOf(early)} MiB, at the end ${rssOf(late)} MiB; databases grow by ${perDay.toFixed(1)} MiB a day`,
      );
      expect(rssOf(late)).toBeLessThan(rssOf(early) + rssSlackMib);
      // Connections come and go; nothing stays open.
      expect(median(late.map(({ files }) => files))).toBeLessThanOrEqual(
        median(early.map(({ files }) => files)) + 2,
      );
      expect(program.errors()).toBe('');
    } finally {
      program.child.kill('SIGTERM');
      await program.ended;
    }
  },
);
