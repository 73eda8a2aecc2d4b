import { type Guard, reasonOf } from '../../../integrations/outgoing/guard';
import { SerialClient } from '../serial/client';
import { NoPort, openPort } from '../serial/port';
import { isSerial, type LineAddress } from './address';
import { ModbusClient } from './client';
import {
  type IdentityRequest,
  isWrite,
  type ModbusRequest,
  type NoConnection,
  type ReadReply,
  type ReadRequest,
  type WriteRequest,
} from './read';

/** What a line reads and writes through. */
export interface Connection {
  readonly isOpen: boolean;
  /** One read at a time; `timeoutMs` from now. Never rejects. */
  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply>;
  /** As a read; answered without values when it was carried out. */
  write(request: WriteRequest, timeoutMs: number): Promise<ReadReply>;
  /** As a read: answered with the bytes of the objects. Left out of recordings. */
  identify?(request: IdentityRequest, timeoutMs: number): Promise<ReadReply>;
  close(): void;
  /** Called when a unit answers a request that was given up. Left out where answers name no request. */
  onLate?: (unit: number) => void;
  /** Whether answers may have any transaction number. Left out where they have none. */
  takesAnyNumber?: boolean;
}

/** The reply to a request of any kind. */
export function sent(client: Connection, request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
  if (isWrite(request)) return client.write(request, timeoutMs);
  if (request.fc !== 43) return client.read(request, timeoutMs);
  return client.identify?.(request, timeoutMs) ?? Promise.resolve({ kind: 'exception', code: 1 });
}

/** One of the connections of a line. */
export interface Lane {
  client: Connection | null;
  /** Whether anything was answered on this connection. */
  hasAnswered: boolean;
  isRunning: boolean;
  /** Before that, a further connection is not tried again, ms. */
  notBeforeMs: number;
}

export const newLane = (): Lane => ({
  client: null,
  hasAnswered: false,
  isRunning: false,
  notBeforeMs: Number.NEGATIVE_INFINITY,
});

/** Opens a connection within `forMs`. Rejects with `OutgoingError`, or with `NoPort`. */
export type Dial = (address: LineAddress, forMs: number) => Promise<Connection>;

/** Connections over TCP, to the addresses that the guard allows, and to serial ports. */
export const dialThrough =
  (guard: Pick<Guard, 'connect'>): Dial =>
  async (address, forMs) => {
    if (isSerial(address)) return new SerialClient(await openPort(address), address);
    const { host, port, framing } = address;
    return new ModbusClient(await guard.connect(host, port, forMs), framing);
  };

/** Why a connection could not be opened. */
export function causeOfFailure(error: unknown): NoConnection {
  if (error instanceof NoPort) return error.why;
  return reasonOf(error) === 'rifiutata' ? 'refused' : 'unreachable';
}
