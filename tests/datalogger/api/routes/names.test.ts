import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../../src/datalogger/core/log';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';
import { exampleMail, exampleSchedule } from '../../../support/example-services';

let datalogger: TestDatalogger;
let token: string;
beforeEach(async () => {
  datalogger = await startDatalogger();
  token = datalogger.login('admin');
});
afterEach(() => datalogger.close());

async function call(method: string, path: string, json?: unknown) {
  const headers = { 'If-Match': '*' };
  const body = json === undefined ? {} : { json };
  const reply = await datalogger.request(`/api/${path}`, { method, token, headers, ...body });
  const text = await reply.text();
  return {
    status: reply.status,
    text,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  };
}

const person = { nome: 'Anna Verdi', password: 'tramontana-7', livello: '1' };
const register = (user: string) => call('POST', 'auth/register', { ...person, user });
/** Only the accounts of the demonstration are left. */
async function fresh(): Promise<void> {
  for (const { id } of datalogger.config.accounts.all()) {
    if (id > accountIds.cci) datalogger.config.accounts.remove(id);
  }
}

describe('C17: user names', () => {
  test.each([
    // Cyrillic а, Cyrillic о, Greek ο, Cyrillic с, Armenian օ, Cherokee Ꭰ, phonetic ɡ, click ǀ.
    ...['аdmin', 'Giоvanni', 'giοvanni', 'cсi', 'mariօ', 'ᎠAnna', 'luiɡi', 'pao\u01C0o', 'ᎠᎡᎢ', 'ꓮꓠꓠꓮ'],
  ])('%s is refused for letters of another alphabet', async user => {
    expect(await register(user)).toMatchObject({
      status: 422,
      body: { codice: 'mixed_alphabets', campo: 'user' },
    });
    expect(await call('PUT', `account/${accountIds.normal}`, { user })).toMatchObject({
      status: 422,
      body: { codice: 'mixed_alphabets', campo: 'user' },
    });
  });

  test.each(['op\u200Beratore', '\u202Eadmin', 'admin\u3164', 'a\u00ADdmin', 'admin\u2800'])(
    '%j is refused for what nobody sees',
    async user => {
      expect((await register(user)).body).toMatchObject({ codice: 'invisible', campo: 'user' });
    },
  );

  test.each(['pa∣o', 'ann℮', '🙂', 'a⁄b'])('%s is refused for signs that are no letters', async user => {
    expect(await register(user)).toMatchObject({ status: 422, body: { codice: 'invalid', campo: 'user' } });
  });

  test.each([
    'anna.verdi@example.org',
    'Zoë',
    "D'Angelo",
    'Łukasz',
    'Müller-Lüdenscheidt',
    'Àlex·l',
    'o’neil',
  ])('%s is taken', async user => {
    expect((await register(user)).status).toBe(200);
  });
  test.each(['Мария', 'Γιώργος', '田中', 'محمد', 'user_1'])('%s is taken', async user => {
    expect((await register(user)).status).toBe(200);
  });

  test.each([
    ['ADMIN', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['𝐚𝐝𝐦𝐢𝐧', 'admin'],
    ['operat0re', 'operatore'],
    // All of it Cyrillic.
    ['ссі', 'cci'],
  ])('%s is taken already, by %s', async user => {
    expect(await register(user)).toMatchObject({
      status: 409,
      body: { codice: 'user_taken', campo: 'user' },
    });
  });

  test.each([
    ['Ivan', 'lvan'],
    ['user1', 'userl'],
    ['paolo', 'pao1o'],
    ['bernardo', 'bemardo'],
    ['ANNA', 'ΑΝΝΑ'],
    ['pace', 'расе'],
    ['mario rossi', 'mario  rossi'],
    ['mario rossi', 'mario\u00A0rossi'],
    ['zoë', 'zoe\u0308'],
  ])('%s and %s are one at a glance: the second is refused, whichever it is', async (one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      expect((await register(first)).status, first).toBe(200);
      expect((await register(second)).body).toMatchObject({ codice: 'user_taken', campo: 'user' });
      const renamed = await call('PUT', `account/${accountIds.normal}`, { user: second });
      expect(renamed).toMatchObject({ status: 409, body: { codice: 'user_taken' } });
      await fresh();
    }
  });

  test('one’s own name may change to another spelling of itself, and a log-in takes any', async () => {
    expect((await call('PUT', `account/${accountIds.normal}`, { user: 'Operat0re' })).status).toBe(200);
    const json = { user: 'ＯＰＥＲＡＴ0ＲＥ', password: testPassword };
    expect((await datalogger.request('/api/auth/authenticate', { method: 'POST', json })).status).toBe(200);
  });

  test('a password is taken as typed, whatever is in it', async () => {
    const password = 'tra\u200Bmontana\u202E-7 а';
    expect((await call('POST', 'auth/register', { ...person, user: 'anna', password })).status).toBe(200);
    const logIn = async (typed: string) =>
      (
        await datalogger.request('/api/auth/authenticate', {
          method: 'POST',
          json: { user: 'anna', password: typed },
        })
      ).status;
    expect([await logIn(password), await logIn(password.replace('\u200B', ''))]).toEqual([200, 401]);
  });

  test('of two spellings of one look only the first is taken', async () => {
    /** What draws the same: in Latin letters and figures, in Cyrillic. */
    const hands = [
      { a: ['a', 'ａ'], o: ['o', '0', 'O'], l: ['l', 'I', '1'], m: ['m', 'rn', 'M'], c: ['c', 'C'] },
      { a: ['а', 'А'], o: ['о', '0'], l: ['ӏ', '1'], m: ['м', 'М'], c: ['с', 'С'] },
    ] as const;
    // Of three letters it could be the account `cci`, which is there already.
    const look = fc.array(fc.constantFrom('a', 'o', 'l', 'm', 'c'), { minLength: 4, maxLength: 6 });
    const spelling = fc.record({ hand: fc.constantFrom(...hands), dice: fc.infiniteStream(fc.nat(5)) });
    const spelt = (parts: readonly ('a' | 'o' | 'l' | 'm' | 'c')[], { hand, dice }: Spelling) =>
      parts.map(part => hand[part][(dice.next().value ?? 0) % hand[part].length]).join('');
    type Spelling = { readonly hand: (typeof hands)[number]; readonly dice: Iterator<number> };
    await fc.assert(
      fc.asyncProperty(look, spelling, spelling, async (parts, one, other) => {
        const [first, second] = [spelt(parts, one), spelt(parts, other)];
        expect((await register(first)).status, first).toBe(200);
        expect((await register(second)).status, `${first} ${second}`).toBe(409);
        await fresh();
      }),
      { numRuns: 60 },
    );
  });
});

describe('C16: names of before the rule', () => {
  const old = 'FV \u202EMasseria\u200B';

  test('stay readable, without what nobody sees, and nothing else of their record is lost', async () => {
    const { plantConfig, devices, schedules, services } = datalogger.config;
    const plant = plantConfig.read();
    if (!plant) throw new Error('no plant');
    plantConfig.change({ fields: { ...plant.fields, nome: old, titolare: '\u200B' } });
    const [inverter] = devices.all().inverters;
    if (!inverter) throw new Error('no inverter');
    devices.change('inverters', inverter.id, { ...inverter, nome: old });
    const id = schedules.add({ ...exampleSchedule, nome: '\u202E\u200B' });
    const { password: _, ...mail } = exampleMail;
    services.mail.write({ ...mail, nome_mittente: old }, 's3greta');

    const shown = await call('GET', 'impianto/1');
    expect(shown.body).toMatchObject({ nome: 'FV Masseria', titolare: '#', comune: plant.fields.comune });
    const inverters = await call('GET', 'config/inverters');
    expect(inverters.body[0]).toMatchObject({ nome: 'FV Masseria', pn: inverter.pn, kwp: inverter.kwp });
    expect((await call('GET', 'pianificazioni')).body).toMatchObject([{ id, nome: '#' }]);
    expect((await call('GET', 'sistema/posta')).body).toMatchObject({
      nome_mittente: 'FV Masseria',
      server: mail.server,
      ha_password: true,
    });
  });

  test('are restored from a file that has them, accounts as they were', async () => {
    const { plantConfig, accounts } = datalogger.config;
    const plant = plantConfig.read();
    if (!plant) throw new Error('no plant');
    plantConfig.change({ fields: { ...plant.fields, nome: 'FV Cascina' } });
    const key = 'аnna';
    accounts.add({
      nome: old,
      user: key,
      user_key: key,
      livello: '1',
      comandi: false,
      sospeso: false,
      email: '',
      lingua: null,
      password_hash: accounts.passwordHash(1) ?? '',
    });
    const passphrase = 'una frase segreta';
    const file = (await call('POST', 'sistema/backup', { passphrase })).body;
    const stored = accounts.findByKey(key);
    accounts.remove(stored?.id ?? 0);
    const plan = await call('POST', 'sistema/ripristino', { file, passphrase });
    expect(plan.status).toBe(200);
    expect((await call('POST', `sistema/ripristino/${plan.body.id}/conferma`)).status).toBe(200);
    expect(accounts.findByKey(key)).toMatchObject({ user: key, nome: old });
  });
});

test('C12: what somebody types at the log-in is in no log, and what is written shows with all that is in it', async () => {
  const json = { user: 'admin\u202E\u200B\nroot', password: 'x' };
  await datalogger.request('/api/auth/authenticate', { method: 'POST', json });
  const { body } = await call('GET', 'registro');
  // A name of no account may be a password: it is in no log.
  expect(body.righe[0]).toMatchObject({ azione: 'login', utente: '' });
  const lines: string[] = [];
  createLog(
    line => lines.push(line),
    () => 0,
  ).info('a\u202Eb\u{E0041}c');
  expect(lines).toEqual(['1970-01-01T00:00:00.000Z info a\\u202eb\\u{e0041}c\n']);
});
