import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

const keyBytes = 32;

/**
 * What this installation signs its tokens with. From the first account on it is kept in a file that only the datalogger's user can
 * read: where that file is, there have been accounts.
 */
export interface SigningKey {
  readonly bytes: Buffer;
  /** Whether the file is there, with a key in it or damaged. */
  readonly isKept: boolean;
  /** Writes the file, unless this key is in it. Throws what the disk does. */
  keep(): void;
}

/** A key that no other installation has, and that ends with the process. */
export function passingKey(): SigningKey {
  return { bytes: randomBytes(keyBytes), isKept: false, keep: () => undefined };
}

/**
 * The key in the file at `path`; a new one where there is none, or where the file was damaged: every session ends with that. Throws
 * an Error with one clear line when others can read the file.
 */
export function signingKeyOf(path: string): SigningKey {
  const found = existsSync(path) ? readKey(path) : null;
  const bytes = found ?? randomBytes(keyBytes);
  let isWritten = found !== null;
  return {
    bytes,
    get isKept() {
      return existsSync(path);
    },
    keep() {
      if (isWritten) return;
      writeKey(path, bytes);
      isWritten = true;
    },
  };
}

/** Null when it is no key: a power cut may leave a file empty, or full of zeros. */
function readKey(path: string): Buffer | null {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new Error(`signing key ${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it`);
  }
  const text = readFileSync(path, 'utf8').trim();
  return /^([0-9a-f]{2}){32,}$/.test(text) ? Buffer.from(text, 'hex') : null;
}

/** Whole or not at all. */
function writeKey(path: string, key: Buffer): void {
  const unfinished = `${path}.part`;
  writeFileSync(unfinished, key.toString('hex'), { mode: 0o600, flush: true });
  renameSync(unfinished, path);
}
