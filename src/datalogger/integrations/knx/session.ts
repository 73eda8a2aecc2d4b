import createConnection, { type KnxConnection } from 'knx/src/Connection.js';
import { within } from '../outgoing/guard';

/** A value for a group address, encoded for the bus. */
export interface Telegram {
  /** `1/2/3` */
  readonly group: string;
  readonly value: Buffer;
  readonly bits: number;
}

export interface KnxTarget {
  /** IP address of the tunnelling server, or the multicast address of routing. */
  readonly address: string;
  readonly port: number;
  /** The individual address of this datalogger, `1.1.20`. */
  readonly individual: string;
  readonly isTunnel: boolean;
}

const connectMs = 6000;
const telegramMs = 4000;

/**
 * Connects, writes and disconnects. By itself the library would reconnect for ever, and a server has only a few tunnels. Rejects when
 * the server does not answer or a telegram is not acknowledged.
 */
export async function sendTelegrams(target: KnxTarget, telegrams: readonly Telegram[]): Promise<void> {
  const connection = createConnection({
    ipAddr: target.address,
    ipPort: target.port,
    physAddr: target.individual,
    manualConnect: true,
    loglevel: 'error',
  });
  // The library would require a network interface other than loopback, although it uses the interface only as a name.
  connection.getLocalAddress = () => '0.0.0.0';
  hearOnly(target.address, connection);
  try {
    await within(connectMs, connected(connection), () => undefined);
    for (const telegram of telegrams)
      await within(telegramMs, written(connection, telegram), () => undefined);
    if (target.isTunnel) await within(telegramMs, left(connection), () => undefined);
  } finally {
    end(connection);
  }
}

/** Drops the messages of every host except the gateway that the guard allowed. */
function hearOnly(address: string, connection: KnxConnection): void {
  const hear = connection.onUdpSocketMessage.bind(connection);
  connection.onUdpSocketMessage = (message, from) => {
    if (from.address === address) hear(message, from);
  };
}

function connected(connection: KnxConnection): Promise<void> {
  return new Promise(resolve => {
    connection.on('connected', resolve);
    connection.Connect();
  });
}

/** Resolves when the telegram is acknowledged. Routing has no acknowledgement: resolves when the connection is idle again. */
function written(connection: KnxConnection, { group, value, bits }: Telegram): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = connection.on('tunnelreqfailed', () =>
      settle(() => reject(new Error('not acknowledged'))),
    );
    const idle = connection.on('transition', ({ toState }) => {
      // The library reports a failure right after this event.
      if (toState === 'idle') setImmediate(() => settle(resolve));
    });
    const settle = (done: () => void) => {
      failed.off();
      idle.off();
      done();
    };
    connection.writeRaw(group, value, bits);
  });
}

function left(connection: KnxConnection): Promise<void> {
  return new Promise(resolve => {
    connection.on('disconnected', resolve);
    connection.Disconnect();
  });
}

/** Ends every timer and socket of the library. */
function end(connection: KnxConnection): void {
  // The library ends the timer of a state when it leaves that state.
  connection.transition('uninitialized');
  // Without this, the library would ask a gateway without a free tunnel again after a minute, on a connection that nothing would close.
  connection.Connect = () => undefined;
  connection.transition = () => undefined;
  clearTimeout(connection.idletimer ?? undefined);
  clearTimeout(connection.connstatetimer);
  try {
    connection.socket?.close();
  } catch {
    // The library has already closed the socket.
  }
}
