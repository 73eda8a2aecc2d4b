import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { PlantServer } from '../../../scripts/plant-server/plant';
import { newRecord } from '../../support/config-records';
import { eventually } from '../../support/eventually';
import { examplePlant } from '../../support/example-calls';
import { longPatience, rounds } from '../../support/long';
import { numbersFrom } from '../../support/numbers';
import { type RunningProgram, runProgram } from '../../support/program';

/* The whole program commands inverters over Modbus, is killed, and is started again on the same data. */

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
let server: PlantServer | undefined;
let program: RunningProgram | undefined;
afterEach(async () => {
  program?.child.kill('SIGKILL');
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The program, which also connects to this machine. */
const command = ['--import', 'tsx', fileURLToPath(new URL('../../support/box-program.ts', import.meta.url))];
const start = () => runProgram(folder, { SOURCE: 'field', PLANT: '' }, command);
/** A place where the sun is high now: at night silent inverters are not looked for. */
const sunnyLongitude = () => Math.round((12 - new Date().getUTCHours()) * 15);

async function call(path: string, init: Parameters<RunningProgram['call']>[1] = {}): Promise<unknown> {
  const response = await program?.call(path, init);
  if (!response?.ok) throw new Error(`${path}: ${response?.status} ${await response?.text()}`);
  return response.status === 204 ? null : response.json();
}
const post = (path: string, json: object) => call(path, { method: 'POST', json });

async function limitTo(percent: number): Promise<void> {
  const selection = { oggetto: 'cci.1', azione: 'limite_p', valore: percent };
  const selected = await post('comandi', selection);
  const id = typeof selected === 'object' && selected && 'id' in selected ? selected.id : '';
  await post(`comandi/${id}/conferma`, { tutto_impianto: true });
}

test(
  'a limit outlives kills at any time: it is never lifted, and refreshed after each start',
  longPatience,
  async () => {
    const next = numbersFrom(4);
    server = await PlantServer.start({
      size: 'small',
      seed: 3,
      startAt: Date.parse('2026-06-10T12:00:00+02:00') / 1000,
      hasNaturalFaults: false,
    });
    const { own, writes, configuration } = server;
    const limits = () => own.inverters.map(({ id }) => server?.orderOf(id).percent);
    const limited = (percent: number) => own.inverters.map(() => percent);
    program = await start();
    await post('impianto', { ...examplePlant, lat: 0, long: sunnyLongitude() });
    for (const { id: _, versione: __, ...record } of configuration.inverters)
      await post('config/inverters', newRecord('inverters', { ...record, protocollo: 'sunspec-tcp' }));
    await call('bus/comandi', { method: 'PUT', ifMatch: '*', json: { abilitato: true } });
    await eventually(() => limitTo(40));
    await eventually(() => expect(limits()).toEqual(limited(40)));
    const lifted: unknown[] = [];
    const watch = setInterval(() => {
      if (limits().some(percent => percent !== 40)) lifted.push(limits());
    }, 50);
    for (let round = rounds(3, 30); round > 0; round--) {
      await wait(next() * 2000);
      program.child.kill('SIGKILL');
      await program.ended;
      const { length } = writes;
      program = await start();
      await eventually(() => expect(writes.length).toBeGreaterThan(length));
    }
    clearInterval(watch);
    expect(lifted).toEqual([]);
    const rows = await call('registro');
    expect(JSON.stringify(rows).split('"command.resumed"').length - 1).toBe(rounds(3, 30));
  },
);
