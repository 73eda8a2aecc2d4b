import type { Socket } from 'node:net';
import type { UpsReason } from '../../../contract/ups';
import { OutgoingError, within } from '../outgoing/guard';
import { quoted, wordsOf } from './lines';

/** `upsd` refused a request. */
export class UpsError extends Error {
  readonly reason: UpsReason;

  constructor(reason: UpsReason) {
    super(`upsd: ${reason}`);
    this.reason = reason;
  }
}

/** The errors of the protocol (RFC 9271, section 4.3) that a person can do something about; every other is `protocollo`. */
const reasons: Readonly<Record<string, UpsReason>> = {
  'ACCESS-DENIED': 'permesso',
  'USERNAME-REQUIRED': 'credenziali',
  'PASSWORD-REQUIRED': 'credenziali',
  'INVALID-USERNAME': 'credenziali',
  'INVALID-PASSWORD': 'credenziali',
  'UNKNOWN-UPS': 'ups_sconosciuto',
  'DATA-STALE': 'dati_vecchi',
  'DRIVER-NOT-CONNECTED': 'driver_scollegato',
};

/** Longest wait for an answer; `upsd` answers from its memory. */
const waitMs = 10_000;
/** A UPS has some hundred variables of some tens of characters: more than this is no answer of `upsd`. */
const longestAnswer = 256 * 1024;

/** Requests to `upsd` over one connection, one after the other. Rejects with `UpsError`, `OutgoingError` or the error of the connection. */
export class NutSession {
  readonly #socket: Socket;
  #received = '';
  /** Called when something was received, or when the connection has ended. */
  #notify: () => void = () => undefined;
  #failure: unknown = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    const end = (error: unknown) => {
      this.#failure ??= error;
      this.#notify();
    };
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#received += text;
      if (this.#received.length > longestAnswer) socket.destroy(new OutgoingError('protocollo'));
      this.#notify();
    });
    socket.on('error', end);
    socket.on('close', () => end(new OutgoingError('interrotta')));
  }

  /** The answer to a command of one line. */
  async ask(...command: readonly string[]): Promise<readonly string[]> {
    this.#send(command);
    return within(waitMs, this.#line(), () => this.close());
  }

  /** The lines between BEGIN and END of `LIST <what> <ups>`, each without its first two words. */
  async list(what: 'VAR' | 'CMD', ups: string): Promise<readonly (readonly string[])[]> {
    this.#send(['LIST', what, ups]);
    return within(waitMs, this.#lines(), () => this.close());
  }

  close(): void {
    this.#socket.destroy();
  }

  #send([verb = '', ...words]: readonly string[]): void {
    // What came unasked is no answer to this.
    this.#received = '';
    this.#socket.write(
      `${[verb, ...words.map(word => (/^[\w.-]+$/.test(word) ? word : quoted(word)))].join(' ')}\n`,
    );
  }

  async #lines(): Promise<string[][]> {
    const first = await this.#line();
    if (first[0] !== 'BEGIN') throw new OutgoingError('protocollo');
    const found: string[][] = [];
    for (let line = await this.#line(); line[0] !== 'END'; line = await this.#line())
      found.push(line.slice(2));
    return found;
  }

  async #line(): Promise<string[]> {
    let end = this.#received.indexOf('\n');
    for (; end < 0; end = this.#received.indexOf('\n')) {
      if (this.#failure !== null) throw this.#failure;
      await new Promise<void>(resolve => {
        this.#notify = resolve;
      });
    }
    const words = wordsOf(this.#received.slice(0, end));
    this.#received = this.#received.slice(end + 1);
    if (words[0] === 'ERR') throw new UpsError(reasons[words[1] ?? ''] ?? 'protocollo');
    return words;
  }
}
