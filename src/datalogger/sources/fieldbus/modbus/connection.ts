import type { Guard } from '../../../integrations/outgoing/guard';
import { ModbusClient } from './client';
import type { Framing } from './frame';
import type { ReadReply, ReadRequest, WriteRequest } from './read';

/** Where a line leads. */
export interface LineAddress {
  readonly host: string;
  readonly port: number;
  readonly framing: Framing;
}

/** What a line reads and writes through. */
export interface Connection {
  readonly isOpen: boolean;
  /** One read at a time; `timeoutMs` from now. Never rejects. */
  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply>;
  /** As a read; answered without values when it was carried out. */
  write(request: WriteRequest, timeoutMs: number): Promise<ReadReply>;
  close(): void;
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

/** Opens a connection within `forMs`. Rejects with `OutgoingError`. */
export type Dial = (address: LineAddress, forMs: number) => Promise<Connection>;

/** Connections over TCP, to the addresses that the guard allows. */
export const dialThrough =
  (guard: Pick<Guard, 'connect'>): Dial =>
  async ({ host, port, framing }, forMs) =>
    new ModbusClient(await guard.connect(host, port, forMs), framing);
