import type { Socket } from 'node:net';

/** A request for registers, of one connection. */
export interface Asked {
  readonly unit: number;
  readonly from: number;
  readonly count: number;
}

/** Registers, or the Modbus exception that is answered. */
export type Answered = ArrayLike<number> | { readonly exception: number };

export const exceptions = { function: 1, address: 2, value: 3, target: 11 } as const;

/** Bytes of a request before its unit, and the longest frame. */
const [headerBytes, longestFrame] = [6, 260] as const;
/** s without a request after which a connection ends, and s that a request may take to arrive. */
const [idleS, arrivalS] = [120, 5] as const;
/** Requests that a connection may send in a second. */
const mostInASecond = 20;
const readHolding = 3;
const mostRegisters = 125;
/** Bytes that wait for a client that does not read. */
const mostUnread = 16_384;

/** Answers the requests of one client, one after the other and no faster than `mostInASecond`. Ends a connection that breaks the rules. */
export function serve(socket: Socket, answer: (asked: Asked) => Answered): void {
  let rest = Buffer.alloc(0);
  let arrival: NodeJS.Timeout | null = null;
  let [second, inSecond] = [0, 0];
  socket.setNoDelay(true);
  socket.setTimeout(1000 * idleS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const stopWaiting = () => {
    if (arrival) clearTimeout(arrival);
    arrival = null;
  };
  socket.on('close', stopWaiting);
  /** Waits where too much was asked in this second; else answers the next whole request. */
  const next = (): void => {
    const frame = frameIn(rest);
    if (frame === 'broken' || socket.writableLength > mostUnread) {
      socket.destroy();
      return;
    }
    if (frame === null) {
      if (rest.length > 0) arrival ??= setTimeout(() => socket.destroy(), 1000 * arrivalS).unref();
      else stopWaiting();
      socket.resume();
      return;
    }
    stopWaiting();
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, inSecond] = [now, 0];
    if (++inSecond > mostInASecond) {
      socket.pause();
      setTimeout(() => socket.destroyed || next(), 1000).unref();
      return;
    }
    rest = rest.subarray(frame.length);
    socket.write(replyTo(frame, answer));
    next();
  };
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length > 8 * longestFrame) socket.destroy();
    else next();
  });
}

/** The first whole frame; null where more bytes belong to it. */
function frameIn(bytes: Buffer): Buffer | null | 'broken' {
  if (bytes.length < headerBytes) return null;
  const length = headerBytes + bytes.readUInt16BE(4);
  if (bytes.readUInt16BE(2) !== 0 || length < headerBytes + 2 || length > longestFrame) return 'broken';
  return bytes.length < length ? null : bytes.subarray(0, length);
}

function replyTo(frame: Buffer, answer: (asked: Asked) => Answered): Buffer {
  const [unit = 0, fc = 0] = frame.subarray(headerBytes);
  const refuse = (code: number) => framed(frame, [unit, fc | 0x80, code]);
  if (fc !== readHolding) return refuse(exceptions.function);
  if (frame.length !== headerBytes + 6) return refuse(exceptions.value);
  const [from, count] = [frame.readUInt16BE(8), frame.readUInt16BE(10)];
  if (count < 1 || count > mostRegisters) return refuse(exceptions.value);
  const answered = answer({ unit, from, count });
  if ('exception' in answered) return refuse(answered.exception);
  const bytes = Array.from(answered).flatMap(word => [word >> 8, word & 0xff]);
  return framed(frame, [unit, fc, bytes.length, ...bytes]);
}

/** A reply with the transaction of its request. */
const framed = (frame: Buffer, body: readonly number[]): Buffer =>
  Buffer.from([...frame.subarray(0, 4), body.length >> 8, body.length & 0xff, ...body]);
