import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { crc16, type Framing } from '../../src/datalogger/sources/fieldbus/modbus/frame';
import type { ReadFunction } from '../../src/datalogger/sources/fieldbus/modbus/read';

/** A request as a server reads it. */
export interface ServedRequest {
  readonly transaction: number;
  readonly unit: number;
  readonly fc: number;
  readonly from: number;
  readonly count: number;
}

/** The unit and PDU of a right reply. */
export function replyBody({ unit, fc, count }: ServedRequest, values: ArrayLike<number>): number[] {
  const bytes: number[] = [];
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0;
    if (fc > 2) bytes.push(value >> 8, value & 0xff);
    else bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (value << (index & 7));
  }
  return [unit, fc, bytes.length, ...bytes];
}

export const exceptionBody = ({ unit, fc }: ServedRequest, code: number): number[] => [unit, fc | 0x80, code];

/** A body as it is sent. */
export function framed(framing: Framing, transaction: number, body: readonly number[]): Buffer {
  if (framing === 'tcp')
    return Buffer.from([
      transaction >> 8,
      transaction & 0xff,
      0,
      0,
      body.length >> 8,
      body.length & 0xff,
      ...body,
    ]);
  const crc = crc16(Uint8Array.from(body), 0, body.length);
  return Buffer.from([...body, crc & 0xff, crc >> 8]);
}

export interface TestServer {
  readonly port: number;
  /** Connections that are open now, and that were ever opened. */
  readonly connections: ReadonlySet<Socket>;
  readonly opened: number;
  /** Closes the port and every connection, as a pulled cable that somebody noticed. */
  stop(): Promise<void>;
  /** Opens the same port again. */
  restart(): Promise<void>;
}

/** A TCP server that gives each whole request to `answer`, on 127.0.0.1. */
export async function serveModbus(
  framing: Framing,
  answer: (request: ServedRequest, socket: Socket) => void,
  port = 0,
): Promise<TestServer> {
  const connections = new Set<Socket>();
  let opened = 0;
  const server = createServer(socket => {
    opened++;
    connections.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => connections.delete(socket)).on('error', () => undefined);
    let rest = Buffer.alloc(0);
    const start = framing === 'tcp' ? 6 : 0;
    // An identification is one byte shorter than a read.
    const lengthOf = () => (rest[start + 1] === 43 ? [11, 7] : [12, 8])[framing === 'tcp' ? 0 : 1] ?? 0;
    socket.on('data', chunk => {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= start + 2 && rest.length >= lengthOf(); rest = rest.subarray(lengthOf())) {
        const transaction = framing === 'tcp' ? rest.readUInt16BE(0) : 0;
        const [unit = 0, fc = 0] = rest.subarray(start);
        const isRead = fc !== 43;
        const [from, count] = [2, 4].map(at => (isRead ? rest.readUInt16BE(start + at) : 0));
        answer({ transaction, unit, fc, from: from ?? 0, count: count ?? 0 }, socket);
      }
    });
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  const own = await listen(port);
  return {
    port: own,
    connections,
    get opened() {
      return opened;
    },
    async stop() {
      if (!server.listening) return;
      server.close();
      for (const socket of connections) socket.destroy();
      await once(server, 'close');
    },
    restart: async () => void (await listen(own)),
  };
}

/** What is wrong with a unit; a number is an exception code that it answers with. */
export type UnitFault = 'dead' | 'short' | 'other-unit' | number;

export interface ServedUnit {
  /** Holding registers by protocol address: others are answered with exception 2. */
  readonly registers: Map<number, number>;
  /** Coils and discrete inputs, likewise. */
  readonly bits?: Map<number, number>;
  fault?: UnitFault | null;
  /** ms before it answers. */
  delayMs?: number;
}

export interface UnitServer extends TestServer {
  /** Number of requests by unit. */
  readonly asked: ReadonlyMap<number, number>;
}

/** Serves registers of several units; a unit that is not there is silent. */
export async function serveUnits(
  units: ReadonlyMap<number, ServedUnit>,
  framing: Framing = 'tcp',
  onRequest: (request: ServedRequest) => void = () => undefined,
  onReply: (request: ServedRequest) => void = () => undefined,
  numberOf: (request: ServedRequest) => number = ({ transaction }) => transaction,
): Promise<UnitServer> {
  const asked = new Map<number, number>();
  const server = await serveModbus(framing, (request, socket) => {
    asked.set(request.unit, (asked.get(request.unit) ?? 0) + 1);
    onRequest(request);
    const unit = units.get(request.unit);
    if (unit === undefined || unit.fault === 'dead') return;
    const send = () => {
      onReply(request);
      socket.write(framed(framing, numberOf(request), bodyOf(unit, request)));
    };
    if (unit.delayMs) setTimeout(send, unit.delayMs);
    else send();
  });
  return Object.defineProperty(server, 'asked', { value: asked }) as UnitServer;
}

function bodyOf({ registers, bits, fault }: ServedUnit, request: ServedRequest): number[] {
  if (typeof fault === 'number') return exceptionBody(request, fault);
  const places = request.fc > 2 ? registers : (bits ?? new Map<number, number>());
  const values = Array.from({ length: request.count }, (_, index) => places.get(request.from + index));
  if (values.includes(undefined)) return exceptionBody(request, 2);
  const body = replyBody(request, values.map(Number));
  if (fault === 'short') return replyBody({ ...request, count: request.count - 1 }, values.map(Number));
  return fault === 'other-unit' ? [request.unit ^ 1, ...body.slice(1)] : body;
}

export const readFunctions: readonly ReadFunction[] = [1, 2, 3, 4];
