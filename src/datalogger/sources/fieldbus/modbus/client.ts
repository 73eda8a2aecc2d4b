import type { Socket } from 'node:net';
import {
  type Awaited,
  type Framing,
  isRequest,
  longestFrame,
  type Received,
  receive,
  requestFrame,
} from './frame';
import type { IdentityRequest, ModbusRequest, ReadReply, ReadRequest, WriteRequest } from './read';

/** After this number of requests an answer to a request that was given up is no longer expected. */
const expectedLate = 64;

/** Unanswered requests in a row after which the connection is closed: some gateways stay one reply behind for ever. */
const mostTimeouts = 3;
/** Frames of other transactions in a row after which the connection is closed: some gateways pass on the answers to another master. */
const mostForeign = 32;

interface Pending extends Awaited {
  readonly timer: NodeJS.Timeout;
  readonly settle: (reply: ReadReply) => void;
}

const closed: ReadReply = { kind: 'no-connection', cause: 'closed' };

/**
 * A Modbus master on one connection, with one request in flight. A frame that breaks the rules closes the connection, because nothing
 * that follows it can be trusted; whole frames of other transactions are dropped. No number is ever taken from a reply that is not, byte
 * for byte, the answer to the request.
 */
export class ModbusClient {
  readonly #socket: Socket;
  readonly #framing: Framing;
  readonly #received = new Uint8Array(longestFrame);
  #count = 0;
  #transaction = 0;
  #pending: Pending | null = null;
  /** The units of the requests that were given up and whose answers may still come, by transaction. */
  readonly #givenUp = new Map<number, number>();
  #timeouts = 0;
  /** Frames of other transactions since the last answer. */
  #foreign = 0;
  #isOpen = true;
  /** Whether an answer like the one that is due came with another number. */
  #isRenumbered = false;
  onLate: (unit: number) => void = () => undefined;
  /** For gateways that number answers themselves: as in RTU, whatever is not the answer closes the connection. */
  takesAnyNumber = false;

  constructor(socket: Socket, framing: Framing) {
    this.#socket = socket;
    this.#framing = framing;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.on('data', chunk => this.#take(chunk));
    socket.on('error', () => this.close());
    socket.on('close', () => this.close());
    // A device that ends its side will answer nothing more.
    socket.on('end', () => this.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** One read; `timeoutMs` from now. Never rejects. One at a time. */
  read(request: ReadRequest, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(request, timeoutMs);
  }

  /** What a device says of itself, likewise. */
  identify(request: IdentityRequest, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(request, timeoutMs);
  }

  /** One write, likewise: answered without values when it was carried out. */
  write(request: WriteRequest, timeoutMs: number): Promise<ReadReply> {
    return this.#ask(request, timeoutMs);
  }

  #ask(request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    if (!isRequest(request)) throw new RangeError(`no such request: ${JSON.stringify(request)}`);
    if (this.#pending) throw new Error('a request is in flight');
    if (!this.#isOpen) return Promise.resolve(closed);
    this.#transaction = (this.#transaction + 1) & 0xffff;
    const transaction = this.#transaction;
    this.#isRenumbered = false;
    this.#givenUp.delete((transaction - expectedLate) & 0xffff);
    return new Promise(settle => {
      // A reply that arrived in time while this process was busy is read before `setImmediate`.
      const timer = setTimeout(() => setImmediate(() => this.#giveUp(transaction)), timeoutMs);
      this.#pending = { transaction, request, timer, settle };
      this.#socket.write(requestFrame(this.#framing, transaction, request));
    });
  }

  close(): void {
    this.#end(closed);
  }

  /** Keeps at most one frame, however much is sent. */
  #take(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.#isOpen; ) {
      const part = chunk.subarray(at, at + longestFrame - this.#count);
      this.#received.set(part, this.#count);
      this.#count += part.length;
      at += part.length;
      this.#readFrames();
    }
  }

  #readFrames(): void {
    while (this.#isOpen && this.#count > 0) {
      const received = this.#firstFrame();
      if (received.kind === 'incomplete') return;
      if (received.kind === 'malformed' || (received.kind === 'other' && this.takesAnyNumber)) {
        this.#refuse();
        return;
      }
      if (received.kind === 'other') this.#takeOther(received);
      this.#remove(received.length);
      if (received.kind === 'reply') {
        this.#timeouts = 0;
        this.#foreign = 0;
        this.#dropBehind();
        // Bytes that do not make up a whole frame belong to no request.
        if (this.#count > 0) this.#refuse();
        else this.#settle(received.reply);
      }
    }
  }

  #firstFrame(): Received {
    return receive(
      this.#framing,
      this.#received,
      this.#count,
      this.takesAnyNumber ? this.#renumbered() : this.#pending,
    );
  }

  /** The request that waits, as if it had the number of the frame that came. */
  #renumbered(): Awaited | null {
    const [high = 0, low = 0] = this.#received;
    return this.#pending && { ...this.#pending, transaction: (high << 8) | low };
  }

  #remove(length: number): void {
    this.#received.copyWithin(0, length, this.#count);
    this.#count -= length;
  }

  /** Whole frames behind the answer in the same piece: of other masters, or the answer once more. */
  #dropBehind(): void {
    while (this.#isOpen && this.#count > 0 && !this.takesAnyNumber) {
      const behind = receive(this.#framing, this.#received, this.#count, null);
      if (behind.kind !== 'other') return;
      this.#takeOther(behind);
      this.#remove(behind.length);
    }
  }

  /** Each answer to a request that was given up is expected once. */
  #takeOther({ transaction, length }: Extract<Received, { kind: 'other' }>): void {
    const unit = this.#givenUp.get(transaction);
    this.#givenUp.delete(transaction);
    if (unit === undefined) {
      const alike = receive(this.#framing, this.#received, length, this.#renumbered());
      this.#isRenumbered ||= alike.kind === 'reply';
      this.#dropForeign();
    } else this.onLate(unit);
  }

  #dropForeign(): void {
    if (++this.#foreign > mostForeign) this.#refuse();
  }

  #refuse(): void {
    this.#end({ kind: 'malformed' });
  }

  #giveUp(transaction: number): void {
    if (this.#pending?.transaction !== transaction) return;
    this.#timeouts++;
    this.#givenUp.set(transaction, this.#pending.request.unit);
    // Without transactions a late answer would be taken for the next one; and a new frame cannot be separated from the rest of half a frame.
    const isBlind = this.#framing === 'rtu' || this.takesAnyNumber;
    const isLost = isBlind || this.#count > 0 || this.#timeouts >= mostTimeouts;
    const reply: ReadReply = this.#isRenumbered
      ? { kind: 'timeout', isRenumbered: true }
      : { kind: 'timeout' };
    if (isLost) this.#end(reply);
    else this.#settle(reply);
  }

  #settle(reply: ReadReply): void {
    const pending = this.#pending;
    this.#pending = null;
    clearTimeout(pending?.timer);
    pending?.settle(reply);
  }

  #end(reply: ReadReply): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#socket.destroy();
    this.#settle(reply);
  }
}
