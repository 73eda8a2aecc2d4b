/**
 * Prints what twenty consoles and an annual report cost the datalogger that ships, so that no change makes a small device slow or large
 * unnoticed: duration of the live poll with and without load, their ratio, and the memory. Goals for a device where the datalogger has a
 * fifth of one core: p95 200 ms, p99 1 s, 96 MiB, no errors. Other work of this machine affects the times, so nothing is asserted. Run
 * after a build; `npx tsx scripts/bench-load.ts MINUTES` for longer than one minute.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningProgram, runProgram, untilHistory } from '../tests/support/program';

const consoles = 20;
const everyMs = 5000;
const aloneMs = 15_000;
const loadedMs = Number(process.argv[2] ?? 1) * 60_000;
const goals = { p95Ms: 200, p99Ms: 1000, mebibytes: 96 };
const program = join(import.meta.dirname, '..', 'dist', 'datalogger', 'main.js');
/** Uses the heap limit of deploy/systemd/meridiana.service. */
const command = ['--max-old-space-size=192', program];
/** Requests of a dashboard with every poll, and its less frequent requests. */
const live = ['dati_impianto/RT?m=impianto,inverter,spi,cci,contatori,sensori', 'allarmi/conteggi'];
const seldom = 'auth/stato_datalogger/all';
const report = 'report?tipo=annuale&d=2025';

interface Times {
  readonly live: number[];
  readonly report: number[];
  errors: number;
}

const start = (folder: string) => runProgram(folder, { PLANT: 'medium' }, command);

async function stop({ child, ended }: RunningProgram): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function ask(running: RunningProgram, path: string, times: Times, into: number[] = []): Promise<void> {
  const began = performance.now();
  const response = await running.call(path);
  await response.arrayBuffer();
  into.push(performance.now() - began);
  if (!response.ok) times.errors += 1;
}

/** Runs this many consoles for this long, their polls spread evenly over the poll period; `hasReport` adds a client that reads a report. */
async function load(
  running: RunningProgram,
  count: number,
  forMs: number,
  hasReport: boolean,
): Promise<Times> {
  const times: Times = { live: [], report: [], errors: 0 };
  const endMs = performance.now() + forMs;
  const poll = async (index: number) => {
    await wait((index * everyMs) / count);
    for (let round = 0; performance.now() < endMs; round++) {
      await Promise.all(live.map(path => ask(running, path, times, times.live)));
      if (round % 6 === 0) await ask(running, seldom, times);
      await wait(everyMs);
    }
  };
  const read = async () => {
    while (hasReport && performance.now() < endMs) {
      await ask(running, report, times, times.report);
      await wait(everyMs);
    }
  };
  await Promise.all([...Array.from({ length: count }, (_, index) => poll(index)), read()]);
  return times;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Resident memory, MiB. */
function residentMebibytes({ child: { pid } }: RunningProgram): number {
  const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function print(name: string, value: number, unit: string, goal?: number): void {
  const verdict = goal === undefined ? '' : ` / ${goal} ${value <= goal ? 'ok' : 'OVER'}`;
  console.log(`${name.padEnd(34)} ${value.toFixed(1).padStart(8)} ${unit}${verdict}`);
}

async function main(): Promise<void> {
  if (!existsSync(program)) throw new Error('build first: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  // The first start writes one year of history and is not representative of normal operation.
  const first = await start(folder);
  await untilHistory(first);
  await stop(first);
  const running = await start(folder);
  try {
    const alone = await load(running, 1, aloneMs, false);
    const before = residentMebibytes(running);
    const loaded = await load(running, consoles, loadedMs, true);
    print('live poll alone, p95', quantile(alone.live, 0.95), 'ms');
    print(`live poll, ${consoles} consoles, p95`, quantile(loaded.live, 0.95), 'ms', goals.p95Ms);
    print(`live poll, ${consoles} consoles, p99`, quantile(loaded.live, 0.99), 'ms', goals.p99Ms);
    print('p95 under load to p95 alone', quantile(loaded.live, 0.95) / quantile(alone.live, 0.95), 'x');
    print('report of a year, p50', quantile(loaded.report, 0.5), 'ms');
    print('memory before the load', before, 'MiB');
    print('memory after the load', residentMebibytes(running), 'MiB', goals.mebibytes);
    console.log(`${loaded.live.length} polls, ${loaded.report.length} reports, ${loaded.errors} errors`);
  } finally {
    await stop(running);
    rmSync(folder, { recursive: true });
  }
}

await main();
