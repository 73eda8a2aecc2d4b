import { pauses } from '../../core/pieces';

const readAtOnce = 100;

interface Stored {
  readonly id: number;
}

/** The bytes that a file still has room for. */
export class Room {
  #bytes: number;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Takes room for `bytes`; false where there is less. */
  take(bytes: number): boolean {
    if (bytes > this.#bytes) return false;
    this.#bytes -= bytes;
    return true;
  }
}

/** Bytes of a record in a list of JSON. */
export const bytesIn = (record: unknown) => Buffer.byteLength(JSON.stringify(record)) + 1;

/**
 * The newest records that have room in that many bytes of JSON and in the file, in the order in which they were written. `before` reads
 * them, the newest first, from the one before an id on: no more are read than fit, with pauses in which this process does its other work.
 */
export async function newestThatFit<T extends Stored, K>(
  before: (id: number, limit: number) => readonly T[],
  keptOf: (record: T) => K,
  mostBytes: number,
  room: Room,
): Promise<K[]> {
  const kept: K[] = [];
  const own = new Room(mostBytes);
  const pause = pauses();
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const piece = before(last, readAtOnce);
    for (const record of piece) {
      const each = keptOf(record);
      const bytes = bytesIn(each);
      if (!own.take(bytes) || !room.take(bytes)) return kept.reverse();
      kept.push(each);
      last = record.id;
    }
    if (piece.length < readAtOnce) return kept.reverse();
    await pause();
  }
}
