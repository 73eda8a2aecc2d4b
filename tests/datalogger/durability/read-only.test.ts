import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMeasures } from '../../../src/datalogger/storage/measures/measures';
import { examplePlant } from '../../support/example-calls';
import { type RunningProgram, runProgram, withoutPast } from '../../support/program';

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

let folder: string;
let program: RunningProgram | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-only-'));
});
afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  rmSync(folder, { recursive: true });
});

/** The system refuses every write of the process to a file, also to those that are open, as after a remount. */
function limitFiles(running: RunningProgram, bytes: string): void {
  const { status } = spawnSync('prlimit', ['--pid', String(running.child.pid), `--fsize=${bytes}:unlimited`]);
  expect(status).toBe(0);
}

test.skipIf(!canLimit)(
  'when every write is refused reading goes on, an alarm says so, and afterwards no minute is missing',
  async () => {
    const data = join(folder, 'data');
    withoutPast(data);
    program = await runProgram(data, { PLANT_CLOCK: '2026-06-14T13:00:00+02:00,60' });
    const running = program;
    const rename = (nome: string) => {
      const json = { id: 1, ...examplePlant, nome };
      return running.call('impianto/1', { method: 'PUT', json, ifMatch: '*' });
    };
    const stateOfAlarm = async () => {
      const { righe } = await (await running.call('allarmi?stato=correnti&testo=DLG05')).json();
      return righe[0]?.stato;
    };
    expect((await rename('Prima')).status).toBe(200);

    limitFiles(running, '0');
    const refused = await rename('Durante');
    expect([refused.status, await refused.json()]).toMatchObject([507, { codice: 'storage_unwritable' }]);
    await expect.poll(stateOfAlarm).toBe('attivo');
    // More than a minute of the plant, so that there is something to be written.
    const clockOf = async () => (await (await running.call('auth/generale/1')).json()).ora;
    const from = await clockOf();
    await expect.poll(async () => (await clockOf()) - from).toBeGreaterThan(300);
    for (const path of ['impianto/1', 'dati_impianto/RT?m=impianto', 'allarmi', 'account', 'registro'])
      expect((await running.call(path)).status, path).toBe(200);
    expect((await (await running.call('impianto/1')).json()).nome).toBe('Prima');

    limitFiles(running, 'unlimited');
    expect((await rename('Dopo')).status).toBe(200);
    await expect.poll(stateOfAlarm).toBe('rientrato');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    const archive = openMeasures(join(data, 'measures.db'));
    const minutes = archive.frames('minute', 'impianto', from - 300, 2 ** 40).map(({ t }) => t);
    archive.close();
    expect(minutes.length).toBeGreaterThan(10);
    expect(minutes).toEqual(minutes.map((_, index) => (minutes[0] ?? 0) + index * 60));
  },
);
