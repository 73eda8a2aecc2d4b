import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A read that passes, as the datalogger asked for it. */
export interface PassingRead {
  readonly line: number;
  readonly unit: number;
  readonly fc: number;
  readonly from: number;
  readonly count: number;
}

/** What is sent in the place of the true registers: others, an exception, or nothing. */
export type Garbled = Uint16Array | { readonly exception: number } | null;
export type Garble = (read: PassingRead, words: Uint16Array) => Garbled;

export interface LiarProxy {
  readonly port: number;
  /** Closes every connection that passes. */
  cut(): void;
  close(): Promise<void>;
}

const headSize = 6;
/** Reads of holding and input registers; bits pass as they are. */
const registerReads = [3, 4];

/** Calls `take` with each whole frame of Modbus TCP. */
function frames(take: (frame: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  return chunk => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    while (waiting.length >= headSize) {
      const size = headSize + waiting.readUInt16BE(4);
      if (waiting.length < size) return;
      take(waiting.subarray(0, size));
      waiting = waiting.subarray(size);
    }
  };
}

function wordsOf(frame: Buffer): Uint16Array {
  const words = new Uint16Array((frame[8] ?? 0) >> 1);
  for (let index = 0; index < words.length; index++) words[index] = frame.readUInt16BE(9 + 2 * index);
  return words;
}

function replyFrame(frame: Buffer, garbled: Exclude<Garbled, null>): Buffer {
  if (!(garbled instanceof Uint16Array)) {
    const reply = Buffer.from([...frame.subarray(0, 7), (frame[7] ?? 0) | 0x80, garbled.exception]);
    reply.writeUInt16BE(3, 4);
    return reply;
  }
  const reply = Buffer.alloc(9 + 2 * garbled.length);
  frame.copy(reply, 0, 0, 9);
  reply.writeUInt16BE(3 + 2 * garbled.length, 4);
  reply[8] = 2 * garbled.length;
  garbled.forEach((word, index) => {
    reply.writeUInt16BE(word, 9 + 2 * index);
  });
  return reply;
}

/** Passes the frames of one connection on, the answers as they are garbled. */
function pass(near: Socket, far: Socket, line: number, garble: Garble): void {
  const asked = new Map<number, PassingRead>();
  const end = () => {
    near.destroy();
    far.destroy();
  };
  for (const socket of [near, far]) {
    socket.setNoDelay(true);
    socket.on('error', end).on('close', end);
  }
  near.on(
    'data',
    frames(frame => {
      const [unit = 0, fc = 0] = frame.subarray(6);
      if (registerReads.includes(fc) && frame.length === 12) {
        const [from, count] = [frame.readUInt16BE(8), frame.readUInt16BE(10)];
        asked.set(frame.readUInt16BE(0), { line, unit, fc, from, count });
      }
      far.write(frame);
    }),
  );
  far.on(
    'data',
    frames(frame => {
      const transaction = frame.readUInt16BE(0);
      const read = asked.get(transaction);
      asked.delete(transaction);
      const isWhole = read !== undefined && frame[7] === read.fc;
      const garbled = isWhole ? garble(read, wordsOf(frame)) : undefined;
      if (garbled === undefined) near.write(frame);
      else if (garbled !== null) near.write(replyFrame(frame, garbled));
    }),
  );
}

/** A Modbus TCP server on 127.0.0.1 that passes everything on to `port`, with answers to reads of registers as `garble` returns them. */
export async function liarProxy(line: number, port: number, garble: Garble): Promise<LiarProxy> {
  const sockets = new Set<Socket>();
  const server = createServer(near => {
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
    pass(near, connect(port, '127.0.0.1'), line, garble);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
