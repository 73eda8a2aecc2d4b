import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openConfigDatabase } from '../../../src/datalogger/storage/config/config-database';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { longPatience, rounds } from '../../support/long';
import { numbersFrom } from '../../support/numbers';

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
const longestMs = 300;

/** Lets the writer write for that many ms after its first word and kills it; every line that it finished. */
async function writeUntilKilled(folder: string, forMs: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', writer, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  child.stdout.on('data', (text: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), forMs);
    said += text;
  });
  await ended;
  return said.split('\n').slice(0, -1);
}

function integrityOf(path: string): unknown {
  const db = new Database(path);
  const result = db.pragma('integrity_check', { simple: true });
  db.close();
  return result;
}

test(
  'L01: killed at any time, both databases are whole, and nothing is lost that was confirmed',
  longPatience,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-'));
    const next = numbersFrom(1);
    const told = { schedules: new Set<number>(), minutes: new Set<number>() };
    for (let round = rounds(5, 200); round > 0; round--) {
      for (const line of await writeUntilKilled(folder, next() * longestMs)) {
        (line.startsWith('c') ? told.schedules : told.minutes).add(Number(line.slice(1)));
      }
      for (const name of ['config.db', 'measures.db']) expect(integrityOf(join(folder, name))).toBe('ok');
      const config = openConfigDatabase(join(folder, 'config.db'));
      const stored = new Set(config.schedules.all().map(({ id }) => id));
      config.close();
      expect([...told.schedules].filter(id => !stored.has(id))).toEqual([]);
      const measures = openMeasures(join(folder, 'measures.db'));
      for (const group of ['impianto', 'stringhe'] as const) {
        const minutes = new Set(measures.frames('minute', group, 0, 2 ** 40).map(({ t }) => t));
        expect([...told.minutes].filter(t => !minutes.has(t))).toEqual([]);
      }
      measures.close();
    }
    expect(told.schedules.size).toBeGreaterThan(rounds(5, 200));
    rmSync(folder, { recursive: true });
  },
);
