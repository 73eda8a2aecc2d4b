import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { refusalOf } from './full';

/** Free room, as a multiple of the ballast, from which it is taken on board again. */
const roomy = 4;

/** A file that is good for nothing but its room: on a full disk nothing can be deleted from a database without some. */
export class Ballast {
  readonly #path: string;
  readonly #bytes: number;

  constructor(path: string, bytes: number) {
    this.#path = path;
    this.#bytes = bytes;
  }

  get isHeld(): boolean {
    return existsSync(this.#path);
  }

  /** Takes the room while there is plenty of it. */
  hold(): void {
    if (this.isHeld) return;
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < roomy * this.#bytes) return;
    try {
      // Zeros would take no room where the file system compresses.
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
