import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refusalOf } from './full';

/** The reserve is made again from this free room on, as a multiple of its size. */
const roomy = 4;
/** Its name in data folders of 0.1.0. */
const formerName = 'ballast';

/** A file that only keeps room free: on a full disk nothing can be deleted from a database without some room. */
export class DiskReserve {
  readonly #path: string;
  readonly #bytes: number;

  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  get isHeld(): boolean {
    return existsSync(this.#path);
  }

  /** Takes the room where there is plenty of it. */
  hold(): void {
    if (this.isHeld) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < roomy * this.#bytes) return;
    try {
      rmSync(join(dirname(this.#path), formerName), { force: true });
      // Not zeros, which would need no room where the file system compresses.
      writeFileSync(this.#path, randomBytes(this.#bytes), { mode: 0o600 });
    } catch (error) {
      if (refusalOf(error) === null) throw error;
      if (this.isHeld) this.release();
    }
  }

  /** Whether there was any room to give. */
  release(): boolean {
    const { isHeld } = this;
    rmSync(this.#path, { force: true });
    return isHeld;
  }
}
