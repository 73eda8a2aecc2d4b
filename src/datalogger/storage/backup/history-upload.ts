import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { HistoryNote } from '../../../contract/history';
import { suffixes } from '../database/database';
import { isStorageFull } from '../database/full';

/** Why a piece was not taken. */
export type Received = 'taken' | 'out-of-order' | 'not-as-written';

/** Why a file is no archive of this program; null where it is one, and now of this version. */
export type Verify = (path: string) => Promise<string | null>;

/** A history that is uploaded in pieces. It is not used before all of it is verified. */
export class Upload {
  readonly #note: HistoryNote;
  readonly #verify: Verify;
  readonly #packed: string;
  readonly #hash = createHash('sha256');
  #received = 0;
  #isVerified = false;
  /** Pieces are written one after the other, also where a client sends two at the same time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, id: string, note: HistoryNote, verify: Verify) {
    this.#verify = verify;
    this.#note = note;
    this.#packed = join(folder, `upload-${id}`);
  }

  get received(): number {
    return this.#received;
  }

  get isVerified(): boolean {
    return this.#isVerified;
  }

  /** Writes the bytes that begin at a position; a piece that was written before is accepted. Rejects where the disk refuses. */
  receive(position: number, bytes: Buffer): Promise<Received> {
    const result = this.#turn.then(() => this.#take(position, bytes));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Moves the verified history to where the next start looks for it. */
  place(to: string): void {
    renameSync(this.#opened, to);
    rmSync(this.#packed, { force: true });
  }

  discard(): void {
    this.#isVerified = false;
    rmSync(this.#packed, { force: true });
    for (const suffix of suffixes) rmSync(this.#opened + suffix, { force: true });
  }

  get #opened(): string {
    return `${this.#packed}.db`;
  }

  async #take(position: number, bytes: Buffer): Promise<Received> {
    if (position < this.#received && position + bytes.length <= this.#received) return 'taken';
    if (position !== this.#received || bytes.length === 0) return 'out-of-order';
    if (position + bytes.length > this.#note.byte) return 'not-as-written';
    await appendFile(this.#packed, bytes, { mode: 0o600 });
    this.#hash.update(bytes);
    this.#received += bytes.length;
    if (this.#received < this.#note.byte) return 'taken';
    this.#isVerified = this.#hash.digest('hex') === this.#note.impronta && (await this.#opens());
    return this.#isVerified ? 'taken' : 'not-as-written';
  }

  /** Whether the database is whole, has the announced length and nothing strange in it, and can be migrated to this version. */
  async #opens(): Promise<boolean> {
    try {
      const target = createWriteStream(this.#opened, { mode: 0o600, flush: true });
      const measured = (source: AsyncIterable<Buffer>) => exactly(source, this.#note.aperta);
      await pipeline(createReadStream(this.#packed), createGunzip(), measured, target);
      return (await this.#verify(this.#opened)) === null;
    } catch (error) {
      if (isStorageFull(error)) throw error;
      return false;
    }
  }
}

/** Fails beyond a number of bytes: a file that unpacks into more than it announces would fill the disk. */
async function* exactly(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const part of source) {
    left -= part.length;
    if (left < 0) break;
    yield part;
  }
  if (left !== 0) throw new Error('not as long as it says');
}
