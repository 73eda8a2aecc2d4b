import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

const keyBytes = 32;

/**
 * The key with which this installation signs its tokens. From the first account on it is stored in a file that only the datalogger's user
 * can read. So where that file exists, there have been accounts.
 */
export interface SigningKey {
  readonly bytes: Buffer;
  /** Whether the file exists, with a key in it or damaged. */
  readonly isKept: boolean;
  /** Writes the file, unless it contains this key. Throws where the disk refuses. */
  keep(): void;
}

/** A random key that is kept only in memory. */
export function passingKey(): SigningKey {
  return { bytes: randomBytes(keyBytes), isKept: false, keep: () => undefined };
}

/**
 * The key in the file at `path`; a new one if absent, or where the file was damaged: with a new key every session ends. Throws
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

/** Null where the file has no valid key: a power cut may leave it empty or full of zeros. */
function readKey(path: string): Buffer | null {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new Error(`signing key ${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it`);
  }
  const text = readFileSync(path, 'utf8').trim();
  return /^([0-9a-f]{2}){32,}$/.test(text) ? Buffer.from(text, 'hex') : null;
}

/** Writes the file whole or not at all. */
function writeKey(path: string, key: Buffer): void {
  const unfinished = `${path}.part`;
  writeFileSync(unfinished, key.toString('hex'), { mode: 0o600, flush: true });
  renameSync(unfinished, path);
}
