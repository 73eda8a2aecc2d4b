import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examplePlant } from '../../support/example-calls';
import { type RunningProgram, runProgram, withoutPast } from '../../support/program';

/** Only root may make a disk of its own. */
const canMount = process.getuid?.() === 0;
const diskMebibytes = 48;

let disk: string;
let program: RunningProgram | undefined;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'disk-'));
  if (canMount) spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMebibytes}m`, 'tmpfs', disk]);
});
afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
  spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

/** Takes every byte that is left, as often as somebody frees some. */
function fill(name: string): void {
  try {
    writeFileSync(join(disk, name), Buffer.alloc(diskMebibytes * 2 ** 20));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

async function writePlant(running: RunningProgram, nome: string): Promise<Response> {
  return running.call('impianto/1', { method: 'PUT', json: { id: 1, ...examplePlant, nome }, ifMatch: '*' });
}

test.skipIf(!canMount)(
  'L04: a full disk stops writing, not reading, and is recovered from without a restart',
  async () => {
    const data = join(disk, 'data');
    withoutPast(data);
    program = await runProgram(data, { PLANT_CLOCK: '2026-06-14T13:00:00+02:00,60' });
    const reserve = join(data, 'disk-reserve');
    expect(existsSync(reserve)).toBe(true);
    expect((await writePlant(program, 'Prima')).status).toBe(200);

    // Somebody else takes every byte, also those that the reserve gives back.
    let refused: Response | undefined;
    for (let count = 0; count < 200 && !refused; count++) {
      fill(`filler-${count}`);
      const answer = await writePlant(program, `Durante ${count}`);
      if (answer.status !== 200 && !existsSync(reserve)) refused = answer;
    }
    expect(refused?.status).toBe(507);
    expect(await refused?.json()).toMatchObject({ codice: 'storage_full', messaggio: /full/ });
    expect(existsSync(reserve)).toBe(false);
    for (const path of ['impianto/1', 'dati_impianto/RT?m=impianto', 'allarmi', 'account']) {
      expect((await program.call(path)).status, path).toBe(200);
    }
    expect(program.child.exitCode).toBeNull();

    for (let count = 0; count < 200; count++) rmSync(join(disk, `filler-${count}`), { force: true });
    const startedMs = performance.now();
    await expect.poll(async () => (await writePlant(running(), 'Dopo')).status).toBe(200);
    await expect.poll(() => existsSync(reserve)).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(60_000);
    expect((await (await program.call('impianto/1')).json()).nome).toBe('Dopo');
    expect(statfsSync(disk).bavail).toBeGreaterThan(0);
  },
);

function running(): RunningProgram {
  if (!program) throw new Error('not started');
  return program;
}
