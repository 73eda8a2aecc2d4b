/** The members of the library's connection that are used here. The library's own declarations omit most of them. */
declare module 'knx/src/Connection.js' {
  import type { RemoteInfo, Socket } from 'node:dgram';

  interface Options {
    readonly ipAddr: string;
    readonly ipPort: number;
    readonly physAddr: string;
    readonly manualConnect: true;
    readonly loglevel: 'error';
  }

  interface Subscription {
    off(): void;
  }

  export interface KnxConnection {
    socket?: Socket;
    /** Timer that keeps the connection open. */
    idletimer?: NodeJS.Timeout | null;
    connstatetimer?: NodeJS.Timeout;
    getLocalAddress: () => string;
    onUdpSocketMessage: (message: Buffer, from: RemoteInfo) => void;
    Connect: () => void;
    Disconnect(): void;
    transition: (state: string) => void;
    writeRaw(groupAddress: string, value: Buffer, bits: number): void;
    on(event: 'connected' | 'disconnected' | 'tunnelreqfailed', listener: () => void): Subscription;
    on(event: 'transition', listener: (data: { readonly toState: string }) => void): Subscription;
  }

  const create: (options: Options) => KnxConnection;

  export { create as default };
}
