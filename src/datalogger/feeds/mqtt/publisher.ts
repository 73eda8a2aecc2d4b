import type { Socket } from 'node:net';
import { openChannel, type Server } from '../../outgoing/channel';
import { type Guard, OutgoingError, within } from '../../outgoing/guard';
import { straight, type TakeStep } from '../../outgoing/trial';
import {
  type Connect,
  connectPacket,
  disconnectPacket,
  type Message,
  PacketReader,
  packetTypes,
  pingPacket,
  publishPacket,
  type Received,
} from './packets';

/** Messages that may wait for their answer at a time. */
const mostWaiting = 50;
const greatestId = 65_535;

interface Waiting {
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A connection to a broker that only publishes. The package `mqtt` (5.16) would be 44 packages and 12.7 MB for the same, and connects past
 * the guard. Rejections are `OutgoingError`, or the error of the connection.
 */
export class Publisher {
  readonly #socket: Socket;
  readonly #forMs: number;
  readonly #reader = new PacketReader();
  /** What waits for an answer: by the id of its message, or by the type of the answer. */
  readonly #waiting = new Map<string, Waiting>();
  #lastId = 0;
  #failure: unknown = null;

  private constructor(socket: Socket, forMs: number) {
    this.#socket = socket;
    this.#forMs = forMs;
    socket.on('data', chunk => this.#receive(chunk));
    socket.on('error', error => this.#end(error));
    socket.on('close', () => this.#end(new OutgoingError('interrotta')));
  }

  /** Connects and logs in. */
  static async open(
    server: Server,
    connect: Connect,
    { guard, forMs, take = straight }: { guard: Guard; forMs: number; take?: TakeStep },
  ): Promise<Publisher> {
    const publisher = new Publisher(await openChannel(server, { guard, forMs, take }), forMs);
    try {
      await take('accesso', () => publisher.#ask('connack', connectPacket(connect)));
      return publisher;
    } catch (error) {
      publisher.#end(error);
      throw error;
    }
  }

  /** Whether it can still be used. */
  get isOpen(): boolean {
    return this.#failure === null;
  }

  /** Resolves when the broker has all of them. */
  async publish(messages: readonly Message[]): Promise<void> {
    for (let at = 0; at < messages.length; at += mostWaiting) {
      await Promise.all(
        messages.slice(at, at + mostWaiting).map(message => {
          this.#lastId = (this.#lastId % greatestId) + 1;
          return this.#ask(String(this.#lastId), publishPacket(message, this.#lastId));
        }),
      );
    }
  }

  /** Whether the broker is still there. */
  ping(): Promise<void> {
    return this.#ask('pingresp', pingPacket);
  }

  /** Says goodbye, so that the broker does not publish the will; before that, without waiting for its answer, the last words. */
  close(...lastWords: readonly Message[]): void {
    for (const message of this.isOpen ? lastWords : []) this.#socket.write(publishPacket(message, 1));
    if (this.isOpen) this.#socket.write(disconnectPacket);
    this.#end(new OutgoingError('interrotta'));
  }

  async #ask(answer: string, packet: Buffer): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const answered = new Promise<void>((done, fail) => this.#waiting.set(answer, { done, fail }));
    this.#socket.write(packet);
    try {
      await within(this.#forMs, answered, () => this.#end(new OutgoingError('attesa_scaduta')));
    } finally {
      this.#waiting.delete(answer);
    }
  }

  #receive(chunk: Buffer): void {
    try {
      for (const packet of this.#reader.push(chunk)) this.#take(packet);
    } catch (error) {
      this.#end(error);
    }
  }

  #take({ type, body }: Received): void {
    if (type === packetTypes.connack) {
      const refusal = refusalOf(body[1] ?? 1);
      if (refusal) throw refusal;
      this.#waiting.get('connack')?.done();
    } else if (type === packetTypes.puback && body.length === 2) {
      this.#waiting.get(String(body.readUInt16BE(0)))?.done();
    } else if (type === packetTypes.pingresp) {
      this.#waiting.get('pingresp')?.done();
    } else throw new OutgoingError('protocollo');
  }

  #end(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error;
    for (const { fail } of this.#waiting.values()) fail(error);
    // What was written before is still sent.
    this.#socket.destroySoon();
  }
}

/** The return code of a broker (3.2.2.3): 3 is away for now, 4 and 5 are about the login. */
function refusalOf(code: number): OutgoingError | null {
  if (code === 0) return null;
  if (code === 4 || code === 5) return new OutgoingError('credenziali');
  return new OutgoingError(code === 3 ? 'interrotta' : 'protocollo');
}
