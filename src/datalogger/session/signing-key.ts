import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';

const keyBytes = 32;

/** A key that no other installation has. */
export function newSigningKey(): Buffer {
  return randomBytes(keyBytes);
}

/**
 * The key this installation signs its tokens with: made once, kept in a file that only the datalogger's user can
 * read. Throws an Error with one clear line when the file is too short to be a key or others can read it.
 */
export function signingKeyOf(path: string): Buffer {
  try {
    const key = newSigningKey();
    writeFileSync(path, key.toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    return key;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new Error(`signing key ${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it`);
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^([0-9a-f]{2}){32,}$/.test(text)) {
    throw new Error(`signing key ${path} is no key of 256 bits: delete it to have a new one made`);
  }
  return Buffer.from(text, 'hex');
}
