import { isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { type Guard, OutgoingError, within } from './guard';
import { hostOf } from './http';

/** A server, and how it is spoken to. */
export interface Server {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** SHA-256 of the only accepted certificate; empty accepts certificates of the usual authorities. */
  readonly fingerprint: string;
}

/** The server of a web address. */
export function serverOf(url: URL, fingerprint: string): Server {
  const isSecure = url.protocol === 'https:';
  return { host: hostOf(url), port: Number(url.port) || (isSecure ? 443 : 80), isSecure, fingerprint };
}

/** Does one step of a connection; a trial notes what came of it. */
export type Take = <T>(step: 'nome' | 'connessione' | 'tls', work: () => Promise<T>) => Promise<T>;
const straight: Take = (_, work) => work();

/**
 * A connection to a server, over TLS where that is asked for: name, connection and handshake within `forMs` each. Rejects with
 * `OutgoingError` or the error of the connection.
 */
export async function openChannel(
  server: Server,
  { guard, forMs, take = straight }: { readonly guard: Guard; readonly forMs: number; readonly take?: Take },
): Promise<Socket> {
  const address = await take('nome', () => guard.resolve(server.host));
  const socket = await take('connessione', () => guard.connect(address, server.port, forMs));
  return server.isSecure ? take('tls', () => secured(socket, server, forMs)) : socket;
}

/** The certificate has to be that of the name, although the connection goes to the address that was resolved. */
async function secured(plain: Socket, { host, fingerprint }: Server, forMs: number): Promise<TLSSocket> {
  const servername = isIP(host) === 0 ? host : '';
  const socket = connectTls({ socket: plain, host, servername, rejectUnauthorized: fingerprint === '' });
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new OutgoingError('interrotta')));
    socket.once('secureConnect', resolve);
  });
  try {
    await within(forMs, opened, () => socket.destroy());
    requireFingerprint(socket, fingerprint);
  } catch (error) {
    // Whatever is still to come of it, nobody listens.
    socket.on('error', () => undefined).destroy();
    throw error;
  }
  socket.removeAllListeners('error');
  return socket;
}

/** Rejects every certificate but the one that the settings name; an empty fingerprint names none. */
export function requireFingerprint(socket: Socket, fingerprint: string): void {
  if (fingerprint === '') return;
  const shown = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : '';
  if (plain(shown) !== plain(fingerprint)) throw new OutgoingError('certificato');
}

const plain = (fingerprint: string) => fingerprint.replaceAll(':', '').toUpperCase();
