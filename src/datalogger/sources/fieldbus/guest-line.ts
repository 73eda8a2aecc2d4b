import type { BusCause } from '../../../contract/bus';
import { reasonOf } from '../../integrations/outgoing/guard';
import { causeOfNone } from './causes';
import type { LineAddress } from './modbus/address';
import { type Connection, causeOfFailure, type Dial } from './modbus/connection';
import type { Line } from './modbus/line';
import type { NoConnection, ReadReply, ReadRequest } from './modbus/read';

/** Reads for a person, not for the plant: a search, the view of registers. */
export interface GuestLine {
  /** Never rejects. */
  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply>;
  /** Why there was no connection at the last attempt; null where there was one. */
  readonly refusal: BusCause | null;
  close(): void;
}

interface Around {
  readonly dial: Dial;
  readonly nowMs: () => number;
  /** The line over which devices are asked already: they accept no second connection. */
  readonly lineTo: (address: LineAddress) => Line | undefined;
}

/** A line to an address for as long as a person needs it. */
export function guestLine(address: LineAddress, { dial, nowMs, lineTo }: Around): GuestLine {
  const line = lineTo(address);
  return line ? sharedLine(line, nowMs) : new OwnLine(address, dial);
}

function sharedLine(line: Line, nowMs: () => number): GuestLine {
  return {
    read: (request, timeoutMs) => line.read(request, { timeoutMs, deadlineMs: nowMs(), turn: 'guest' }),
    get refusal() {
      return line.state === 'down' ? causeOfNone(line.cause) : null;
    },
    close: () => undefined,
  };
}

const connectMs = 1500;

/** A connection that is opened again when the other side closes it: a search asks many units that are silent. */
class OwnLine implements GuestLine {
  refusal: BusCause | null = null;
  readonly #address: LineAddress;
  readonly #dial: Dial;
  #client: Connection | null = null;
  #cause: NoConnection = 'unreachable';
  #isClosed = false;

  constructor(address: LineAddress, dial: Dial) {
    this.#address = address;
    this.#dial = dial;
  }

  async read(request: ReadRequest, timeoutMs: number): Promise<ReadReply> {
    if (!this.#client?.isOpen && !this.#isClosed) await this.#connect();
    const client = this.#client;
    if (client?.isOpen && !this.#isClosed) return client.read(request, timeoutMs);
    return { kind: 'no-connection', cause: this.#cause };
  }

  async #connect(): Promise<void> {
    try {
      this.#client = await this.#dial(this.#address, connectMs);
      this.refusal = null;
    } catch (error) {
      this.#cause = causeOfFailure(error);
      const isForbidden = reasonOf(error) === 'indirizzo_vietato';
      this.refusal = isForbidden ? 'indirizzo_vietato' : causeOfNone(this.#cause);
    }
    if (this.#isClosed) this.#client?.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.close();
  }
}
