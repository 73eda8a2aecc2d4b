import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { longPatience, rounds } from '../../support/long';
import { numbersFrom } from '../../support/numbers';
import { type RunningProgram, runProgram, withoutPast } from '../../support/program';

/** ms from the request on within which the largest plant's inverters are written. */
const longestMs = 400;

let running: RunningProgram | undefined;
const folder = mkdtempSync(join(tmpdir(), 'import-killed-'));
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
  rmSync(folder, { recursive: true, force: true });
});

interface Inverter {
  readonly id: number;
  readonly kwp: number;
}

async function inverters({ call }: RunningProgram): Promise<readonly Inverter[]> {
  return (await call('config/inverters')).json();
}

/** Gives every inverter another power, and kills the program meanwhile; whether the import was answered. */
async function importUntilKilled(program: RunningProgram, kwp: number, afterMs: number): Promise<boolean> {
  const id = (await inverters(program)).map(each => each.id);
  const json = { da: 'campi', id, campi: { kwp } };
  const compared = await program.call('config/inverters/confronto', { method: 'POST', json });
  const { versione } = await compared.json();
  const sent = program
    .call('config/inverters/importa', { method: 'POST', json, ifMatch: `"${versione}"` })
    .then(({ status }) => status === 200)
    .catch(() => false);
  await Promise.race([sent, wait(afterMs)]);
  program.child.kill('SIGKILL');
  await program.ended;
  return sent;
}

test('L01: killed during an import, all of its records are taken or none', longPatience, async () => {
  const data = join(folder, 'data');
  withoutPast(data);
  const next = numbersFrom(7);
  const outcomes = new Set<boolean>();
  for (let round = 1; round <= rounds(2, 60); round += 1) {
    running = await runProgram(data, { PLANT: 'xl' });
    const isAnswered = await importUntilKilled(running, 10 + round, next() * longestMs);
    const db = new Database(join(data, 'config.db'));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    running = await runProgram(data, { PLANT: 'xl' });
    const isNew = (await inverters(running)).map(({ kwp }) => kwp === 10 + round);
    expect(new Set(isNew).size, `round ${round}`).toBe(1);
    if (isAnswered) expect(isNew[0], 'what was answered is there').toBe(true);
    outcomes.add(isNew[0] ?? false);
    running.child.kill('SIGTERM');
    await running.ended;
  }
  // Else the program was never killed before the import was written, or never after.
  expect(outcomes.size).toBe(rounds(outcomes.size, 2));
});
