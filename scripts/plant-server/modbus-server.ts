import { createServer, type Socket } from 'node:net';

/** A request of a Modbus client. */
export interface Asked {
  readonly unit: number;
  readonly fc: number;
  readonly from: number;
  readonly count: number;
  /** Of whatever is no read: what it writes with function 16, nothing for any other function. */
  readonly words?: readonly number[];
}

/** What the server sends back: registers or bits, an exception, nothing, or a frame that breaks the rules. */
export type Reply =
  | { readonly kind: 'registers'; readonly words: ArrayLike<number> }
  | { readonly kind: 'bits'; readonly bits: readonly boolean[] }
  | { readonly kind: 'exception'; readonly code: number }
  /** A write was carried out. */
  | { readonly kind: 'written' }
  | { readonly kind: 'silence' }
  /** Half of the registers under a byte count that says all of them. */
  | { readonly kind: 'cut'; readonly words: ArrayLike<number> };

export type Responder = (asked: Asked) => Reply | Promise<Reply>;

const reading = [1, 2, 3, 4];
const writing = 16;
/** Longest frame of Modbus TCP. A longer one is invalid. */
const longestFrame = 260;
const prefixSize = 6;

function wordBytes(words: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(2 * words.length);
  for (let index = 0; index < words.length; index++) bytes.writeUInt16BE(words[index] ?? 0, 2 * index);
  return bytes;
}

function bitBytes(bits: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries())
    if (bit) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  return bytes;
}

function bodyOf(frame: Buffer, reply: Exclude<Reply, { kind: 'silence' }>): Buffer {
  const fc = frame.readUInt8(7);
  if (reply.kind === 'exception') return Buffer.from([fc | 0x80, reply.code]);
  if (reply.kind === 'written') return frame.subarray(7, 12);
  const bytes = reply.kind === 'bits' ? bitBytes(reply.bits) : wordBytes(reply.words);
  const sent = reply.kind === 'cut' ? bytes.subarray(0, 2 * Math.floor(bytes.length / 4)) : bytes;
  return Buffer.concat([Buffer.from([fc, bytes.length]), sent]);
}

/** The words of a whole write of at most 123 registers; empty if it is invalid. */
function wordsOf(frame: Buffer): number[] {
  if (frame.length < 15) return [];
  const [count, bytes] = [frame.readUInt16BE(10), frame.readUInt8(12)];
  if (count > 123 || bytes !== 2 * count || frame.length !== 13 + bytes) return [];
  return Array.from({ length: count }, (_, index) => frame.readUInt16BE(13 + 2 * index));
}

async function replyTo(frame: Buffer, tell: Responder): Promise<Buffer | null> {
  const [unit, fc] = [frame.readUInt8(6), frame.readUInt8(7)];
  const isRead = reading.includes(fc) && frame.length === 12;
  const [from, count] = frame.length < 12 ? [0, 0] : [frame.readUInt16BE(8), frame.readUInt16BE(10)];
  // Whatever is no read may be meant to change something.
  const words = isRead ? {} : { words: fc === writing ? wordsOf(frame) : [] };
  const reply = await tell({ unit, fc, from, count, ...words });
  if (reply.kind === 'silence') return null;
  const body = bodyOf(frame, reply);
  const prefix = Buffer.alloc(7);
  frame.copy(prefix, 0, 0, 2);
  prefix.writeUInt16BE(body.length + 1, 4);
  prefix.writeUInt8(unit, 6);
  return Buffer.concat([prefix, body]);
}

/** Answers the requests of one client, one after the other, as a gateway does. */
function serve(socket: Socket, tell: Responder): void {
  let waiting = Buffer.alloc(0);
  let last: Promise<void> = Promise.resolve();
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', chunk => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= prefixSize) {
      const size = prefixSize + waiting.readUInt16BE(4);
      if (size > longestFrame || size < 8) return void socket.destroy();
      if (waiting.length < size) return;
      const frame = waiting.subarray(0, size);
      waiting = waiting.subarray(size);
      last = last.then(async () => {
        const reply = await replyTo(frame, tell);
        if (reply && !socket.destroyed) socket.write(reply);
      });
    }
  });
}

export interface ModbusServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A Modbus TCP server for reads and for writes of registers (function 16) on `host`; port 0 takes a free one. It is small so that it can also break the rules. */
export function modbusServer(host: string, port: number, tell: Responder): Promise<ModbusServer> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, tell);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: address !== null && typeof address === 'object' ? address.port : port,
        close: () =>
          new Promise(closed => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}
