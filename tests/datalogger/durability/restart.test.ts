import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longPatience, rounds } from '../../support/long';
import { type RunningProgram, runProgram, withoutPast } from '../../support/program';

const environment = { PLANT_CLOCK: '2026-06-14T13:00:00+02:00' };
/** MiB of the archive and of its log: as after ten years, and in the short form a tenth. */
const [archiveMebibytes, logMebibytes] = [rounds(25, 250), rounds(2, 16)];
const goalMs = 5000;

let work: string;
let folder: string;
let program: RunningProgram | undefined;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'restart-'));
  folder = join(work, 'data');
  // What makes the archive large is added here, so no simulated past is needed.
  withoutPast(folder);
});
afterEach(() => {
  program?.child.kill('SIGKILL');
  rmSync(work, { recursive: true });
});

/** Whether an answer came whole, was never begun, or broke off. */
async function outcomeOf(running: RunningProgram, path: string): Promise<'whole' | 'none' | 'cut'> {
  const response = await running.call(path).catch(() => null);
  if (!response) return 'none';
  try {
    JSON.parse(await response.text());
    return 'whole';
  } catch {
    return 'cut';
  }
}

/** Asks again and again until nobody answers any more. */
async function askUntilRefused(running: RunningProgram, path: string): Promise<string[]> {
  const outcomes: string[] = [];
  while (outcomes.at(-1) !== 'none') outcomes.push(await outcomeOf(running, path));
  return outcomes;
}

/** Fills the archive of old times, and leaves so much of it in the log as a kill would. */
function inflate(path: string): void {
  const db = new Database(path);
  const add = db.prepare('INSERT INTO tracker_quarter (t, layout, data) VALUES (?, 0, ?)');
  const addMebibytes = (from: number, count: number) =>
    db.transaction(() => {
      for (let block = 0; block < count * 256; block++) add.run(from + block, randomBytes(4000));
    })();
  addMebibytes(0, archiveMebibytes);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('wal_autocheckpoint = 0');
  addMebibytes(1_000_000, logMebibytes);
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, `${path}.killed${suffix}`);
  db.close();
  for (const suffix of ['', '-wal']) {
    copyFileSync(`${path}.killed${suffix}`, path + suffix);
    rmSync(`${path}.killed${suffix}`);
  }
}

test(
  'L11, L10: a stop under load cuts no answer short and leaves no log; after a kill a large archive is up at once',
  longPatience,
  async () => {
    program = await runProgram(folder, environment);
    const paths = ['dati_impianto/RT?m=inverter', 'dati_impianto/annual?m=impianto.eday&d=2026', 'allarmi'];
    const running = program;
    const asking = Array.from({ length: 12 }, (_, index) => askUntilRefused(running, paths[index % 3] ?? ''));
    await program.call('account');
    const stoppedMs = performance.now();
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
    const stopMs = performance.now() - stoppedMs;
    const outcomes = (await Promise.all(asking)).flat();
    expect(outcomes).not.toContain('cut');
    expect(outcomes).toContain('whole');
    for (const name of ['config.db', 'alarms.db', 'jobs.db', 'measures.db']) {
      expect(existsSync(join(folder, `${name}-wal`)), name).toBe(false);
    }

    const archive = join(folder, 'measures.db');
    inflate(archive);
    expect(statSync(archive).size).toBeGreaterThan(archiveMebibytes * 2 ** 20);
    expect(statSync(`${archive}-wal`).size).toBeGreaterThan(logMebibytes * 2 ** 20);
    const startedMs = performance.now();
    program = await runProgram(folder, environment);
    expect((await program.call('impianto/1')).status).toBe(200);
    const startMs = performance.now() - startedMs;
    // Times are promised of a machine that does nothing else: only the long form asserts them.
    if (rounds(0, 1)) {
      console.log(`stop ${stopMs.toFixed(0)} ms, start ${startMs.toFixed(0)} ms`);
      expect(Math.max(stopMs, startMs)).toBeLessThan(goalMs);
    }
  },
);
