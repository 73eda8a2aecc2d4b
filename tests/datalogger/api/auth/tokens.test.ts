import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenPrefixLength } from '../../../../src/contract/session';
import { passingKey } from '../../../../src/datalogger/api/auth/signing-key';
import { createTokens } from '../../../../src/datalogger/api/auth/tokens';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';

let datalogger: TestDatalogger;
beforeAll(async () => {
  datalogger = await startDatalogger();
});
afterAll(() => datalogger.close());

const prefix = 'x'.repeat(tokenPrefixLength);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hmac = (content: string, key: string | Buffer) =>
  createHmac('sha256', key).update(content).digest('base64url');

/** The parts of a valid token of a normal user. */
function parts(role: 'normal' | 'admin' = 'normal') {
  const [header = '', payload = '', signature = ''] = datalogger
    .login(role)
    .slice(tokenPrefixLength)
    .split('.');
  return { header, payload, signature, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
}

const statusOf = async (jwt: string, path = '/api/account') =>
  (await datalogger.request(path, { token: prefix + jwt })).status;

test('a token says who it is for, until when, and who may read it', () => {
  const { claims } = parts();
  expect(claims).toMatchObject({
    sub: '2',
    user: 'operatore',
    nome: 'G. Conti',
    livello: '1',
    aud: datalogger.config.installation.serial,
    iat: Math.floor(datalogger.clock.now() / 1000),
  });
  expect(claims.exp - claims.iat).toBe(12 * 3600);
});

test('A03: a forged token opens nothing', async () => {
  const { header, payload, signature, claims } = parts('admin');
  expect(await statusOf(`${header}.${payload}.${signature}`)).toBe(200);
  const forged: string[] = [];
  for (const alg of ['none', 'None', 'nOnE', 'HS256']) {
    const content = `${encode({ alg, typ: 'JWT' })}.${payload}`;
    forged.push(`${content}.`, content, `${content}.${signature.slice(0, -1)}`);
    for (const key of ['', 'secret', 'changeme', testPassword, claims.aud])
      forged.push(`${content}.${hmac(content, key)}`);
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const rsContent = `${encode({ alg: 'RS256', typ: 'JWT' })}.${payload}`;
  forged.push(`${rsContent}.${sign('sha256', Buffer.from(rsContent), rsa).toString('base64url')}`);
  for (const extra of [{ kid: '../../dev/null' }, { jku: 'http://evil.example/keys' }]) {
    const content = `${encode({ alg: 'HS256', typ: 'JWT', ...extra })}.${payload}`;
    forged.push(`${content}.${hmac(content, '')}`, `${content}.${signature}`);
  }
  forged.push(
    `${header}.${payload}.${signature}.x`,
    `${header}.${payload}.${signature}.`,
    'x',
    '..',
    `${header}.${payload}`,
  );
  for (const jwt of forged) expect(await statusOf(jwt), jwt).toBe(401);
});

test('A04: two installations share no secret', async () => {
  const other = await startDatalogger();
  const token = datalogger.login('admin');
  expect((await datalogger.request('/api/account', { token })).status).toBe(200);
  expect((await other.request('/api/account', { token })).status).toBe(401);
  expect(other.config.installation.serial).not.toBe(datalogger.config.installation.serial);
  expect(other.config.installation.serial).toMatch(/^MRD-\d{4}-\d{4}$/);
  await other.close();
});

test('A05: no single bit of payload or signature may be flipped', async () => {
  const { header, payload, signature } = parts();
  const accepted: string[] = [];
  for (const [name, text] of Object.entries({ payload, signature })) {
    for (let bit = 0; bit < text.length * 7; bit += 1) {
      const index = Math.floor(bit / 7);
      const flipped = String.fromCharCode(text.charCodeAt(index) ^ (1 << (bit % 7)));
      const changed = text.slice(0, index) + flipped + text.slice(index + 1);
      const jwt =
        name === 'payload' ? `${header}.${changed}.${signature}` : `${header}.${payload}.${changed}`;
      if (/^[\w.-]+$/.test(jwt) && (await statusOf(jwt)) !== 401) accepted.push(`${name} ${bit}`);
    }
  }
  expect(accepted).toEqual([]);
});

test('A06: only a whole number of seconds in the near future is an expiry', async () => {
  const { claims } = parts();
  const { aud: _, exp, ...rest } = claims;
  const issue = (json: string) =>
    datalogger.tokens
      .issue(JSON.parse(`{${JSON.stringify(rest).slice(1, -1)}${json}}`))
      .slice(tokenPrefixLength);
  expect(await statusOf(issue(`,"exp":${exp}`))).toBe(200);
  const wrong = ['', ',"exp":"9999999999"', ',"exp":-1', ',"exp":0', ',"exp":1e20', `,"exp":${exp * 1000}`];
  wrong.push(`,"exp":${exp}.5`, ',"exp":null', ',"exp":true', `,"exp":[${exp}]`, `,"exp":${claims.iat - 1}`);
  for (const json of wrong) expect(await statusOf(issue(json)), json).toBe(401);
});

test('A03: what a signed token says of its level counts for nothing', async () => {
  const { claims } = parts();
  const { aud: _, ...rest } = claims;
  const jwt = datalogger.tokens.issue({ ...rest, livello: '0' }).slice(tokenPrefixLength);
  const reply = await datalogger.request('/api/account', { token: prefix + jwt });
  expect(await reply.json()).toHaveLength(1);
  const otherAccount = datalogger.tokens.issue({ ...rest, sub: '1' }).slice(tokenPrefixLength);
  expect(await statusOf(otherAccount)).toBe(401);
});

test('A04: the same key with another serial number, or another header, is another token', () => {
  const key = passingKey().bytes;
  const [mine, others] = ['MRD-0417-2291', 'MRD-0000-0001'].map(serial => createTokens(key, serial, 3600));
  const claims = { exp: 1000, iat: 10, sub: '1', user: 'u', nome: 'n', livello: '0', sid: 's' } as const;
  const jwt = mine?.issue(claims).slice(tokenPrefixLength) ?? '';
  expect(mine?.read(jwt)).toMatchObject(claims);
  expect(others?.read(jwt)).toBeNull();
  const payload = jwt.split('.')[1];
  for (const header of [
    { alg: 'HS256' },
    { alg: 'none', typ: 'JWT' },
    { alg: 'HS256', typ: 'JWT', kid: '1' },
  ]) {
    const content = `${encode(header)}.${payload}`;
    expect(mine?.read(`${content}.${hmac(content, key)}`)).toBeNull();
  }
});
