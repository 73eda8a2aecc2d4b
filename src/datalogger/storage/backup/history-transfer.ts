import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryFacts, HistoryNote } from '../../../contract/history';
import type { LongWork } from '../../api/long-work/long-work';
import type { Log } from '../../core/log';
import type { Measurements } from '../../wiring/measurements';
import { hasRoomFor } from '../database/backups';
import { restoredPath } from '../database/restored';
import { Copy } from './history-copy';
import { historyFacts } from './history-facts';
import { Upload } from './history-upload';

interface Options {
  readonly measurements: Pick<Measurements, 'archive' | 'zone' | 'snapshot'>;
  /** Null: nothing is kept beyond the process. */
  readonly dataFolder: string | null;
  readonly longWork: Pick<LongWork, 'onFile'>;
  readonly log: Log;
}

/** Compressed size as a share of the archive. Measured: 0.42 (`medium`) to 0.52 (`small`). */
const compressedPart = 0.47;

/** Gives the history out in pieces and takes one back. Unfinished copies and uploads are in a folder of their own. */
export class HistoryTransfer {
  readonly #options: Options;
  #folder: string | null = null;
  #copy: Copy | null = null;

  constructor(options: Options) {
    this.#options = options;
    // Leftovers of an earlier run.
    if (options.dataFolder !== null) this.#clear(join(options.dataFolder, 'storia'));
  }

  get copy(): Copy | null {
    return this.#copy;
  }

  /** Size of the history in bytes. */
  get bytes(): number {
    return this.#options.measurements.archive.bytes;
  }

  /** Approximate size of a copy in bytes. */
  get estimate(): number {
    return Math.round(this.bytes * compressedPart);
  }

  facts(): HistoryFacts {
    const { archive, zone } = this.#options.measurements;
    return historyFacts(archive, zone());
  }

  /** Whether the disk has room for a history of this size. */
  hasRoom(bytes: number): boolean {
    return hasRoomFor(this.#place(), bytes);
  }

  /** Begins a copy; an earlier one is removed. */
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
    const { longWork, measurements } = this.#options;
    const verify = (path: string) => longWork.onFile('archive', { path, nowS: measurements.snapshot().t });
    return new Upload(this.#place(), id, note, verify);
  }

  /** Marks a verified history to replace the present one at the next start. */
  place(upload: Upload): void {
    upload.place(this.#waiting());
  }

  /** Removes that mark. */
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
