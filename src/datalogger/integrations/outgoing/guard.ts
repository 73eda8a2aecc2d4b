import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import type { TransferReason } from '../../../contract/sharing';
import { nutPort } from '../../../contract/ups';
import { isForbidden, isOwnName, literalOf } from './addresses';

/** A failed connection. Its message contains nothing that the other side sent. */
export class OutgoingError extends Error {
  readonly reason: TransferReason;

  constructor(reason: TransferReason) {
    super(`outgoing connection: ${reason}`);
    this.reason = reason;
  }
}

/** Every connection to another machine goes through it: clients connect only to addresses that it has allowed. */
export interface Guard {
  /** Whether a host can be refused without a lookup: checked when it is saved. */
  refuses(host: string): boolean;
  /** The address of a host. It is looked up once, so that a second, different answer cannot be used. Rejects with `OutgoingError`. */
  resolve(host: string): Promise<string>;
  /** Allows a multicast address: only that of KNXnet/IP routing. Rejects with `OutgoingError`. */
  resolveGroup(address: string): Promise<string>;
  /** A TCP connection to a host within `forMs`. Rejects with `OutgoingError`. */
  connect(host: string, port: number, forMs: number): Promise<Socket>;
  /**
   * The same for a server of NUT, which often runs on this device: it is allowed there as `127.0.0.1` or `localhost`, at its own port
   * alone, so that no other service of this device can be reached.
   */
  refusesUps(host: string, port: number): boolean;
  connectToUps(host: string, port: number, forMs: number): Promise<Socket>;
}

/** The KNX system's multicast address. */
export const knxGroup = '224.0.23.12';

/** Every address that a name has. */
type Lookup = (host: string) => Promise<readonly { readonly address: string }[]>;

interface ForTests {
  /** For tests: their servers are on this machine. */
  readonly isAllowedToo?: (address: string) => boolean;
  /** For tests: names that no resolver knows. */
  readonly lookUp?: Lookup;
}

const loopback = '127.0.0.1';
/** Written like this, and not as a name that a resolver leads here. */
const isOwnUpsd = (host: string, port: number) =>
  port === nutPort && (host === loopback || host.toLowerCase() === 'localhost');

/** Longest time to wait for a resolver; the next attempt asks it again. */
const lookupMs = 15_000;

export function createGuard(forTests: ForTests = {}): Guard {
  const { isAllowedToo = () => false, lookUp = (host: string) => lookup(host, { all: true }) } = forTests;
  const isRefused = (address: string) => isForbidden(address) && !isAllowedToo(address);
  const refuses = (host: string) => {
    const literal = literalOf(host);
    return literal === null ? isOwnName(host) : isRefused(literal);
  };
  const resolve = async (host: string) => {
    if (refuses(host)) throw new OutgoingError('indirizzo_vietato');
    const answer = lookUp(host).catch(() => []);
    const found = await within(lookupMs, answer, () => undefined);
    const [first] = found;
    if (!first) throw new OutgoingError('nome_sconosciuto');
    // One forbidden address among allowed ones is refused too: such an answer tries to get the forbidden one used later.
    if (found.some(({ address }) => isRefused(address))) throw new OutgoingError('indirizzo_vietato');
    return first.address;
  };
  return {
    refuses,
    resolve,
    resolveGroup: async address => {
      if (address !== knxGroup) throw new OutgoingError('indirizzo_vietato');
      return address;
    },
    connect: async (host, port, forMs) => opened(await resolve(host), port, forMs),
    refusesUps: (host, port) => !isOwnUpsd(host, port) && refuses(host),
    connectToUps: async (host, port, forMs) =>
      opened(isOwnUpsd(host, port) ? loopback : await resolve(host), port, forMs),
  };
}

function opened(address: string, port: number, forMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port });
    const fail = (reason: TransferReason) => {
      socket.destroy();
      reject(new OutgoingError(reason));
    };
    socket.setTimeout(forMs, () => fail('attesa_scaduta'));
    socket.once('error', error => fail(reasonOf(error)));
    socket.once('connect', () => {
      socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0);
      resolve(socket);
    });
  });
}

const byCode: Readonly<Record<string, TransferReason>> = {
  ENOTFOUND: 'nome_sconosciuto',
  EAI_AGAIN: 'nome_sconosciuto',
  ECONNREFUSED: 'rifiutata',
  EHOSTUNREACH: 'non_raggiungibile',
  ENETUNREACH: 'non_raggiungibile',
  EHOSTDOWN: 'non_raggiungibile',
  ETIMEDOUT: 'attesa_scaduta',
  ECONNRESET: 'interrotta',
  EPIPE: 'interrotta',
  ERR_STREAM_PREMATURE_CLOSE: 'interrotta',
  EPROTO: 'tls',
};

/** Why an attempt failed, by the error of the system or of a client library. */
export function reasonOf(error: unknown): TransferReason {
  if (error instanceof OutgoingError) return error.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = byCode[code];
  if (known) return known;
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) return 'certificato';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'tls';
  const text = error instanceof Error ? error.message : '';
  if (/^Timeout|timed out/i.test(text)) return 'attesa_scaduta';
  return /clos(ed|ing)|FIN packet/i.test(text) ? 'interrotta' : 'protocollo';
}

/** `work`, or an `OutgoingError` after `forMs`; `onLate` ends what is still running then. */
export async function within<T>(forMs: number, work: Promise<T>, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OutgoingError('attesa_scaduta'));
      onLate();
    }, forMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
