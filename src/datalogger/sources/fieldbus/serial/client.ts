import type { Socket } from 'node:net';
import type { SerialAddress } from '../modbus/address';
import { isRequest, requestFrame } from '../modbus/frame';
import type { IdentityRequest, ModbusRequest, ReadReply, ReadRequest, WriteRequest } from '../modbus/read';
import { exceptionBytes, type Received, searchAnswer, unitsIn } from './frame-search';
import { GivenUp } from './given-up';
import { answerBytes, silenceMs, wireMs } from './timing';

/** After so long a silence the rest of a frame does not come: adapters pass bytes on in portions, 16 ms apart at most, ms. */
const endOfFrameMs = 60;
/** Bytes that are kept: more than an echo and an answer together. */
const mostBytes = 1024;

const closed: ReadReply = { kind: 'no-connection', cause: 'closed' };
const malformed: ReadReply = { kind: 'malformed' };

interface Pending {
  readonly request: ModbusRequest;
  readonly sent: Buffer;
  readonly settle: (reply: ReadReply) => void;
  readonly givesUp: NodeJS.Timeout;
  received: Buffer;
  ends: NodeJS.Timeout | undefined;
}

/**
 * A Modbus RTU master on a serial port, with one request in flight. The port stays open whatever comes: other bytes than the answer are
 * dropped, and the next request is sent when the line has been silent for 3.5 characters.
 */
export class SerialClient {
  readonly #port: Socket;
  readonly #address: SerialAddress;
  readonly #givenUp = new GivenUp();
  #pending: Pending | null = null;
  #lastByteMs = Number.NEGATIVE_INFINITY;
  #isBusy = false;
  #isOpen = true;
  /** Called with the unit of an answer to a request that was given up; where bytes come that say no unit, with the newest units. */
  onLate: (unit: number) => void = () => undefined;
  #silentUnit: number | null = null;
  #loose = Buffer.alloc(0);

  constructor(port: Socket, address: SerialAddress) {
    this.#port = port;
    this.#address = address;
    port.on('data', chunk => this.#take(chunk));
    port.on('end', () => this.close());
    port.on('close', () => this.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** One read. `timeoutMs` is the patience with the device: the time of the bytes on the wire is added. Never rejects. One at a time. */
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

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#port.destroy();
    this.#settle(this.#pending, closed);
  }

  async #ask(request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    if (!isRequest(request)) throw new RangeError(`no such request: ${JSON.stringify(request)}`);
    if (this.#isBusy) throw new Error('a request is in flight');
    this.#isBusy = true;
    const proof = this.#givenUp.proofBefore(request, performance.now());
    const first = proof && (await this.#send(proof, timeoutMs));
    const isProved = first === null || first.kind === 'values' || first.kind === 'exception';
    const reply = isProved ? await this.#send(request, timeoutMs) : first;
    this.#isBusy = false;
    return reply;
  }

  async #send(request: ModbusRequest, timeoutMs: number): Promise<ReadReply> {
    if (!(await this.#isSilent(timeoutMs))) return malformed;
    if (!this.#isOpen) return closed;
    this.#loose = Buffer.alloc(0);
    const sent = requestFrame('rtu', 0, request);
    const waitMs = timeoutMs + wireMs(this.#address, sent.length + answerBytes(request));
    const reply = await new Promise<ReadReply>(settle => {
      const givesUp = later(waitMs, () => this.#giveUp(pending));
      const pending = { request, sent, settle, givesUp, received: Buffer.alloc(0), ends: undefined };
      this.#pending = pending;
      this.#port.write(sent);
    });
    this.#givenUp.note(request, reply, performance.now());
    return reply;
  }

  /** Waits until the line has been silent for as long as separates frames; false where it never is. */
  async #isSilent(patienceMs: number): Promise<boolean> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      const leftMs = this.#lastByteMs + silenceMs(this.#address) - performance.now();
      if (leftMs <= 0 || !this.#isOpen) return true;
      if (performance.now() > untilMs) return false;
      await new Promise<void>(resolve => later(leftMs, resolve));
    }
  }

  #take(chunk: Buffer): void {
    this.#lastByteMs = performance.now();
    const pending = this.#pending;
    if (pending === null) {
      this.#loose = Buffer.concat([this.#loose, chunk]).subarray(-mostBytes);
      this.#noteLate(this.#loose);
      return;
    }
    pending.received = Buffer.concat([pending.received, chunk]).subarray(-mostBytes);
    const found = receivedOf(pending);
    clearTimeout(pending.ends);
    if (found.kind === 'reply') {
      if (hasMore(pending, found.reply)) this.#noteLate(pending.received);
      this.#settle(pending, found.reply);
    }
    // Single strange bytes may be noise before the answer.
    else if (found.isBegun || found.strange >= answerBytes(pending.request))
      pending.ends = later(endOfFrameMs, () => this.#end(pending));
  }

  #end(pending: Pending): void {
    if (performance.now() - this.#lastByteMs < endOfFrameMs - 1) return;
    this.#noteLate(pending.received, pending.request.unit);
    this.#settle(pending, malformed);
  }

  /** Bytes came that answer nothing. Without a whole frame the unit before may have sent them, and have drowned the request to this one. */
  #noteLate(bytes: Buffer, asked: number | null = null): void {
    const named = unitsIn(bytes);
    const units = named.length > 0 ? named : [this.#silentUnit, asked];
    for (const unit of units) if (unit !== null) this.onLate(unit);
  }

  #giveUp(pending: Pending): void {
    const found = receivedOf(pending);
    const isStrange = found.kind === 'none' && found.strange > 0;
    if (!isEcho(pending)) this.#noteLate(pending.received, pending.request.unit);
    this.#silentUnit = pending.request.unit;
    this.#settle(pending, isStrange ? malformed : { kind: 'timeout' });
  }

  #settle(pending: Pending | null, reply: ReadReply): void {
    if (pending === null || this.#pending !== pending) return;
    this.#pending = null;
    clearTimeout(pending.givesUp);
    clearTimeout(pending.ends);
    pending.settle(reply);
  }
}

/** Whether more came than an answer, and what an adapter gives back of the request. */
function hasMore({ received, sent, request }: Pending, reply: ReadReply): boolean {
  const echo = received.subarray(0, sent.length).equals(sent) ? sent.length : 0;
  const answer = reply.kind === 'exception' ? exceptionBytes : answerBytes(request);
  return received.length > echo + answer;
}

/** Whether nothing came, or no more than an adapter gives back of the request. */
const isEcho = ({ received, sent }: Pending) => received.equals(sent.subarray(0, received.length));

const receivedOf = ({ received, request, sent }: Pending): Received =>
  searchAnswer(received, { transaction: 0, request }, sent);

/** What came while this process was busy is read before `setImmediate`. */
const later = (ms: number, then: () => void): NodeJS.Timeout =>
  setTimeout(() => setImmediate(then), Math.ceil(ms));
