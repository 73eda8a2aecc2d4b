import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { waitMs } from '../patience';

/** A try of `fetch` ends after this: a connection that the other side closes before it has answered may never end by itself. */
const patienceMs = waitMs / 2;
export const withinPatience = () => ({ signal: AbortSignal.timeout(patienceMs) });

export interface Forward {
  /** `http://127.0.0.1:PORT`, which leads to the port of the box. */
  readonly url: string;
  close(): void;
}

/** Runs in the plant's network: every connection to a unix socket becomes one to the box. */
const relay = `
const net = require('node:net');
const [path, address, port] = process.argv.slice(1);
const join = (from, to) => { from.pipe(to); to.pipe(from); for (const each of [from, to]) each.on('error', () => { from.destroy(); to.destroy(); }); };
net.createServer(socket => join(socket, net.connect(Number(port), address))).listen(path, () => console.log('ready'));
`;

/** Makes a port of the box reachable on a free port of 127.0.0.1, through the plant's network `lan`. */
export async function forward(
  folder: string,
  lan: string,
  target: { address: string; port: number },
): Promise<Forward> {
  const path = join(folder, `${target.address}-${target.port}-${Date.now()}.sock`);
  const inside = [process.execPath, '-e', relay, path, target.address, String(target.port)];
  const child: ChildProcess = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'ip', 'netns', 'exec', lan, ...inside],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (child.stdout) await once(child.stdout, 'data');
  const open = new Set<Socket>();
  const server = createServer(socket => {
    const other = connect(path);
    for (const each of [socket, other]) {
      open.add(each);
      each.on('close', () => open.delete(each));
    }
    socket.pipe(other);
    other.pipe(socket);
    for (const each of [socket, other]) {
      each.on('error', () => {
        socket.destroy();
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = server.address();
  if (own === null || typeof own === 'string') throw new Error('no port');
  const close = () => {
    server.close();
    // A kept-alive connection would keep the process of the test.
    for (const each of open) each.destroy();
    child.kill('SIGKILL');
  };
  return { url: `http://127.0.0.1:${own.port}`, close };
}
