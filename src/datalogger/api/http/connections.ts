import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './network-of';

/** Most connections of one network: more than an office behind one router needs, fewer than there are in all. */
const mostConnections = 256;
const mostPerNetwork = 64;
/** Most unanswered requests on one connection. Browsers and proxies send one at a time; answers to many would fill the memory. */
const mostAtOnce = 4;
/** Time from opening a connection to its first request, enough for a slow line. */
const patienceMs = 1000;
/** Time between two requests. Node restarts its own timeout with every empty line, so that this one is needed. */
const longestIdleMs = 75_000;
/** Time for a request to arrive. The largest piece of a backup on the slowest line needs less than half of it. */
const longestAnswerMs = 300_000;
const lookEveryMs = 2000;

interface Connection {
  readonly socket: Socket;
  /** Null for a trusted proxy, whose clients are many. */
  readonly network: string | null;
  /** Requests that are not answered yet. */
  readonly unanswered: Set<IncomingMessage>;
  wasAnswered: boolean;
  /** When its present state began; monotonic ms. */
  sinceMs: number;
}

/**
 * The open connections. There is always a place for the next one: where all are taken, the least valuable one is closed.
 * A request counts once all of it has arrived.
 */
export class Connections {
  readonly #trustedProxies: readonly string[];
  readonly #open = new Map<Socket, Connection>();
  readonly #shares = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(trustedProxies: readonly string[]) {
    this.#trustedProxies = trustedProxies;
    this.#timer = setInterval(() => this.#closeOverdue(), lookEveryMs).unref();
  }

  /** Takes a new connection. */
  take(socket: Socket): void {
    const address = peerOf(socket);
    const network = this.#trustedProxies.includes(address) ? null : networkOf(address);
    if (network !== null && this.#shareOf(network) >= mostPerNetwork) this.#displace(network);
    else if (this.#open.size >= mostConnections) this.#displace(null);
    const unanswered = new Set<IncomingMessage>();
    const connection = { socket, network, unanswered, wasAnswered: false, sinceMs: performance.now() };
    this.#open.set(socket, connection);
    if (network !== null) this.#shares.set(network, this.#shareOf(network) + 1);
    socket.once('close', () => this.#forget(connection));
  }

  /** Counts a request; false where its connection has too many unanswered ones. */
  begin(message: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(message.socket);
    if (!connection) return false;
    const { unanswered } = connection;
    if (unanswered.size === 0) connection.sinceMs = performance.now();
    unanswered.add(message);
    response.once('close', () => {
      unanswered.delete(message);
      connection.wasAnswered = true;
      connection.sinceMs = performance.now();
    });
    return unanswered.size <= mostAtOnce;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How many connections a network has; those of a trusted proxy are not counted. */
  #shareOf(network: string | null): number {
    return network === null ? 0 : (this.#shares.get(network) ?? 0);
  }

  #forget({ socket, network }: Connection): void {
    if (!this.#open.delete(socket) || network === null) return;
    const left = this.#shareOf(network) - 1;
    left > 0 ? this.#shares.set(network, left) : this.#shares.delete(network);
  }

  #close(connection: Connection): void {
    this.#forget(connection);
    connection.socket.destroy();
  }

  /** Closes the least valuable connection, of one network or of all: among equals one of the network with most connections, the oldest first. */
  #displace(network: string | null): void {
    const nowMs = performance.now();
    let least: { connection: Connection; worth: number; share: number } | undefined;
    // Under attack this runs thousands of times, so nothing is sorted.
    for (const connection of this.#open.values()) {
      if (network !== null && connection.network !== network) continue;
      const worth = worthOf(connection, nowMs);
      if (least && worth > least.worth) continue;
      const share = this.#shareOf(connection.network);
      const isLess =
        !least ||
        worth < least.worth ||
        share > least.share ||
        (share === least.share && connection.sinceMs < least.connection.sinceMs);
      if (isLess) least = { connection, worth, share };
    }
    if (least) this.#close(least.connection);
  }

  #closeOverdue(): void {
    const nowMs = performance.now();
    for (const connection of this.#open.values()) {
      const limitMs = isUnderWay(connection) ? longestAnswerMs : longestIdleMs;
      if (nowMs - connection.sinceMs > limitMs) this.#close(connection);
    }
  }
}

/** The address of the other end. */
export const peerOf = (socket: Socket) => plainAddress(socket.remoteAddress ?? '');

function isUnderWay({ unanswered }: Connection): boolean {
  for (const { complete } of unanswered) if (complete) return true;
  return false;
}

/** The value of a connection, from lowest: one whose request has not arrived in time, an idle one (a browser opens it again), a new one (about to send a request), one with an unanswered request. */
function worthOf(connection: Connection, nowMs: number): number {
  if (isUnderWay(connection)) return 3;
  const isIdle = connection.wasAnswered && connection.unanswered.size === 0;
  if (isIdle) return 1;
  return nowMs - connection.sinceMs > patienceMs ? 0 : 2;
}
