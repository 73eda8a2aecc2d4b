/** Function codes that read: coils, discrete inputs, holding registers, input registers. */
export type ReadFunction = 1 | 2 | 3 | 4;

/** One read of a device on a line. `from` is the protocol address, which counts from 0. */
export interface ReadRequest {
  readonly unit: number;
  readonly fc: ReadFunction;
  readonly from: number;
  /** Registers (at most 125) or bits (at most 2,000). */
  readonly count: number;
}

/** Function codes that write: one coil, one register, several coils, several registers. */
export type WriteFunction = 5 | 6 | 15 | 16;

/** One write of coils or holding registers: all of them, or none. */
export interface WriteRequest {
  readonly unit: number;
  readonly fc: WriteFunction;
  readonly from: number;
  /** At most 123 registers or 1,968 coils; 1 for functions 5 and 6. */
  readonly count: number;
  /** Registers, or 0 and 1 for coils. */
  readonly words: readonly number[];
}

/** Whether a request writes. */
export const isWrite = (request: ModbusRequest): request is WriteRequest =>
  request.fc === 5 || request.fc === 6 || request.fc === 15 || request.fc === 16;

/** Asks a device what it is (function 43/14, basic identification). Answered with the bytes of its objects: id, length, text, and so on. */
export interface IdentityRequest {
  readonly unit: number;
  readonly fc: 43;
  readonly from: 0;
  readonly count: 1;
}

export type ModbusRequest = ReadRequest | WriteRequest | IdentityRequest;

/**
 * What came of a read. Values are there only when the whole reply was checked: as many as were asked for, of this unit, this function and
 * this request.
 */
export type ReadReply =
  /** 16-bit registers; for coils and discrete inputs one element per bit, 0 or 1; none for a write that was carried out. */
  | { readonly kind: 'values'; readonly values: Uint16Array }
  /** The device, or its gateway, refused with this Modbus exception code. */
  | { readonly kind: 'exception'; readonly code: number }
  /** Nothing came in time. `isRenumbered`: but for an answer like the one that is due, with another transaction number. */
  | { readonly kind: 'timeout'; readonly isRenumbered?: true }
  /** A frame came that does not belong to this request, or breaks the rules. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'no-connection'; readonly cause: NoConnection };

/**
 * Why there is no connection: refused by the host, the host is not reached, ended; or the serial port is not there, or may not be used.
 */
export type NoConnection = 'refused' | 'unreachable' | 'closed' | 'absent' | 'denied';

/** Reads from a line. Never rejects. */
export type Read = (request: ReadRequest) => Promise<ReadReply>;
