import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import type { SealedSecrets } from '../../../contract/backup';
import { eachPiece } from '../../core/json';

const cipher = 'aes-256-gcm';
/** One of the parameter sets that OWASP recommends for scrypt: the one that needs 16 MiB. */
const cost = { N: 2 ** 14, r: 8, p: 5 } as const;
const keyBytes = 32;

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, keyBytes, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** Encrypts a text with a key that is derived from the passphrase. */
export async function seal(text: string, passphrase: string): Promise<SealedSecrets> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const sealing = createCipheriv(cipher, await keyOf(passphrase, salt), iv);
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return {
    sale: base64(salt),
    iv: base64(iv),
    testo: base64(sealed),
    sigillo: base64(sealing.getAuthTag()),
  };
}

/** The decrypted text; null with a wrong passphrase or a damaged text. */
export async function unseal(sealed: SealedSecrets, passphrase: string): Promise<string | null> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  try {
    const key = await keyOf(passphrase, bytes(sealed.sale));
    const opening = createDecipheriv(cipher, key, bytes(sealed.iv));
    opening.setAuthTag(bytes(sealed.sigillo));
    return Buffer.concat([opening.update(bytes(sealed.testo)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** As `fingerprint`, with pauses in which this process does its other work. */
export async function fingerprintInPieces(...parts: readonly unknown[]): Promise<string> {
  const hash = createHash('sha256');
  for (const [at, part] of parts.entries()) {
    hash.update(at === 0 ? '[' : ',');
    await eachPiece(part, piece => hash.update(piece));
  }
  return hash.update(']').digest('hex');
}

/** SHA-256 of parts of a file, in hexadecimal; blanks between them do not count. */
export const fingerprint = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
