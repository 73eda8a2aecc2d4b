import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { eventually } from '../../../support/eventually';
import { localGuard } from '../../../support/local-guard';
import { serviceCalls } from '../../api/routes/services-support';

interface Received {
  readonly group: string;
  readonly data: Buffer;
}

/** A KNXnet/IP tunnelling server: connects, acknowledges and keeps what is written. */
interface Peer {
  readonly port: number;
  readonly received: Received[];
  readonly services: number[];
  isSilent: boolean;
  /** Every tunnel is taken by others. */
  isFull: boolean;
  /** Answers in its place. */
  impostor: Socket | null;
  close(): void;
}

const services = { connect: 0x0205, state: 0x0207, disconnect: 0x0209, tunnel: 0x0420 } as const;
const channel = 7;
const noMoreConnections = 0x24;

const frame = (service: number, body: readonly number[]) =>
  Buffer.from([6, 0x10, service >> 8, service & 255, 0, 6 + body.length, ...body]);

async function peer(): Promise<Peer> {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const own: Peer = {
    port,
    received: [],
    services: [],
    isSilent: false,
    isFull: false,
    impostor: null,
    close: () => socket.close(),
  };
  socket.on('message', (message, from) => {
    const service = message.readUInt16BE(2);
    own.services.push(service);
    if (own.isSilent) return;
    const say = (answer: Buffer) => (own.impostor ?? socket).send(answer, from.port, from.address);
    const endpoint = [8, 1, 127, 0, 0, 1, port >> 8, port & 255];
    if (service === services.connect)
      say(frame(0x0206, [channel, own.isFull ? noMoreConnections : 0, ...endpoint, 4, 4, 0x11, 0x14]));
    if (service === services.state) say(frame(0x0208, [channel, 0]));
    if (service === services.disconnect) say(frame(0x020a, [channel, 0]));
    if (service !== services.tunnel) return;
    own.received.push(written(message));
    say(frame(0x0421, [4, channel, message[8] ?? 0, 0]));
  });
  return own;
}

/** Group and data of the cEMI frame: header 6, tunnelling header 4, then code, added length, 2 control, source, group, length. */
function written(message: Buffer): Received {
  const cemi = message.subarray(10);
  const group = cemi.readUInt16BE(6);
  const length = cemi[8] ?? 0;
  const data = length === 1 ? Buffer.from([(cemi[10] ?? 0) & 0x3f]) : cemi.subarray(11, 10 + length);
  return { group: `${group >> 11}/${(group >> 8) & 7}/${group & 255}`, data };
}

let server: Peer;
let datalogger: TestDatalogger;
beforeEach(async () => {
  server = await peer();
  datalogger = await startDatalogger({ guard: localGuard });
  await serviceCalls(datalogger).put('config/allarmi/DLG01', { ritardo_on: 0, ritardo_off: 0 });
});
afterEach(async () => {
  await datalogger.close();
  server.close();
});

async function configure(change: object = {}): Promise<void> {
  const settings = {
    abilitato: true,
    indirizzo: '1.1.20',
    modalita: 'tunnel',
    gateway: '127.0.0.1',
    porta: server.port,
  };
  const groups = { potenza: '1/2/3', energia: '1/2/4', allarme: '31/7/255' };
  const response = await datalogger.request('/api/impianto/1/KNX', {
    method: 'PATCH',
    token: datalogger.login('admin'),
    headers: { 'If-Match': '*' },
    json: { ...settings, ...groups, ...change },
  });
  expect(response.status).toBe(200);
}

async function cycle(): Promise<void> {
  await datalogger.run(1);
  await datalogger.settled();
}

const groupsOf = ({ received }: Peer) => received.map(({ group }) => group);

test('power, energy and alarm are written to their groups through a tunnel that is given back', async () => {
  await configure();
  await cycle();
  expect(groupsOf(server)).toEqual(['1/2/3', '1/2/4', '31/7/255']);
  const { pac, etot } = datalogger.plant.snapshot().groups.impianto.values;
  const [power, energy, alarm] = server.received;
  expect(power?.data.readFloatBE()).toBeCloseTo((pac?.[0] ?? 0) * 1000, -1);
  expect(energy?.data.readInt32BE()).toBe(Math.round(etot?.[0] ?? 0));
  expect(alarm?.data).toEqual(Buffer.from([0]));
  expect(server.services.at(-1)).toBe(services.disconnect);
});

test('every minute, and at once when an alarm comes', async () => {
  await configure();
  await cycle();
  await cycle();
  expect(server.received).toHaveLength(3);
  datalogger.hardware.cpuTemperature = 90;
  await cycle();
  await cycle();
  expect(server.received).toHaveLength(6);
  expect(server.received.at(-1)?.data).toEqual(Buffer.from([1]));
  datalogger.clock.advance(60_000);
  await cycle();
  expect(server.received).toHaveLength(9);
});

test('a group without an address is left out, and so is all while it is off', async () => {
  await configure({ abilitato: false });
  await cycle();
  expect(server.services).toEqual([]);
  await configure({ energia: '', allarme: '' });
  await cycle();
  expect(groupsOf(server)).toEqual(['1/2/3']);
});

test('a gateway that does not answer is asked again a minute later, and holds nothing up', async () => {
  server.isSilent = true;
  await configure();
  await cycle();
  const asked = server.services.length;
  expect(server.received).toEqual([]);
  server.isSilent = false;
  await cycle();
  expect(server.services).toHaveLength(asked);
  datalogger.clock.advance(60_000);
  await cycle();
  await eventually(() => expect(groupsOf(server)).toHaveLength(3));
});

test('D06: nobody else answers for the gateway', async () => {
  const impostor = createSocket('udp4').bind(0, '127.0.0.3');
  await once(impostor, 'listening');
  server.impostor = impostor;
  await configure();
  await cycle();
  impostor.close();
  expect(new Set(server.services)).toEqual(new Set([services.connect]));
});

test('a gateway without a free tunnel is asked once a minute, however often it has refused', async () => {
  server.isFull = true;
  await configure();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await cycle();
    const connects = () => server.services.filter(service => service === services.connect).length;
    const before = connects();
    expect(before).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(70_000);
    // What leaves now arrives after it.
    const probe = createSocket('udp4');
    probe.send(frame(services.state, [channel, 0]), server.port, '127.0.0.1');
    await eventually(() => expect(server.services.at(-1)).toBe(services.state));
    probe.close();
    expect(connects()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('D01: a gateway that is this device itself is not asked', async () => {
  await configure();
  const { plantConfig } = datalogger.config;
  const knx = plantConfig.read()?.knx;
  // As if it had been saved before it was refused.
  if (knx) plantConfig.change({ knx: { ...knx, gateway: '127.0.0.2' } });
  await cycle();
  expect(server.services).toEqual([]);
});

test('a bus that takes nothing is named, alarmed after an hour, and clear once it takes values', async () => {
  const calls = serviceCalls(datalogger);
  const failed = async () => (await calls.get('sistema/consegne')).body.knx;
  const isAlarmed = async () => {
    const { body } = await calls.get('allarmi?stato=correnti&testo=DLG03');
    return body.righe.some(({ presente }: { presente: boolean }) => presente);
  };
  await configure();
  server.isFull = true;
  await cycle();
  expect(await failed()).toMatchObject([{ gruppo: null, righe: 1 }]);
  expect(await isAlarmed()).toBe(false);
  datalogger.clock.advance(61 * 60_000);
  await cycle();
  await cycle();
  expect(await isAlarmed()).toBe(true);
  server.isFull = false;
  datalogger.clock.advance(60_000);
  await cycle();
  await cycle();
  expect(await failed()).toEqual([]);
  expect(await isAlarmed()).toBe(false);
});
