/**
 * A token as `auth/authenticate` returns it: ten arbitrary characters and a JWT. The signature is not valid, but the browser does not
 * check it.
 */
export function tokenText(payload: Record<string, unknown>): string {
  const encode = (value: unknown) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  return `0123456789${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}.c2lnbmF0dXJl`;
}

/** The payload of a valid session that ends in one hour. */
export function payloadOf(livello: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iat,
    exp: iat + 3600,
    sub: '1',
    user: 'm.ferrara',
    livello,
    nome: 'Müller “è”',
    aud: 'MRD',
    ...change,
  };
}
