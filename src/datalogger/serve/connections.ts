import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './network-of';

/** An office behind one router has fewer, and no single network may hold all there are. */
const mostConnections = 256;
const mostPerNetwork = 64;
/** Browsers and proxies wait for an answer before they ask again; a thousand requests at once are answered into memory. */
const mostAtOnce = 4;
/** Within this somebody who wants something has asked for it, also on a slow line. */
const patienceMs = 1000;
/** Between two requests. Node begins its own count anew with every empty line, so that this one is the limit. */
const longestIdleMs = 75_000;
/** The largest piece on the slowest line takes less than half of it. */
const longestAnswerMs = 300_000;
const lookEveryMs = 2000;

interface Connection {
  readonly socket: Socket;
  /** Null for a trusted proxy, which speaks for everybody. */
  readonly network: string | null;
  /** Requests whose answers are not out yet. */
  readonly unanswered: Set<IncomingMessage>;
  wasAnswered: boolean;
  /** When it was opened, or when what it does now began; monotonic ms. */
  sinceMs: number;
}

/**
 * Who is connected. There is always a place for the next one: where all are taken, whoever asks for least loses theirs.
 * A request is under way once all of it has arrived; until then it is nothing that anybody waits for.
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

  /** Counts a request; false where so many on its connection are not answered yet that only an attacker asks for more. */
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

  /** How many places a network has; those of a trusted proxy are not counted. */
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

  /** Closes what is worth least, of one network or of all: of equals that of whoever has most, and of those the oldest. */
  #displace(network: string | null): void {
    const nowMs = performance.now();
    let least: { connection: Connection; worth: number; share: number } | undefined;
    // In a crowd this is done thousands of times, so that nothing is sorted.
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

/** What would be lost with a connection: nothing, an idle one that a browser opens again, one that may just be about to ask, an answer. */
function worthOf(connection: Connection, nowMs: number): number {
  if (isUnderWay(connection)) return 3;
  const isIdle = connection.wasAnswered && connection.unanswered.size === 0;
  if (isIdle) return 1;
  return nowMs - connection.sinceMs > patienceMs ? 0 : 2;
}
