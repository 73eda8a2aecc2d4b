/**
 * Prints what the datalogger needs of a small box: memory while a first start writes its history, after it, and while reports, a table and a
 * workbook are made, processor time, and what it writes to the card in an hour of plant time, by database. Goals: 2 MiB an hour at medium; 256 MiB carry medium, 512 MiB xl. As root
 * on a machine with a memory controller each plant runs within its limit, as in the service unit. Run after a build;
 * `npx tsx scripts/bench-box.ts medium` for one plant.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { largestSheet } from '../src/contract/workbook';
import { databaseNames } from '../src/datalogger/storage/database/storage';
import { type RunningProgram, runProgram, untilHistory, withoutPast } from '../tests/support/program';

const program = join(import.meta.dirname, '..', 'dist', 'datalogger', 'main.js');
/** MiB of RAM of the box that must carry each plant, and MiB of the heap as the service unit sets it. */
const boxes = { small: 256, medium: 256, xl: 512 } as const;
const heapMebibytes = 192;
type Size = keyof typeof boxes;
/** Plant seconds in one second while writes are measured. */
const speed = 60;
const hourS = 3600;
const goalMebibytes = 2;
const pageBytes = 4096;
const mebi = 2 ** 20;
/** proc_pid_clear_refs(5) */
const resetsPeak = '5';

const field = (pid: number, file: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
const pidOf = ({ child }: RunningProgram) => child.pid ?? 0;

/** Processor time of a process, s. */
function processorS(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** A control group with a memory limit; null where none can be made. */
function limited(mebibytes: number) {
  const folder = `/sys/fs/cgroup/memory/meridiana-bench-${process.pid}`;
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'memory.limit_in_bytes'), String(mebibytes * mebi));
    return {
      put: (pid: number) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
      failures: () =>
        Number(/oom_kill (\d+)/.exec(readFileSync(join(folder, 'memory.oom_control'), 'utf8'))?.[1] ?? 0),
      remove: () => rmdirSync(folder),
    };
  } catch {
    return null;
  }
}

/** Pages that a database wrote to its log and from there to its file, from the index of the log that SQLite keeps beside it. */
class PageCount {
  readonly #path: string;
  #frames: number;
  #backfilled: number;
  pages = 0;

  constructor(path: string) {
    this.#path = `${path}-shm`;
    [this.#frames, this.#backfilled] = this.#read();
  }

  #read(): [number, number] {
    if (!existsSync(this.#path)) return [0, 0];
    const index = readFileSync(this.#path);
    return index.length < 100 ? [0, 0] : [index.readUInt32LE(16), index.readUInt32LE(96)];
  }

  look(): void {
    const [frames, backfilled] = this.#read();
    this.pages += frames >= this.#frames ? frames - this.#frames : frames;
    this.pages += backfilled >= this.#backfilled ? backfilled - this.#backfilled : backfilled;
    [this.#frames, this.#backfilled] = [frames, backfilled];
  }
}

const start = (folder: string, size: Size, more: Readonly<Record<string, string>> = {}) =>
  runProgram(folder, { PLANT: size, ...more }, [`--max-old-space-size=${heapMebibytes}`, program]);

async function stop({ child, ended }: RunningProgram): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** Writes of an hour of plant time, MiB: all of the process, and the pages of each database. */
async function writesOfHour(running: RunningProgram, folder: string) {
  const counts = databaseNames.map(name => ({ name, count: new PageCount(join(folder, name)) }));
  const before = field(pidOf(running), 'io', 'write_bytes');
  const until = performance.now() + (hourS / speed) * 1000;
  while (performance.now() < until) {
    await wait(100);
    for (const { count } of counts) count.look();
  }
  return {
    all: (field(pidOf(running), 'io', 'write_bytes') - before) / mebi,
    parts: counts.map(({ name, count }) => ({ name, mebibytes: (count.pages * pageBytes) / mebi })),
  };
}

const print = (what: string, value: number, decimals: number, unit: string) =>
  console.log(`  ${what.padEnd(32)}${value.toFixed(decimals).padStart(7)} ${unit}`);

/** An hour of a plant without a past: what it writes, and what it needs at sixty times its speed. */
async function printHour(size: Size, folder: string): Promise<void> {
  withoutPast(folder);
  const at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  const running = await start(folder, size, { PLANT_CLOCK: `${at},${speed}` });
  await wait(5000);
  const fromS = processorS(pidOf(running));
  const { all, parts } = await writesOfHour(running, folder);
  const hourOfProcessorS = processorS(pidOf(running)) - fromS;
  const verdict = size === 'medium' ? ` / ${goalMebibytes} ${all <= goalMebibytes ? 'ok' : 'OVER'}` : '';
  print('written in an hour', all, 2, `MiB${verdict}`);
  for (const { name, mebibytes } of parts) print(`  pages of ${name}`, mebibytes, 2, 'MiB');
  print('processor for that hour', hourOfProcessorS, 1, 's');
  print('memory without history', field(pidOf(running), 'status', 'VmRSS') / 1024, 0, 'MiB');
  await stop(running);
}

/** Reports, a table of a year and a workbook, each as large as it may be and all asked for at once, of which two are made in a thread. */
async function printLongWork(running: RunningProgram): Promise<void> {
  writeFileSync(`/proc/${pidOf(running)}/clear_refs`, resetsPeak);
  const year = new Date().getUTCFullYear();
  const row = `2026-06-01 12:00${';1234,567'.repeat(9)}\n`;
  const rows = Math.floor(largestSheet / row.length) - 1;
  const text = `Ora${';Potenza [kW]'.repeat(9)}\n${row.repeat(rows).trimEnd()}`;
  const json = { file: 'meridiana', testo: text, decimale: ',', lingua: 'it' };
  const began = performance.now();
  const answers = await Promise.all([
    running.call(`report?tipo=annuale&d=${year}`),
    running.call('report?tipo=storico'),
    running.call(`dati_impianto/annual?m=inverter,stringhe,contatori&d=${year}`),
    running.call('tabelle/xlsx', { method: 'POST', json }),
  ]);
  const sizes = await Promise.all(answers.map(async answer => (await answer.arrayBuffer()).byteLength));
  const outcome = answers.map(
    ({ status }, index) => `${status}, ${Math.round((sizes[index] ?? 0) / 1024)} kB`,
  );
  console.log(`  year, all years, table, workbook: ${outcome.join('; ')}`);
  print('  answered after', (performance.now() - began) / 1000, 1, 's');
  print('  memory, peak meanwhile', field(pidOf(running), 'status', 'VmHWM') / 1024, 0, 'MiB');
}

/** A first start with its history, within the memory of its box where that can be limited. */
async function printFirstStart(size: Size, folder: string): Promise<void> {
  const group = limited(boxes[size]);
  const began = performance.now();
  const startWithin = async () => {
    // The program is put in with the script that starts it, which leaves again.
    group?.put(process.pid);
    const running = await start(folder, size);
    if (group) writeFileSync('/sys/fs/cgroup/memory/cgroup.procs', String(process.pid));
    return running;
  };
  const first = await startWithin();
  print('first start until it serves', (performance.now() - began) / 1000, 1, 's');
  await untilHistory(first);
  print('history whole after', (performance.now() - began) / 1000, 1, 's');
  print('memory, peak of the datalogger', field(pidOf(first), 'status', 'VmHWM') / 1024, 0, 'MiB');
  print('memory after its first start', field(pidOf(first), 'status', 'VmRSS') / 1024, 0, 'MiB');
  const fromS = processorS(pidOf(first));
  await wait(30_000);
  print('processor', (100 * (processorS(pidOf(first)) - fromS)) / 30, 1, '% of one core');
  await stop(first);
  print('archive of 13 months', statSync(join(folder, 'measures.db')).size / mebi, 1, 'MiB');
  const again = await startWithin();
  print('memory after a restart', field(pidOf(again), 'status', 'VmRSS') / 1024, 0, 'MiB');
  await printLongWork(again);
  await stop(again);
  if (group) print(`kills within ${boxes[size]} MiB`, group.failures(), 0, '');
  group?.remove();
}

if (!existsSync(program)) throw new Error('build first: npm run build');
const [only] = process.argv.slice(2);
for (const size of ['small', 'medium', 'xl'] as const) {
  if (only && only !== size) continue;
  console.log(size);
  const folder = mkdtempSync(join(tmpdir(), 'box-'));
  await printHour(size, join(folder, 'hour'));
  await printFirstStart(size, join(folder, 'first'));
  rmSync(folder, { recursive: true });
}
