import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually';
import { type RunningProgram, runProgram, withoutPast } from '../../support/program';

let place: string;
/** The data folder. */
let folder: string;
let program: RunningProgram | undefined;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'damaged-'));
  folder = join(place, 'data');
  withoutPast(folder);
});
afterEach(() => {
  program?.child.kill('SIGKILL');
  rmSync(place, { recursive: true });
});

const names = ['config.db', 'alarms.db', 'jobs.db', 'measures.db'];
const garbage = 'not a database '.repeat(5000);
const environment = { PLANT_CLOCK: '2026-06-14T13:00:00+02:00' };

test('L03: with every database damaged it starts from the copies, says so, and the console has an alarm', async () => {
  program = await runProgram(folder, environment);
  const { seriale: serial } = await (await program.call('auth/generale/1')).json();
  await eventually(() => expect(readdirSync(join(folder, 'backup')).sort()).toEqual([...names].sort()));
  program.child.kill('SIGKILL');
  await program.ended;
  for (const name of names) {
    for (const suffix of ['-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true });
    writeFileSync(join(folder, name), garbage);
  }

  program = await runProgram(folder, environment);
  expect((await (await program.call('auth/generale/1')).json()).seriale).toBe(serial);
  const running = program;
  await eventually(async () => {
    const { righe } = await (await running.call('allarmi?stato=correnti&testo=DLG04')).json();
    expect(righe).toMatchObject([{ codice: 'DLG04', stato: 'attivo' }]);
  });
  const { righe: audit } = await (await program.call('registro')).json();
  expect(audit.filter((row: { azione: string }) => row.azione === 'storage.rescue')).toHaveLength(
    names.length,
  );
  for (const name of names) {
    const aside = readdirSync(folder).find(file => file.startsWith(`${name}.damaged-`)) ?? '';
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(garbage);
    expect(program.errors()).toContain(`${name} is as of`);
  }
});
