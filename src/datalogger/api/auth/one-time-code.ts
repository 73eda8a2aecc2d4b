import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for one another when read aloud (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 5;

/** A code in groups of five, 25 random bits each, to be dictated or copied by hand. */
export function newOneTimeCode(groupCount = 5): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groupCount }, group).join('-');
}

/** The stored hash of a code. The code is random, so a fast hash is enough. Case, spaces and dashes are ignored. */
export function hashOneTimeCode(code: string): string {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
  return createHash('sha256').update(plain).digest('base64url');
}
