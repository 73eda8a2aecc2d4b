import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { TokenPayload, tokenPrefixLength } from '../../../contract/session';

/** The payload that is signed: what the console reads, and the id of the session, which can be revoked. */
const SignedPayload = v.object({
  ...TokenPayload.entries,
  exp: v.pipe(v.number(), v.integer(), v.minValue(1)),
  iat: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sid: v.string(),
});
export type SignedPayload = v.InferOutput<typeof SignedPayload>;

export interface Tokens {
  /** Ten random characters and the signed JWT. */
  issue(payload: Omit<SignedPayload, 'aud'>): string;
  /** The payload of a JWT (without the ten characters) that this installation has signed. Whether its session has ended is not checked here. */
  read(jwt: string): SignedPayload | null;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** The only header that is signed or accepted, so that no other algorithm or key can be requested. */
const header = encode({ alg: 'HS256', typ: 'JWT' });

/** JWTs with HMAC-SHA-256 for one audience (the serial number). `longestS`: no token is valid for longer. */
export function createTokens(key: Buffer, audience: string, longestS: number): Tokens {
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url');

  return {
    issue(payload) {
      const content = `${header}.${encode({ ...payload, aud: audience })}`;
      const prefix = randomBytes(tokenPrefixLength).toString('base64url').slice(0, tokenPrefixLength);
      return `${prefix}${content}.${sign(content)}`;
    },
    read(jwt) {
      const [first = '', second = '', signature = '', ...rest] = jwt.split('.');
      // The encoded texts are compared: different base64 texts can decode to the same bytes.
      if (first !== header || rest.length > 0 || !equal(signature, sign(`${first}.${second}`))) return null;
      const payload = parsed(second);
      if (!payload || payload.aud !== audience) return null;
      const lastsS = payload.exp - payload.iat;
      return lastsS > 0 && lastsS <= longestS ? payload : null;
    },
  };
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parsed(part: string): SignedPayload | null {
  try {
    const result = v.safeParse(SignedPayload, JSON.parse(Buffer.from(part, 'base64url').toString()));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
