import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryFacts, HistoryNote } from '../../contract/history';
import type { Measurements } from '../compose/measurements';
import type { Log } from '../log';
import { hasRoomFor } from '../store/backups';
import { restoredPath } from '../store/restored';
import { Copy } from './history-copy';
import { historyFacts } from './history-facts';
import { Upload } from './history-upload';

interface Options {
  readonly measurements: Pick<Measurements, 'archive' | 'zone'>;
  /** Null: nothing outlasts the process. */
  readonly dataFolder: string | null;
  readonly log: Log;
}

/** Measured: what is left of an archive when it is compressed, 0.42 (`medium`) to 0.52 (`small`). */
const compressedPart = 0.47;

/** Where the history leaves the datalogger and comes back; whatever is on the way is in a folder of its own. */
export class HistoryTransfer {
  readonly #options: Options;
  #folder: string | null = null;
  #copy: Copy | null = null;

  constructor(options: Options) {
    this.#options = options;
    // What a start before this one left behind.
    if (options.dataFolder !== null) this.#clear(join(options.dataFolder, 'storia'));
  }

  get copy(): Copy | null {
    return this.#copy;
  }

  /** Bytes of the history as it is. */
  get bytes(): number {
    return this.#options.measurements.archive.bytes;
  }

  /** Bytes that a copy will about have. */
  get estimate(): number {
    return Math.round(this.bytes * compressedPart);
  }

  facts(): HistoryFacts {
    const { archive, zone } = this.#options.measurements;
    return historyFacts(archive, zone());
  }

  /** Whether the disk takes a history of so many bytes beside what is there. */
  hasRoom(bytes: number): boolean {
    return hasRoomFor(this.#place(), bytes);
  }

  /** Begins a copy in the place of the one before. */
  begin(): Copy {
    this.discard();
    const { measurements, log } = this.#options;
    const onFailure = (error: unknown) => log.error('the history could not be copied', error);
    this.#copy = new Copy(this.#place(), measurements.archive, measurements.zone(), onFailure);
    return this.#copy;
  }

  discard(): void {
    this.#copy?.discard();
    this.#copy = null;
  }

  receive(id: string, note: HistoryNote): Upload {
    return new Upload(this.#place(), id, note);
  }

  /** Lets a verified history take the place of the present one at the next start. */
  place(upload: Upload): void {
    upload.place(this.#waiting());
  }

  /** Takes that back. */
  takeBack(): void {
    rmSync(this.#waiting(), { force: true });
  }

  close(): void {
    this.discard();
    if (this.#folder !== null) this.#clear(this.#folder);
  }

  #waiting(): string {
    return restoredPath(join(this.#options.dataFolder ?? this.#place(), 'measures.db'));
  }

  #place(): string {
    const { dataFolder } = this.#options;
    if (this.#folder !== null) return this.#folder;
    const folder = dataFolder === null ? mkdtempSync(join(tmpdir(), 'storia-')) : join(dataFolder, 'storia');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    return folder;
  }

  #clear(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    this.#folder = null;
  }
}
