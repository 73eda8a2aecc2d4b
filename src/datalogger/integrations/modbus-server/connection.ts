import type { Socket } from 'node:net';

/** A request for registers, of one connection. */
export interface Asked {
  readonly unit: number;
  readonly from: number;
  readonly count: number;
}

/** Values for registers from `from` on. */
export interface Written {
  readonly unit: number;
  readonly from: number;
  readonly words: readonly number[];
}

/** Registers, or the Modbus exception that is answered. */
export type Answered = ArrayLike<number> | { readonly exception: number };

export interface Answers {
  read(asked: Asked): Answered;
  /** What it returns besides an exception is not sent. */
  write(written: Written): Promise<Answered>;
}

export const exceptions = { function: 1, address: 2, value: 3, failure: 4, busy: 6, target: 11 } as const;

/** Bytes of a request before its unit, and the longest frame. */
const [headerBytes, longestFrame] = [6, 260] as const;
/** s without a request after which a connection ends, and s that a request may take to arrive. */
const [idleS, arrivalS] = [120, 5] as const;
/** Requests that a connection may send in a second. */
const mostInASecond = 20;
const [readHolding, writeOne, writeMany] = [3, 6, 16] as const;
const [mostRegisters, mostWritten] = [125, 123] as const;
/** Bytes that wait for a client that does not read. */
const mostUnread = 16_384;

/** Answers the requests of one client, one after the other and no faster than `mostInASecond`. Ends a connection that breaks the rules. */
export function serve(socket: Socket, answers: Answers): void {
  let rest = Buffer.alloc(0);
  let isAnswering = false;
  const isTooMany = countedBySecond();
  const arrival = arrivalOf(socket);
  /** Waits where too much was asked in this second; else answers the next whole request. */
  const next = (): void => {
    if (isAnswering || socket.destroyed) return;
    const frame = frameIn(rest);
    if (frame === 'broken' || socket.writableLength > mostUnread) {
      socket.destroy();
      return;
    }
    if (frame === null) {
      if (rest.length > 0) arrival.wait();
      else arrival.stop();
      socket.resume();
      return;
    }
    arrival.stop();
    if (isTooMany()) {
      socket.pause();
      setTimeout(next, 1000).unref();
      return;
    }
    rest = rest.subarray(frame.length);
    isAnswering = true;
    void answerTo(frame).finally(() => {
      isAnswering = false;
      next();
    });
  };
  const answerTo = async (frame: Buffer) => {
    try {
      socket.write(await replyTo(frame, answers));
    } catch {
      socket.destroy();
    }
  };
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length > 8 * longestFrame) socket.destroy();
    else next();
  });
}

/** Ends a connection that is idle for long, or whose request takes long to arrive. */
function arrivalOf(socket: Socket) {
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  socket.setNoDelay(true);
  socket.setTimeout(1000 * idleS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('close', stop);
  return {
    stop,
    wait() {
      timer ??= setTimeout(() => socket.destroy(), 1000 * arrivalS).unref();
    },
  };
}

/** Counts each call, and says whether there were too many in its second. */
function countedBySecond(): () => boolean {
  let [second, inSecond] = [0, 0];
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, inSecond] = [now, 0];
    return ++inSecond > mostInASecond;
  };
}

/** The first whole frame; null where more bytes belong to it. */
function frameIn(bytes: Buffer): Buffer | null | 'broken' {
  if (bytes.length < headerBytes) return null;
  const length = headerBytes + bytes.readUInt16BE(4);
  if (bytes.readUInt16BE(2) !== 0 || length < headerBytes + 2 || length > longestFrame) return 'broken';
  return bytes.length < length ? null : bytes.subarray(0, length);
}

async function replyTo(frame: Buffer, answers: Answers): Promise<Buffer> {
  const [unit = 0, fc = 0] = frame.subarray(headerBytes);
  const refuse = (code: number) => framed(frame, [unit, fc | 0x80, code]);
  if (fc === writeOne || fc === writeMany) {
    const written = writtenIn(frame, unit, fc);
    if (!written) return refuse(exceptions.value);
    const answered = await answers.write(written);
    // The reply repeats the register, and its value or how many were written.
    return 'exception' in answered
      ? refuse(answered.exception)
      : framed(frame, frame.subarray(headerBytes, 12));
  }
  if (fc !== readHolding) return refuse(exceptions.function);
  if (frame.length !== headerBytes + 6) return refuse(exceptions.value);
  const [from, count] = [frame.readUInt16BE(8), frame.readUInt16BE(10)];
  if (count < 1 || count > mostRegisters) return refuse(exceptions.value);
  const answered = answers.read({ unit, from, count });
  if ('exception' in answered) return refuse(answered.exception);
  const bytes = Array.from(answered).flatMap(word => [word >> 8, word & 0xff]);
  return framed(frame, [unit, fc, bytes.length, ...bytes]);
}

/** What a request writes; null where it breaks the rules. */
function writtenIn(frame: Buffer, unit: number, fc: number): Written | null {
  if (frame.length < headerBytes + 6) return null;
  const [from, second] = [frame.readUInt16BE(8), frame.readUInt16BE(10)];
  if (fc === writeOne) return frame.length === headerBytes + 6 ? { unit, from, words: [second] } : null;
  const isWhole = frame.length === headerBytes + 7 + 2 * second && frame[12] === 2 * second;
  if (second < 1 || second > mostWritten || !isWhole) return null;
  return {
    unit,
    from,
    words: Array.from({ length: second }, (_, index) => frame.readUInt16BE(13 + 2 * index)),
  };
}

/** A reply with the transaction of its request. */
const framed = (frame: Buffer, body: Iterable<number>): Buffer => {
  const bytes = [...body];
  return Buffer.from([...frame.subarray(0, 4), bytes.length >> 8, bytes.length & 0xff, ...bytes]);
};
