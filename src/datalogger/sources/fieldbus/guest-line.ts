import type { BusCause } from '../../../contract/bus-cause';
import { reasonOf } from '../../integrations/outgoing/guard';
import { causeOfNone } from './causes';
import type { LineAddress } from './modbus/address';
import { type Connection, causeOfFailure, type Dial, sent } from './modbus/connection';
import type { Line } from './modbus/line';
import type { ModbusRequest, NoConnection, ReadReply, ReadRequest } from './modbus/read';

/** Reads for a person, not for the plant: a search, the view of registers. */
export interface GuestLine {
  /** Never rejects. */
  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply>;
  /** What a device says of itself: function 43/14. */
  identify(unit: number, timeoutMs: number): Promise<ReadReply>;
  /** Whether nobody else asks over it: further connections may be opened. */
  readonly isOwn: boolean;
  /** Called when a unit answers after it was given up; never for a line with other users. */
  onLate: (unit: number) => void;
  /** Whether its answers have numbers of their own. */
  readonly hasOwnNumbers: boolean;
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

const identityOf = (unit: number) => ({ unit, fc: 43, from: 0, count: 1 }) as const;

function sharedLine(line: Line, nowMs: () => number): GuestLine {
  const options = (timeoutMs: number) => ({ timeoutMs, deadlineMs: nowMs(), turn: 'guest' }) as const;
  return {
    isOwn: false,
    hasOwnNumbers: line.settings.hasOwnNumbers,
    onLate: () => undefined,
    read: (request, timeoutMs) => line.read(request, options(timeoutMs)),
    identify: (unit, timeoutMs) => line.read(identityOf(unit), options(timeoutMs)),
    get refusal() {
      return line.state === 'down' ? causeOfNone(line.cause) : null;
    },
    close: () => undefined,
  };
}

const connectMs = 1500;

/** A connection that is opened again when the other side closes it: a search asks many units that are silent. */
class OwnLine implements GuestLine {
  readonly isOwn = true;
  hasOwnNumbers = false;
  onLate: (unit: number) => void = () => undefined;
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

  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(request, timeoutMs);
  }

  identify(unit: number, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(identityOf(unit), timeoutMs);
  }

  async #ask(request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    const wasOpen = this.#client?.isOpen ?? false;
    const reply = await this.#once(request, timeoutMs);
    // Many a gateway closes its connection after each answer, or in the moment in which it is used again.
    const isStale = wasOpen && reply.kind === 'no-connection' && !this.#isClosed;
    if (isStale) return this.#once(request, timeoutMs);
    if (reply.kind !== 'timeout' || !reply.isRenumbered) return reply;
    this.hasOwnNumbers = true;
    // What was sent before may still be answered.
    this.#client?.close();
    return this.#once(request, timeoutMs);
  }

  async #once(request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    if (!this.#client?.isOpen && !this.#isClosed) await this.#connect();
    const client = this.#client;
    if (client?.isOpen && !this.#isClosed) return sent(client, request, timeoutMs);
    return { kind: 'no-connection', cause: this.#cause };
  }

  async #connect(): Promise<void> {
    try {
      this.#client = await this.#dial(this.#address, connectMs);
      this.#client.onLate = unit => this.onLate(unit);
      this.#client.takesAnyNumber = this.hasOwnNumbers;
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
