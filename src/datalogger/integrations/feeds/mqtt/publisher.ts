import type { Socket } from 'node:net';
import type { TransferReason } from '../../../../contract/sharing';
import { openChannel, type Server } from '../../outgoing/channel';
import { type Guard, OutgoingError, reasonOf, within } from '../../outgoing/guard';
import { straight, type TakeStep } from '../../outgoing/trial';
import { type Limits, limitsOf, noLimits } from './limits';
import {
  type Connect,
  connectPacket,
  disconnectPacket,
  type Level,
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
/** Reason codes from here on are failures (MQTT 5.0, 2.4). */
const failed = 0x80;
const packetTooLarge = 0x95;

interface Waiting {
  readonly done: (reason: number) => void;
  readonly fail: (error: unknown) => void;
}

/** A message that the broker did not take, and the reason code of MQTT 5.0. */
export interface RefusedMessage {
  readonly message: Message;
  readonly code: number;
}

interface OpenOptions {
  readonly guard: Guard;
  readonly forMs: number;
  readonly take?: TakeStep;
}

/**
 * A connection to a broker that only publishes. The package `mqtt` (5.16) would be 44 packages and 12.7 MB for the same, and connects past
 * the guard. Rejections are `OutgoingError`, or the error of the connection.
 */
export class Publisher {
  readonly #socket: Socket;
  readonly #forMs: number;
  readonly #level: Level;
  readonly #reader = new PacketReader();
  /** What waits for an answer: by the id of its message, or by the type of the answer. */
  readonly #waiting = new Map<string, Waiting>();
  #limits: Limits = noLimits;
  #lastId = 0;
  #failure: unknown = null;

  private constructor(socket: Socket, forMs: number, level: Level) {
    this.#socket = socket;
    this.#forMs = forMs;
    this.#level = level;
    socket.on('data', chunk => this.#receive(chunk));
    socket.on('error', error => this.#end(error));
    socket.on('close', () => this.#end(new OutgoingError('interrotta')));
  }

  /** Connects and logs in with MQTT 5.0, with 3.1.1 where the broker knows no other. */
  static async open(
    server: Server,
    connect: Connect,
    { guard, forMs, take = straight }: OpenOptions,
  ): Promise<Publisher> {
    const socket = await openChannel(server, { guard, forMs, take });
    return take('accesso', async () => {
      try {
        return await Publisher.#logIn(new Publisher(socket, forMs, 5), connect);
      } catch (error) {
        // A broker of before 2019 refuses the version, or hangs up.
        if (
          !['versione', 'interrotta'].includes(error instanceof OtherVersion ? 'versione' : reasonOf(error))
        )
          throw error;
      }
      const again = await openChannel(server, { guard, forMs });
      return Publisher.#logIn(new Publisher(again, forMs, 4), connect);
    });
  }

  static async #logIn(publisher: Publisher, connect: Connect): Promise<Publisher> {
    try {
      await publisher.#ask('connack', connectPacket(connect, publisher.#level));
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

  /** Resolves when the broker has answered all of them, with those that it did not take. */
  async publish(messages: readonly Message[]): Promise<readonly RefusedMessage[]> {
    const refused: RefusedMessage[] = [];
    const atOnce = Math.min(mostWaiting, this.#limits.waiting);
    for (let at = 0; at < messages.length; at += atOnce) {
      await Promise.all(
        messages.slice(at, at + atOnce).map(async message => {
          const code = await this.#send(message);
          if (code >= failed) refused.push({ message, code });
        }),
      );
    }
    return refused;
  }

  #send(message: Message): Promise<number> {
    this.#lastId = (this.#lastId % greatestId) + 1;
    const packet = this.#packetOf(message, this.#lastId);
    if (packet.length > this.#limits.bytes) return Promise.resolve(packetTooLarge);
    return this.#ask(String(this.#lastId), packet);
  }

  #packetOf(message: Message, id: number): Buffer {
    const isRetained = message.isRetained && this.#limits.hasRetained;
    return publishPacket({ ...message, isRetained }, id, this.#level);
  }

  /** Whether the broker is still there. */
  async ping(): Promise<void> {
    await this.#ask('pingresp', pingPacket);
  }

  /** Says goodbye, so that the broker does not publish the will; before that, without waiting for its answer, the last words. */
  close(...lastWords: readonly Message[]): void {
    for (const message of this.isOpen ? lastWords : []) this.#socket.write(this.#packetOf(message, 1));
    if (this.isOpen) this.#socket.write(disconnectPacket);
    this.#end(new OutgoingError('interrotta'));
  }

  async #ask(answer: string, packet: Buffer): Promise<number> {
    if (this.#failure !== null) throw this.#failure;
    const answered = new Promise<number>((done, fail) => this.#waiting.set(answer, { done, fail }));
    this.#socket.write(packet);
    try {
      return await within(this.#forMs, answered, () => this.#end(new OutgoingError('attesa_scaduta')));
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
      if (this.#level === 5) this.#limits = limitsOf(body);
      this.#waiting.get('connack')?.done(0);
    } else if (type === packetTypes.puback && body.length >= 2) {
      this.#waiting.get(String(body.readUInt16BE(0)))?.done(body[2] ?? 0);
    } else if (type === packetTypes.pingresp) {
      this.#waiting.get('pingresp')?.done(0);
    } else if (type === packetTypes.disconnect) {
      throw new OutgoingError(reasonOfCode(body[0] ?? 0) ?? 'interrotta');
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

/** The broker does not know the version of the protocol. */
class OtherVersion extends OutgoingError {
  constructor() {
    super('protocollo');
  }
}

/** The return code of a broker: of 3.1.1 (3.2.2.3), where 3 is away for now, 4 and 5 are about the login; from 0x80 on of 5.0. */
function refusalOf(code: number): OutgoingError | null {
  if (code === 0) return null;
  if (code === 1 || code === 0x84) return new OtherVersion();
  if ([4, 5, 0x86, 0x87, 0x8c].includes(code)) return new OutgoingError('credenziali');
  return new OutgoingError(code === 3 || code === 0x88 || code === 0x89 ? 'interrotta' : 'protocollo');
}

/** What a reason code of MQTT 5.0 says of a message or of the end of a connection; null for those that say nothing more. */
export function reasonOfCode(code: number): TransferReason | null {
  if (code === 0x87) return 'permesso';
  if (code === packetTooLarge) return 'troppo_grande';
  if (code === 0x97) return 'disco_pieno';
  return [0x81, 0x82, 0x90, 0x99, 0x9a].includes(code) ? 'rifiutato' : null;
}
