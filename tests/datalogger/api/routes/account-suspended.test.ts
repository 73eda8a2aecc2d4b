import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatalogger, type TestDatalogger, testPassword } from '../../../support/datalogger';
import { accountIds } from '../../../support/example-calls';
import { exampleNotifications, exampleSchedule } from '../../../support/example-services';

let datalogger: TestDatalogger;
beforeEach(async () => {
  datalogger = await startDatalogger();
});
afterEach(() => datalogger.close());

async function change(id: number, json: unknown, token = datalogger.login('admin')) {
  const headers = { 'If-Match': '*' };
  const reply = await datalogger.request(`/api/account/${id}`, { method: 'PUT', token, headers, json });
  const body = await reply.json();
  return { status: reply.status, body, fault: [reply.status, body.codice, body.campo] };
}

async function logIn(user: string, password = testPassword) {
  const json = { user, password };
  const reply = await datalogger.request('/api/auth/authenticate', { method: 'POST', json });
  return [reply.status, /wrong_credentials|account_suspended/.exec(await reply.text())?.[0]];
}

const rowsOf = (action: string) =>
  datalogger.config.audit.newest(50).filter(row => row.action === action && row.result === 'ok');

test('a suspended account ends at once, cannot come back, and is as it was when it is taken back', async () => {
  const open = datalogger.login('normal');
  const works = async () => (await datalogger.request('/api/account', { token: open })).status;
  expect(await works()).toBe(200);
  expect((await change(accountIds.normal, { sospeso: true })).body).toMatchObject({ sospeso: true });
  expect(await works()).toBe(401);
  expect(await logIn('operatore')).toEqual([401, 'account_suspended']);
  // A wrong password does not tell that the account is suspended.
  expect(await logIn('operatore', 'sbagliata-9')).toEqual([401, 'wrong_credentials']);
  expect(rowsOf('account.change')[0]).toMatchObject({
    user: 'admin',
    object: `account/${accountIds.normal}`,
    changes: { sospeso: [false, true] },
  });
  await change(accountIds.normal, { sospeso: false });
  expect(await works()).toBe(401);
  expect(await logIn('operatore')).toEqual([200, undefined]);
});

test('only administrators suspend, never the last one, never themselves', async () => {
  const own = await change(accountIds.normal, { sospeso: true }, datalogger.login('normal'));
  expect(own.fault).toEqual([403, 'forbidden', undefined]);
  expect((await change(accountIds.admin, { sospeso: true })).fault).toEqual([409, 'last_admin', undefined]);
  await change(accountIds.normal, { livello: '0' });
  expect((await change(accountIds.admin, { sospeso: true })).fault).toEqual([409, 'conflict', undefined]);
  expect((await change(accountIds.normal, { sospeso: true })).status).toBe(200);
  // The other one is the last now, and the suspended one may go.
  expect(datalogger.config.accounts.countAdministrators()).toBe(1);
  expect((await change(accountIds.admin, { livello: '1' })).fault).toEqual([409, 'last_admin', undefined]);
  expect((await change(accountIds.normal, { livello: '1' })).status).toBe(200);
});

test('the e-mails of a suspended account are handed over, each list with its own audit row', async () => {
  const { config } = datalogger;
  const old = { email: 'Gino@example.org', lingua: 'it' } as const;
  const other = { email: 'eva@example.org', lingua: 'it' } as const;
  const at = (recipient: typeof old | typeof other, dopo: number) => ({
    ...recipient,
    priorita_minima: 5,
    gruppo: 'tutti',
    dopo,
    dalle: '00:00',
    alle: '00:00',
  });
  const destinatari = [at(old, 0), at(other, 0), at(old, 30)] as const;
  config.services.notifications.write(
    { ...exampleNotifications, destinatari: [...destinatari] } as Parameters<
      typeof config.services.notifications.write
    >[0],
    null,
  );
  const azione = { tipo: 'report_email', report: 'mensile', destinatari: [old], allegato: true } as const;
  const token = datalogger.login('admin');
  const json = { ...exampleSchedule, azione };
  const added = await datalogger.request('/api/pianificazioni', { method: 'POST', token, json });
  const { id } = await added.json();
  await change(accountIds.normal, { email: 'gino@example.org' });
  const suspend = { sospeso: true, passa_a: accountIds.cci };
  expect((await change(accountIds.normal, suspend)).fault).toEqual([422, 'required', 'passa_a']);
  expect(config.accounts.find(accountIds.normal)?.sospeso).toBe(false);
  await change(accountIds.cci, { email: 'eva@example.org', lingua: 'de' });
  const early = await change(accountIds.normal, { passa_a: accountIds.cci });
  expect(early.fault).toEqual([422, 'invalid', 'passa_a']);
  const itself = await change(accountIds.normal, { ...suspend, passa_a: accountIds.normal });
  expect(itself.fault).toEqual([422, 'not_found', 'passa_a']);
  expect((await change(accountIds.normal, suspend)).status).toBe(200);
  const recipients = config.services.notifications.read().value.destinatari;
  expect(recipients.map(({ email, lingua, dopo }) => [email, lingua, dopo])).toEqual([
    ['eva@example.org', 'de', 0],
    ['eva@example.org', 'de', 30],
  ]);
  expect(config.schedules.find(id)?.body.azione).toMatchObject({
    destinatari: [{ email: 'eva@example.org', lingua: 'de' }],
  });
  expect(rowsOf('notifications.change')[0]).toMatchObject({ user: 'admin' });
  expect(rowsOf('schedule.change')[0]).toMatchObject({ object: `pianificazioni/${id}` });
});

test('a backup holds who is suspended, and a restore suspends again', async () => {
  const { accounts } = datalogger.config;
  await change(accountIds.cci, { sospeso: true });
  const token = datalogger.login('admin');
  const call = async (path: string, json: unknown) => {
    const reply = await datalogger.request(`/api/${path}`, { method: 'POST', token, json });
    return reply.json();
  };
  const file = await call('sistema/backup', { passphrase: 'tramontana-7' });
  await change(accountIds.cci, { sospeso: false });
  const plan = await call('sistema/ripristino', { file, passphrase: 'tramontana-7' });
  expect(plan.differenze).toContainEqual({
    oggetto: 'account/cci',
    campo: 'sospeso',
    vecchio: false,
    nuovo: true,
  });
  await call(`sistema/ripristino/${plan.id}/conferma`, undefined);
  expect(accounts.find(accountIds.cci)?.sospeso).toBe(true);
});
