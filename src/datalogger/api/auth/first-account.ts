import { timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { Log } from '../../core/log';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code';
import type { SigningKey } from './signing-key';

/** Groups of the set-up code: 75 random bits, still short enough to be copied by hand. */
const codeGroups = 3;

export interface FirstAccountOptions {
  readonly accounts: { count(): number };
  readonly key: SigningKey;
  /** The file with the set-up code while it is needed; null stores nothing. */
  readonly codeFile: string | null;
  readonly log: Log;
}

/**
 * Decides who may create the first account. On a new installation it is the first visitor. Where accounts have existed and were lost, the
 * set-up code is needed, which only people with access to the device can read: a failed memory card must not make a stranger the
 * administrator.
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
      // Without the file the code is still in the program's output.
      if (this.code !== null && codeFile !== null)
        writeFileSync(codeFile, `${this.code}\n`, { mode: 0o600, flush: true });
    });
  }

  /** Whether the typed text is the code, or no code is needed. Case, spaces and dashes are ignored. */
  accepts(typed: string): boolean {
    if (this.code === null) return true;
    return timingSafeEqual(Buffer.from(hashOneTimeCode(typed)), Buffer.from(hashOneTimeCode(this.code)));
  }

  /** To be called when there is an account: stores the signing key, and removes the code. */
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
