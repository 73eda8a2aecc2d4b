/**
 * Clients that take places and never close their own end, in a process of their own: what they cost is not the time of the process that
 * asks meanwhile. Says how many it has opened; they end with it.
 */
import { connect, type Socket } from 'node:net';

export interface Crowd {
  readonly port: number;
  /** Opened at once, and every second from then on. */
  readonly count: number;
  readonly everySecond: number;
  readonly addresses: readonly string[];
  /** What they say before they fall silent, in turn. */
  readonly openings: readonly string[];
  /** Whether those that have begun a header or a body send one byte more now and then. */
  readonly isDripping: boolean;
}

const turnMs = 50;
const dripMs = 2500;

function join({ port, count, everySecond, addresses, openings, isDripping }: Crowd): void {
  const dripping: Socket[] = [];
  let opened = 0;
  const open = () => {
    const localAddress = addresses[opened % addresses.length] ?? '127.0.0.1';
    const first = openings[Math.floor(opened / addresses.length) % openings.length] ?? '';
    opened += 1;
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(first);
    if (isDripping && first !== '' && !first.endsWith('\r\n\r\n')) dripping.push(socket);
  };
  for (let n = 0; n < count; n += 1) open();
  setInterval(() => {
    for (const socket of dripping) if (socket.writable) socket.write('1');
  }, dripMs);
  const startedMs = performance.now();
  setInterval(() => {
    const due = count + Math.floor(((performance.now() - startedMs) / 1000) * everySecond);
    while (opened < due) open();
    process.stdout.write(`${opened} opened\n`);
  }, turnMs);
}

join(JSON.parse(process.argv[2] ?? ''));
