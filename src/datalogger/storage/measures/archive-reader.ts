import { type Database, openReader } from '../database/database';
import type { Frame } from './frame';
import type { KeptGroup, Tier } from './kept';
import { Measures, type Unwritten } from './measures';
import { takeWaitingRows } from './slot-table';

/** The archive for another thread than the one that writes it. */
export class ArchiveReader {
  readonly #db: Database;
  readonly #archive: Measures;

  /** `onRead` is called before each read of slots; what it throws ends the work. */
  constructor(path: string, onRead: () => void) {
    this.#db = openReader(path);
    // The table of waiting rows is made in memory.
    this.#db.pragma('query_only = OFF');
    this.#archive = new WatchedMeasures(this.#db, onRead);
  }

  /** Runs `work` on the archive as it is at one moment, with the rows that its writer has not written. */
  read<T>({ shownTo, waiting }: Unwritten, work: (archive: Measures) => T): T {
    this.#db.exec('BEGIN');
    try {
      takeWaitingRows(this.#db, waiting);
      this.#db.pragma('query_only = ON');
      this.#archive.forget();
      this.#archive.showTo(shownTo);
      return work(this.#archive);
    } finally {
      this.#db.pragma('query_only = OFF');
      this.#db.exec('ROLLBACK');
    }
  }
}

class WatchedMeasures extends Measures {
  readonly #onRead: () => void;

  constructor(db: Database, onRead: () => void) {
    super(db);
    this.#onRead = onRead;
  }

  override frames(tier: Tier, group: KeptGroup, from: number, to: number): Frame[] {
    this.#onRead();
    return super.frames(tier, group, from, to);
  }
}
