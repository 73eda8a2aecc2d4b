import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModbusServerState } from '../../../../src/contract/modbus-server';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { freePort } from '../../../support/free-port';

/*
 * Limits by other programs: pymodbus writes model 123 by the places of the SunSpec specification, typed in here. The client comes from an
 * address of its own.
 */

const run = promisify(execFile);
/** Registers behind the header of model 123. */
const [limitAt, enabledAt, connectAt] = [3, 7, 2] as const;

const script = `
import json, sys
from pymodbus.client import ModbusTcpClient
port, address, steps = int(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
client = ModbusTcpClient('127.0.0.1', port=port, source_address=(address, 0))
client.connect()
at = 40002
controls = None
while True:
    head = client.read_holding_registers(at, 2, slave=1).registers
    if head[0] == 0xFFFF:
        break
    if head[0] == 123:
        controls = at + 2
    at += 2 + head[1]
results = []
for step in steps:
    if controls is None and step[0] != 'write_at':
        results.append(None)
    elif step[0] == 'read':
        results.append(client.read_holding_registers(controls, 24, slave=1).registers)
    else:
        start = step[1] if step[0] == 'write_at' else controls + step[1]
        values = step[2]
        reply = client.write_register(start, values[0], slave=1) if len(values) == 1 \\
            else client.write_registers(start, values, slave=1)
        results.append(reply.exception_code if reply.isError() else 0)
print(json.dumps(results))
`;
type Step = readonly ['read'] | readonly ['write' | 'write_at', number, readonly number[]];

let datalogger: TestDatalogger;
let token: string;
let port: number;
let dataFolder: string;

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'meridiana-'));
  port = await freePort();
  datalogger = await startDatalogger({ size: 'medium', hasOneClock: true, dataFolder });
  await begin();
});
afterEach(async () => {
  await datalogger.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function begin() {
  token = datalogger.login('admin');
  datalogger.start();
  await datalogger.run(120);
}

const [thirdParty, gridOperator, reader] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
async function listen(fields: object = {}) {
  const lists = { ammessi: [reader], gestore: [gridOperator], terzi: [thirdParty] };
  const answer = await datalogger.request('/api/bus/server', {
    method: 'PUT',
    token,
    headers: { 'If-Match': '*' },
    json: { attivo: true, porta: port, ...lists, ...fields },
  });
  expect(answer.status).toBe(200);
  await eventually(async () => expect((await state()).stato).toBe('in_ascolto'));
}
const state = async (): Promise<ModbusServerState> =>
  (await datalogger.request('/api/bus/server/stato', { token })).json();

const client = async (address: string | undefined, ...steps: readonly Step[]) => {
  const args = ['-c', script, String(port), String(address), JSON.stringify(steps)];
  return JSON.parse((await run('/usr/bin/python3', args)).stdout);
};
/** The registers of a limit, %, that ends when it is not renewed within `seconds`. */
const limited = (percent: number, seconds = 0): Step => ['write', limitAt, [100 * percent, 0, seconds, 0, 1]];
const lifted: Step = ['write', enabledAt, [0]];

async function point(name: string): Promise<number> {
  const body = await (await datalogger.request('/api/dati_impianto/RT?m=cci', { token })).json();
  const { colonne } = body;
  return colonne[name][0];
}
async function order(valore: number) {
  const json = { oggetto: 'cci.1', azione: 'limite_p', valore };
  const selected = await (await datalogger.request('/api/comandi', { method: 'POST', token, json })).json();
  const path = `/api/comandi/${selected.id}/conferma`;
  const confirmed = await datalogger.request(path, { method: 'POST', token, json: { tutto_impianto: true } });
  expect(confirmed.status).toBe(204);
}
const audited = () =>
  datalogger.config.audit
    .newest(50)
    .filter(({ action }) => action.startsWith('command.re') && action !== 'command.result')
    .map(({ action, address, changes, result }) => [action, address, changes.limite_p, result])
    .reverse();

test('a third party limits the plant, further than the operator and never less, until it takes the limit back', async () => {
  await listen();
  expect(await client(thirdParty, limited(40))).toEqual([0]);
  await datalogger.run(120);
  expect(await point('psp')).toBe(40);
  expect(await point('plim')).toBe(40);
  expect((await state()).limiti).toEqual([
    { fonte: 'terzi', indirizzo: thirdParty, percento: 40, fine: null },
  ]);
  await order(80);
  await datalogger.run(120);
  expect(await point('psp')).toBe(40);
  await order(20);
  await datalogger.run(120);
  expect(await point('psp')).toBe(20);
  const [registers] = await client(thirdParty, ['read']);
  expect([registers[limitAt], registers[enabledAt]]).toEqual([4000, 1]);
  expect(await client(thirdParty, lifted)).toEqual([0]);
  await order(100);
  await datalogger.run(120);
  expect(await point('psp')).toBe(100);
  const { body } = { body: await (await datalogger.request('/api/comandi?gruppo=cci', { token })).json() };
  const ofThird = body.filter(({ utente }: { utente: string }) => utente === `Modbus ${thirdParty}`);
  expect(ofThird.map(({ nuovo, esito }: Record<string, unknown>) => [nuovo, esito])).toEqual([
    [null, 'ok'],
    [40, 'ok'],
  ]);
  expect(ofThird[1].seguito).not.toBeNull();
  expect(audited()).toEqual([
    ['command.received', thirdParty, [null, 40], 'ok'],
    ['command.received', thirdParty, [40, null], 'ok'],
  ]);
});

test('the limit of the grid operator is one of its own, and is written to the register as received', async () => {
  await listen();
  expect(await client(gridOperator, limited(60))).toEqual([0]);
  expect(await client(thirdParty, limited(70))).toEqual([0]);
  await datalogger.run(120);
  expect(await point('psp')).toBe(60);
  const orders = await (await datalogger.request('/api/comandi?gruppo=cci', { token })).json();
  expect(orders.map(({ utente, nuovo }: Record<string, unknown>) => [utente, nuovo])).toContainEqual([
    '',
    60,
  ]);
});

test('a limit that is not renewed in time ends by itself', async () => {
  await listen();
  expect(await client(thirdParty, limited(40, 30))).toEqual([0]);
  await datalogger.run(20);
  expect(await client(thirdParty, limited(40, 30))).toEqual([0]);
  await datalogger.run(20);
  expect(await point('psp')).toBe(40);
  await datalogger.run(40);
  // The way back is a command of its own.
  await datalogger.run(10);
  expect(await point('psp')).toBe(100);
  const [registers] = await client(thirdParty, ['read']);
  expect(registers[enabledAt]).toBe(0);
});

test('nothing else is written, and by nobody else', async () => {
  await listen();
  expect(await client(reader, ['read'], ['write_at', 40_300, [1]])).toEqual([null, 1]);
  const steps: Step[] = [
    ['write', connectAt, [0]],
    ['write', limitAt, [10_001]],
    ['write', limitAt, [5000, 7, 0, 0, 1]],
    ['write_at', 40_002, [1]],
    ['write', enabledAt, [2]],
  ];
  expect(await client(thirdParty, ...steps)).toEqual([2, 3, 3, 2, 3]);
  // A second limit at once is too soon; the way back is not.
  expect(await client(thirdParty, limited(40), limited(50), lifted)).toEqual([0, 6, 0]);
  await datalogger.run(60);
  expect(await point('psp')).toBe(100);
});

test('outlives a restart, and ends where its address may not limit any more', async () => {
  await listen();
  expect(await client(thirdParty, limited(40))).toEqual([0]);
  await datalogger.stop('kept');
  const hasAccounts = false;
  datalogger = await startDatalogger({ size: 'medium', hasOneClock: true, dataFolder, hasAccounts });
  await begin();
  expect(await point('psp')).toBe(40);
  expect(audited().at(-1)).toEqual(['command.resumed', thirdParty, [null, 40], 'ok']);
  // Another third party is still listed.
  await listen({ terzi: [reader] });
  await datalogger.run(60);
  expect(await point('psp')).toBe(100);
  expect((await state()).limiti).toEqual([]);
});
