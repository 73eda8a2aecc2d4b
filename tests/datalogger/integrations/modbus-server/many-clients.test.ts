import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Configuration } from '../../../../src/contract/config/kinds';
import type { ModbusServerState } from '../../../../src/contract/modbus-server';
import { SteadyClock } from '../../../../src/datalogger/core/time/steady-clock';
import { noRecords, nothingConfigured } from '../../../../src/datalogger/plant/processing/setup';
import { FieldPlant } from '../../../../src/datalogger/sources/fieldbus/field-plant';
import { testClock } from '../../../support/clock';
import { newRecord } from '../../../support/config-records';
import { startDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { freePort } from '../../../support/free-port';
import { localDial } from '../../../support/local-guard';
import { framed, replyBody, serveModbus } from '../../../support/modbus-server';
import { mark, registerDriver, registerUnit } from '../../../support/register-driver';

/*
 * Twenty clients of the Modbus server, none of them polite, while the same process polls devices: the devices are asked as often as without
 * them, and the processor time is bounded.
 */

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const request = [0, 7, 0, 0, 0, 6, 1, 3, 0x9c, 0x40, 0, 125];
const [devices, watchedMs] = [10, 6000];

/** Devices that are asked every second, and when each was asked, ms. */
async function polledDevices() {
  const asked = new Map<number, number[]>();
  const { registers } = registerUnit();
  expect(registers.get(0)).toBe(mark);
  const server = await serveModbus('tcp', (each, socket) => {
    if (each.from === 10) asked.set(each.unit, [...(asked.get(each.unit) ?? []), performance.now()]);
    const values = Array.from({ length: each.count }, (_, index) => registers.get(each.from + index) ?? 0);
    socket.write(framed('tcp', each.transaction, replyBody(each, values)));
  });
  open.push(() => server.stop());
  const clock = new SteadyClock(testClock('2026-06-10T12:00:00+02:00', { isRunning: true }));
  const plant = new FieldPlant({ dial: localDial, clock, driverOf: () => registerDriver });
  open.push(() => plant.close());
  const place = { protocollo: 'modbus-tcp', host: '127.0.0.1', porta: server.port, polling: 1 } as const;
  const inverters = Array.from({ length: devices }, (_, index) => ({
    ...newRecord('inverters', { ...place, unita: index + 1 }),
    id: index + 1,
    versione: 1,
  }));
  plant.configure({
    ...nothingConfigured,
    configuration: { ...noRecords, inverters } as unknown as Configuration,
  });
  plant.start();
  await eventually(() => expect(asked.size).toBe(devices));
  return asked;
}

/** The longest time between two polls of a device while `watchedMs` pass, and the share of a processor that was used. */
async function watched(asked: Map<number, number[]>) {
  asked.clear();
  const before = process.cpuUsage();
  await pause(watchedMs);
  const { user, system } = process.cpuUsage(before);
  const gaps = [...asked.values()].flatMap(times =>
    times.slice(1).map((at, index) => at - (times[index] ?? at)),
  );
  return { polls: gaps.length, longestMs: Math.max(...gaps), load: (user + system) / 1000 / watchedMs };
}

/** One of four kinds of client, which comes back at once whenever its connection ends. */
function impolite(
  index: number,
  to: { port: number; localAddress: string },
  seen: { answers: number; opened: number },
) {
  let isOver = false;
  let socket: Socket;
  const come = () => {
    seen.opened++;
    socket = connect({ ...to, host: '127.0.0.1' });
    socket.on('error', () => undefined).on('close', () => isOver || setTimeout(come, 50).unref());
    // Never reads what it asks for.
    if (index % 4 === 2) socket.pause();
    else socket.on('data', chunk => (seen.answers += chunk.length / 259));
  };
  come();
  let sent = 0;
  const act = [
    // Half-open: connected, and nothing more.
    () => undefined,
    // Slow: a byte every 300 ms.
    () => sent++ % 15 === 0 && socket.write(Buffer.from([request[(sent / 15) % request.length] ?? 0])),
    () => socket.write(Buffer.from(Array(5).fill(request).flat())),
    () => socket.write(Buffer.from(Array(5).fill(request).flat())),
  ][index % 4];
  const timer = setInterval(() => act?.(), 20);
  open.push(() => {
    isOver = true;
    clearInterval(timer);
    socket.destroy();
  });
}

test('twenty clients that flood, dawdle, never read or never ask leave the polling of devices as it is', async () => {
  const datalogger = await startDatalogger();
  open.push(() => datalogger.close());
  const token = datalogger.login('admin');
  datalogger.start();
  await datalogger.run(120);
  const port = await freePort();
  const hosts = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  const settings = { attivo: true, porta: port, ammessi: hosts };
  const put = { method: 'PUT', token, headers: { 'If-Match': '*' }, json: settings } as const;
  expect((await datalogger.request('/api/bus/server', put)).status).toBe(200);
  const state = async (): Promise<ModbusServerState> =>
    (await datalogger.request('/api/bus/server/stato', { token })).json();
  await eventually(async () => expect((await state()).stato).toBe('in_ascolto'));
  const asked = await polledDevices();
  const alone = await watched(asked);

  const places = [...Array(8).fill(hosts[0]), ...Array(8).fill(hosts[1]), ...Array(4).fill(hosts[2])];
  const seen = { answers: 0, opened: 0 };
  for (const [index, host] of places.entries()) impolite(index, { port, localAddress: host }, seen);
  const crowded = await watched(asked);
  const rounded = ({ polls, longestMs, load }: typeof alone) =>
    `${polls} polls, longest gap ${Math.round(longestMs)} ms, ${Math.round(100 * load)} % of a processor`;
  console.info(
    `alone: ${rounded(alone)}; with 20 clients: ${rounded(crowded)}; ${Math.round(seen.answers)} answers on ${seen.opened} connections`,
  );

  expect(crowded.polls).toBeGreaterThanOrEqual(alone.polls - devices);
  expect(crowded.longestMs).toBeLessThan(Math.max(2000, 2 * alone.longestMs));
  expect(seen.answers).toBeGreaterThan(100);
  expect(seen.opened).toBeGreaterThan(20);
  expect(crowded.load - alone.load).toBeLessThan(0.5);
  const { connessioni } = await state();
  expect(connessioni).toBeLessThanOrEqual(20);
});
