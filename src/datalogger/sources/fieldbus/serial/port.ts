import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isatty, ReadStream } from 'node:tty';
import type { SerialAddress } from '../modbus/address';

/** A serial port that does not open. `absent`: it is not plugged in. `denied`: no permission, another program has it, or it is no serial port. */
export class NoPort extends Error {
  readonly why: 'absent' | 'denied';

  constructor(why: 'absent' | 'denied', path: string) {
    super(`serial port ${path}: ${why}`);
    this.why = why;
  }
}

/** Real paths of the ports that are open: a port has one user, because two would take each other's bytes. */
const openPaths = new Set<string>();
/** A port is free some time after its user closed it: one search may begin when another ends. */
const freeWithinMs = 2000;
const lookEveryMs = 10;

const goneCodes: readonly string[] = ['ENOENT', 'ENODEV', 'ENXIO', 'EIO'];
const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
/** A program that only sets a port needs no longer, ms. */
const setWithinMs = 3000;

/** Opens a serial port and sets it. Rejects with `NoPort`. */
export async function openPort(address: SerialAddress): Promise<Socket> {
  const { path } = address;
  const real = openedAs(path, () => realpathSync(path));
  const untilMs = performance.now() + freeWithinMs;
  while (openPaths.has(real)) {
    if (performance.now() > untilMs) throw new NoPort('denied', path);
    await setTimeout(lookEveryMs);
  }
  openPaths.add(real);
  try {
    const socket = await openedSocket(address, real);
    // An error ends in `close`, which the client acts on.
    socket.on('error', () => undefined);
    socket.once('close', () => openPaths.delete(real));
    return socket;
  } catch (error) {
    openPaths.delete(real);
    throw error;
  }
}

async function openedSocket(address: SerialAddress, real: string): Promise<Socket> {
  const { path } = address;
  const fd = openedAs(path, () => openSync(real, flags));
  try {
    if (!isatty(fd)) throw new NoPort('denied', path);
    await set(fd, sttyArguments(address, real));
    return streamOf(fd);
  } catch (error) {
    closeSync(fd);
    throw error instanceof NoPort ? error : new NoPort('denied', path);
  }
}

function openedAs<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new NoPort(goneCodes.includes(code) ? 'absent' : 'denied', path);
  }
}

/** What `stty` is given for a port: 8 data bits, no control characters, no flow control. */
export function sttyArguments(address: Omit<SerialAddress, 'framing' | 'path'>, realPath: string): string[] {
  const { baud, parity, stopBits } = address;
  // A pseudo terminal has no wire, refuses parity, and would have the whole setting fail.
  const sent = realPath.startsWith('/dev/pts/') ? 'N' : parity;
  return [
    ...['raw', '-echo', 'clocal', 'cread', '-crtscts', '-hupcl', 'cs8', String(baud)],
    ...(sent === 'N' ? ['-parenb'] : ['parenb', sent === 'O' ? 'parodd' : '-parodd']),
    stopBits === 2 ? 'cstopb' : '-cstopb',
  ];
}

/** Sets the port that is open as `fd`: Node has no call for it, and `stty` (coreutils, busybox) sets what its input is. */
function set(fd: number, settings: readonly string[]): Promise<void> {
  const child = spawn('stty', settings, { stdio: [fd, 'ignore', 'ignore'], timeout: setWithinMs });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => (code === 0 ? resolve() : reject(new Error(`stty ended with ${code}`))));
  });
}

/** A terminal is read when bytes are there, without a thread that waits for them. */
function streamOf(fd: number): Socket {
  const stream = new ReadStream(fd, { readable: true, writable: true });
  // libuv opens a terminal once more for itself, and leaves the first descriptor open.
  const handle: unknown = Reflect.get(stream, '_handle');
  const own: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : fd;
  if (own !== fd) closeSync(fd);
  return stream;
}
