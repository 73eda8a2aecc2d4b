const readAtOnce = 200;

interface Stored {
  readonly id: number;
}

/**
 * The newest records that have room in that many bytes of JSON, in the order in which they were written. `before` reads them, the
 * newest first, from the one before an id on: no more are read than fit.
 */
export function newestThatFit<T extends Stored, K>(
  before: (id: number, limit: number) => readonly T[],
  keptOf: (record: T) => K,
  mostBytes: number,
): K[] {
  const kept: K[] = [];
  let [bytes, last] = [0, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const piece = before(last, readAtOnce);
    for (const record of piece) {
      const each = keptOf(record);
      bytes += Buffer.byteLength(JSON.stringify(each));
      if (bytes > mostBytes) return kept.reverse();
      kept.push(each);
      last = record.id;
    }
    if (piece.length < readAtOnce) return kept.reverse();
  }
}
