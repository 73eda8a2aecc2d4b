import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ModbusServerState } from '../../../../src/contract/modbus-server';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { freePort } from '../../../support/free-port';

/*
 * The server against programs of others: mbpoll (libmodbus) and pymodbus, which decode by the places of the SunSpec information model
 * specification typed in here, not by our tables.
 */

const run = promisify(execFile);

/** Registers after 40000 of the first model behind model 1 (66 registers): its id. */
const secondModel = 2 + 68;
/** Places from the id of a model: value, power of ten, registers of the value. */
const places = {
  103: { W: [14, 15, 1], Hz: [16, 17, 1], VAr: [20, 21, 1], WH: [24, 26, 2], St: [38, null, 1] },
  203: { Hz: [16, 17, 1], W: [18, 22, 1], TotWhExp: [38, 54, 2], TotWhImp: [46, 54, 2] },
} as const;

const script = `
import json, sys
from pymodbus.client import ModbusTcpClient
port, unit, count = map(int, sys.argv[1:4])
client = ModbusTcpClient('127.0.0.1', port=port)
client.connect()
words = []
while len(words) < count:
    size = min(100, count - len(words))
    reply = client.read_holding_registers(40000 + len(words), size, slave=unit)
    if reply.isError():
        print(json.dumps({'error': getattr(reply, 'exception_code', -1)}))
        sys.exit()
    words += reply.registers
print(json.dumps(words))
`;

let datalogger: TestDatalogger;
let token: string;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
  datalogger.start();
  await datalogger.run(120);
  port = await freePort();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await datalogger.close();
});

const put = (fields: object = {}) =>
  datalogger.request('/api/bus/server', {
    method: 'PUT',
    token,
    headers: { 'If-Match': '*' },
    json: { attivo: true, porta: port, ammessi: ['127.0.0.1'], ...fields },
  });
const state = async (): Promise<ModbusServerState> =>
  (await datalogger.request('/api/bus/server/stato', { token })).json();
async function listening() {
  expect((await put()).status).toBe(200);
  await eventually(async () => expect((await state()).stato).toBe('in_ascolto'));
}
const read = async (unit: number, count: number) =>
  JSON.parse(
    (await run('/usr/bin/python3', ['-c', script, String(port), String(unit), String(count)])).stdout,
  );

/** A value of a model that begins at `at`. */
function valueAt(
  words: readonly number[],
  at: number,
  [value, scale, size]: readonly [number, number | null, number],
) {
  const [high = 0, low = 0] = [words[at + value], words[at + value + 1]];
  const raw = size === 2 ? high * 65_536 + low : high > 0x7fff ? high - 65_536 : high;
  const power = scale === null ? 0 : (words[at + scale] ?? 0);
  return raw * 10 ** (power > 0x7fff ? power - 65_536 : power);
}
/** Where a model begins in a chain, by its headers. */
function modelAt(words: readonly number[], id: number): number {
  for (let at = 2; at < words.length && words[at] !== 0xffff; at += 2 + (words[at + 1] ?? 0))
    if (words[at] === id) return at;
  throw new Error(`no model ${id}`);
}
/** What the API says of a device of a group; of the first, where none is named. */
async function said(group: string, id?: number) {
  const reply = await datalogger.request(`/api/dati_impianto/RT?m=${group}`, { token });
  const { colonne } = await reply.json();
  const own = id === undefined ? 0 : colonne.id.indexOf(id);
  return (point: string, row = own): number => colonne[point][row];
}

test('nobody is answered until it is switched on, and it can not be switched on for nobody', async () => {
  expect((await state()).stato).toBe('spento');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow();
  expect((await put({ ammessi: [] })).status).toBe(422);
  await listening();
  expect((await put({ attivo: false })).status).toBe(200);
  expect((await state()).stato).toBe('spento');
});

test('pymodbus reads the plant and its exchange meter as the API tells them', async () => {
  await listening();
  const words = await read(1, 2 + 68 + 52 + 155 + 107 + 2);
  expect([...words.slice(0, 3), words[secondModel], ...words.slice(-2)]).toEqual([
    0x5375, 0x6e53, 1, 103, 0xffff, 0,
  ]);
  const plant = await said('impianto');
  const at = modelAt(words, 103);
  expect(valueAt(words, at, places[103].W)).toBeCloseTo(1000 * plant('pac'), -3);
  expect(Math.abs(valueAt(words, at, places[103].W) - 1000 * plant('pac'))).toBeLessThan(100);
  expect(Math.abs(valueAt(words, at, places[103].VAr) - 1000 * plant('qac'))).toBeLessThan(100);
  expect(Math.abs(valueAt(words, at, places[103].WH) / 1000 - plant('etot'))).toBeLessThanOrEqual(1);
  expect(valueAt(words, at, places[103].St)).toBe(4);
  const meters = await (await datalogger.request('/api/config/contatori', { token })).json();
  const { id } = meters.find(({ ruolo }: { ruolo: string }) => ruolo === 'scambio');
  const meter = await said('contatori', id);
  const exchange = modelAt(words, 203);
  expect(Math.abs(valueAt(words, exchange, places[203].W) + 1000 * meter('p'))).toBeLessThan(100);
  expect(valueAt(words, exchange, places[203].Hz)).toBeCloseTo(meter('f'), 1);
  expect(
    Math.abs(valueAt(words, exchange, places[203].TotWhExp) / 1000 - meter('e_imm')),
  ).toBeLessThanOrEqual(1);
  expect(
    Math.abs(valueAt(words, exchange, places[203].TotWhImp) / 1000 - meter('e_prel')),
  ).toBeLessThanOrEqual(1);
  expect(words[modelAt(words, 701)]).toBe(701);
});

test('every inverter and meter is a unit, whose models the state names', async () => {
  await listening();
  const { unita } = await state();
  const inverter = await said('inverter');
  const units = unita.filter(({ modelli }) => modelli.join() === '1,103');
  expect(units.length).toBeGreaterThan(1);
  for (const [row, { unita: unit }] of units.slice(0, 2).entries()) {
    const words = await read(unit, 2 + 68 + 52 + 2);
    const watt = valueAt(words, modelAt(words, 103), places[103].W);
    expect(Math.abs(watt - 1000 * inverter('pac', row))).toBeLessThan(60);
  }
  expect(unita.filter(({ modelli }) => modelli.join() === '1,203').length).toBeGreaterThan(0);
});

test('mbpoll finds the mark, and is refused what there is not and whatever would write', async () => {
  await listening();
  const common = ['-0', '-a', '1', '-1', '-p', String(port)];
  const poll = async (args: readonly string[]) => {
    const { stdout, stderr } = await run('mbpoll', [...common, ...args]).catch(error => error);
    return `${stdout}${stderr}`;
  };
  const text = await poll(['-r', '40000', '-c', '3', '-t', '4:hex', '127.0.0.1']);
  expect([...text.matchAll(/\[\d+\]:\s+0x([0-9A-F]{4})/g)].map(([, hex]) => hex)).toEqual([
    '5375',
    '6E53',
    '0001',
  ]);
  expect(await poll(['-r', '100', '-c', '2', '-t', '4:hex', '127.0.0.1'])).toContain('Illegal data address');
  expect(await poll(['-r', '40100', '-t', '4', '127.0.0.1', '7'])).toContain('Illegal function');
  expect(await poll(['-r', '40000', '-c', '2', '-t', '3:hex', '127.0.0.1'])).toContain('Illegal function');
  expect(await read(99, 2)).toEqual({ error: 11 });
});

async function opened(localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
const request = [0, 7, 0, 0, 0, 6, 1, 3, 0x9c, 0x40, 0, 2];

test('an address that is not allowed is closed unanswered', async () => {
  await listening();
  const socket = await opened('127.0.0.2');
  socket.write(Buffer.from(request));
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
  expect((await state()).rifiutate).toBe(1);
});

test('twenty clients have room, eight of one address; half a request costs the others nothing', async () => {
  const hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  expect((await put({ ammessi: hosts })).status).toBe(200);
  await eventually(async () => expect((await state()).stato).toBe('in_ascolto'));
  for (const host of [...Array(8).fill(hosts[0]), ...Array(8).fill(hosts[1]), ...Array(4).fill(hosts[2])]) {
    const socket = await opened(host);
    // Slow ones: nine bytes of twelve.
    socket.write(Buffer.from(request.slice(0, 9)));
  }
  await eventually(async () => expect((await state()).connessioni).toBe(20));
  const tooMany = await opened('127.0.0.3');
  await once(tooMany, 'close');
  const [first] = sockets;
  first?.write(Buffer.from(request.slice(9)));
  const [reply] = first ? await once(first, 'data') : [];
  expect([...reply]).toEqual([0, 7, 0, 0, 0, 7, 1, 3, 4, 0x53, 0x75, 0x6e, 0x53]);
  // What half a request waits for is given up after five seconds.
  await eventually(async () => expect((await state()).connessioni).toBeLessThanOrEqual(1));
});

test('G26: a controller that restarts gets the place of a connection that it never closed', async () => {
  await listening();
  const left: Socket[] = [];
  for (let at = 0; at < 8; at += 1) left.push(await opened('127.0.0.1'));
  await eventually(async () => expect((await state()).connessioni).toBe(8));
  await once(await opened('127.0.0.1'), 'close');
  // Ten seconds later, in no time.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const again = await opened('127.0.0.1');
  again.write(Buffer.from(request));
  const [reply] = await once(again, 'data');
  expect(reply.length).toBeGreaterThan(9);
  await eventually(() => expect(left.filter(each => each.destroyed)).toEqual([left[0]]));
});

test('frames that break the rules end their connection', async () => {
  await listening();
  for (const wrong of [
    [0, 1, 0, 1, 0, 6, 1, 3, 0x9c, 0x40, 0, 2],
    [0, 1, 0, 0, 0, 1, 1],
    [0, 1, 0, 0, 1, 0, 1, 3],
  ]) {
    const socket = await opened('127.0.0.1');
    socket.write(Buffer.from(wrong));
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  }
});

test('a client that asks without pause is answered twenty times in a second', async () => {
  await listening();
  const socket = await opened('127.0.0.1');
  socket.write(Buffer.from(Array(100).fill(request).flat()));
  const startMs = performance.now();
  const answers = () => socket.bytesRead / 13;
  // The second twenty come in the next second: however slow the machine, never more in a time than it allows.
  while (answers() < 40) {
    await once(socket, 'data');
    const seconds = Math.floor((performance.now() - startMs) / 1000);
    expect(answers()).toBeLessThanOrEqual(20 * (seconds + 2));
  }
});
