import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type HistoryCopy, type HistoryNote, pieceBytes } from '../../../contract/history';
import type { Measures } from '../measures/measures';
import { historyFacts } from './history-facts';

/** Measured on `medium`: 9 saves another 5 % in four times the time. */
const level = 3;
/** Progress in % when the copy is made and only has to be compressed. */
const copiedPercent = 40;

/** A copy of the history: it is made, fetched piece by piece, and removed. */
export class Copy {
  readonly id = randomBytes(12).toString('base64url');
  /** Resolves when it has ended, successfully or not; never rejects. */
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();
  readonly #path: string;
  #percent = 0;
  #state: HistoryCopy['stato'] = 'in_corso';
  #note: HistoryNote | null = null;

  constructor(folder: string, archive: Measures, zone: string, onFailure: (error: unknown) => void) {
    this.#path = join(folder, `copy-${this.id}`);
    this.ended = this.#make(archive, zone).catch(error => {
      this.#state = 'fallita';
      this.#remove();
      if (!this.#stop.signal.aborted) onFailure(error);
    });
  }

  get state(): HistoryCopy {
    return { id: this.id, stato: this.#state, percento: Math.floor(this.#percent) };
  }

  /** Null until it is ready. */
  get note(): HistoryNote | null {
    return this.#note;
  }

  /** The bytes of a piece, counted from 0; null where there is no such piece. */
  async piece(number: number): Promise<Buffer | null> {
    const left = (this.#note?.byte ?? 0) - number * pieceBytes;
    if (!Number.isInteger(number) || number < 0 || left <= 0) return null;
    const file = await open(this.#path);
    try {
      const bytes = Buffer.alloc(Math.min(left, pieceBytes));
      await file.read(bytes, 0, bytes.length, number * pieceBytes);
      return bytes;
    } finally {
      await file.close();
    }
  }

  discard(): void {
    this.#stop.abort();
    this.#note = null;
    this.#remove();
  }

  #remove(): void {
    for (const path of [this.#path, this.#plain]) rmSync(path, { force: true });
  }

  get #plain(): string {
    return `${this.#path}.db`;
  }

  async #make(archive: Measures, zone: string): Promise<void> {
    const { signal } = this.#stop;
    const facts = historyFacts(archive, zone);
    await archive.copyTo(this.#plain, part => {
      signal.throwIfAborted();
      this.#percent = copiedPercent * part;
    });
    const aperta = statSync(this.#plain).size;
    const packed = await this.#pack(aperta);
    rmSync(this.#plain);
    signal.throwIfAborted();
    this.#note = { ...facts, ...packed, aperta };
    this.#percent = 100;
    this.#state = 'pronta';
  }

  async #pack(opened: number): Promise<Pick<HistoryNote, 'byte' | 'impronta'>> {
    const hash = createHash('sha256');
    let byte = 0;
    const seen = this.#passing(bytes => {
      this.#percent += ((100 - copiedPercent) * bytes.length) / opened;
    });
    const packed = this.#passing(bytes => {
      hash.update(bytes);
      byte += bytes.length;
    });
    const { signal } = this.#stop;
    const target = createWriteStream(this.#path, { mode: 0o600 });
    await pipeline(createReadStream(this.#plain), seen, createGzip({ level }), packed, target, { signal });
    return { byte, impronta: hash.digest('hex') };
  }

  #passing(see: (bytes: Buffer) => void): Transform {
    return new Transform({
      transform(bytes: Buffer, _encoding, done) {
        see(bytes);
        done(null, bytes);
      },
    });
  }
}
