import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { accountKey } from '../../storage/config/accounts';
import { commonPasswords } from './common-passwords';

/** Cost of scrypt: N = 2^log2N, block size r, parallelism p. Memory is 128 * N * r bytes. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** Of the parameter sets that OWASP recommends, the one that needs least memory: 16 MiB. */
export const defaultCost: ScryptCost = { log2N: 14, r: 8, p: 5 };

const hashBytes = 32;
const saltBytes = 16;
const maxMemoryBytes = 64 * 1024 * 1024;

export interface Passwords {
  /** A text with parameters, salt and hash. */
  hash(password: string): Promise<string>;
  /** False for `stored` null, after the same computing time. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether a stored hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean;
  /** Whether too many hashes are waiting. */
  isSaturated(): boolean;
}

/** Hashes with scrypt, one at a time: many logins at once must not use up the memory of a small device. */
export function createPasswords(cost: ScryptCost = defaultCost, longestQueue = 16): Passwords {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const inTurn = async (password: string, salt: Buffer, with_: ScryptCost): Promise<Buffer> => {
    const turn = last.then(() => derive(password, salt, with_));
    last = turn.catch(() => undefined);
    waiting += 1;
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
  const hash = async (password: string) => {
    const salt = randomBytes(saltBytes);
    return encode(cost, salt, await inTurn(password, salt, cost));
  };
  const nobody = encode(cost, randomBytes(saltBytes), randomBytes(hashBytes));

  return {
    hash,
    async verify(password, stored) {
      const { cost: storedCost, salt, hash: expected } = decode(stored ?? nobody);
      const isEqual = timingSafeEqual(await inTurn(password, salt, storedCost), expected);
      return isEqual && stored !== null;
    },
    isOutdated: stored => !stored.startsWith(prefix(cost)),
    isSaturated: () => waiting >= longestQueue,
  };
}

function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N: 2 ** log2N, r, p, maxmem: maxMemoryBytes };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const prefix = ({ log2N, r, p }: ScryptCost) => `scrypt$${log2N}$${r}$${p}$`;

function encode(cost: ScryptCost, salt: Buffer, hash: Buffer): string {
  return `${prefix(cost)}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function decode(stored: string) {
  const [, log2N, r, p, salt = '', hash = ''] = stored.split('$');
  const cost: ScryptCost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
}

/** Whether a password is easy to guess: it is one of the most common, or contains the name of the user or of the product. */
export function isCommonPassword(password: string, user: string, product: string): boolean {
  const typed = accountKey(password);
  if (commonPasswords.has(typed)) return true;
  return [user, product].some(name => {
    const key = accountKey(name);
    // Many good passwords contain a name of only a few letters by chance.
    return key.length < 4 ? typed === key : typed.includes(key);
  });
}
