import { timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { Log } from '../log';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code';
import type { SigningKey } from './signing-key';

/** Of the set-up code: 75 random bits, and few enough letters to be copied from the box by hand. */
const codeGroups = 3;

export interface FirstAccountOptions {
  readonly accounts: { count(): number };
  readonly key: SigningKey;
  /** The file the set-up code is in for as long as it is needed; null keeps nothing. */
  readonly codeFile: string | null;
  readonly log: Log;
}

/**
 * How the first account comes about. The first visitor of a new installation registers the administrator. Where there have been
 * accounts and they were lost, whoever registers must bring the set-up code, which only those can read who have access to the
 * device: nobody becomes the administrator of a plant because its memory card failed.
 */
export class FirstAccount {
  /** The set-up code of this start; null where none is needed. */
  readonly code: string | null;
  readonly #options: FirstAccountOptions;

  constructor(options: FirstAccountOptions) {
    this.#options = options;
    const { accounts, key, codeFile } = options;
    const isLost = codeFile !== null && key.isKept && accounts.count() === 0;
    this.code = isLost ? newOneTimeCode(codeGroups) : null;
    this.#tryTo(() => {
      this.#forgetCode();
      // Without the file there still is what the program says.
      if (this.code !== null && codeFile !== null)
        writeFileSync(codeFile, `${this.code}\n`, { mode: 0o600, flush: true });
    });
  }

  /** Whether what somebody typed is the code, or none is needed. Case, spaces and dashes do not count. */
  accepts(typed: string): boolean {
    if (this.code === null) return true;
    return timingSafeEqual(Buffer.from(hashOneTimeCode(typed)), Buffer.from(hashOneTimeCode(this.code)));
  }

  /** There is an account: the key of its sessions is kept, and no code is needed any more. */
  made(): void {
    this.#tryTo(() => {
      this.#options.key.keep();
      this.#forgetCode();
    });
  }

  #forgetCode(): void {
    if (this.#options.codeFile !== null) rmSync(this.#options.codeFile, { force: true });
  }

  #tryTo(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.log.error('signing key or set-up code could not be written', error);
    }
  }
}
