import { expect, test } from 'vitest';
import { type Audience, contract, type Key } from '../../../../src/contract';
import { startDatalogger, type TestDatalogger } from '../../../support/datalogger';
import { accountIds, sendExample } from '../../../support/example-calls';

type Who = 'nobody' | 'normal' | 'cci' | 'cci with commands' | 'admin' | 'expired admin' | 'deleted user';
type Outcome = 'allowed' | 401 | 403;

const whos: readonly Who[] = [
  'nobody',
  'normal',
  'cci',
  'cci with commands',
  'admin',
  'expired admin',
  'deleted user',
];
const keys = Object.keys(contract) as Key[];
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The policy as a person would write it: nobody, normal, cci, admin. The examples name the administrator's records. */
const policy: Record<Audience, readonly [Outcome, Outcome, Outcome, Outcome]> = {
  anyone: ['allowed', 'allowed', 'allowed', 'allowed'],
  'first-start-or-admin': [401, 403, 403, 'allowed'],
  'public-or-session': ['allowed', 'allowed', 'allowed', 'allowed'],
  session: [401, 'allowed', 'allowed', 'allowed'],
  'own-or-admin': [401, 403, 403, 'allowed'],
  'admin-or-cci': [401, 403, 'allowed', 'allowed'],
  'who-commands': [401, 403, 403, 'allowed'],
  admin: [401, 403, 403, 'allowed'],
};

/** Where the audience lets every session in and the contract says more: who may shelve, whose groups strings are. */
const finer: Partial<Record<Key, (typeof policy)[Audience]>> = {
  'POST allarmi/:id/accantona': [401, 403, 'allowed', 'allowed'],
  'GET dati_impianto/energia_persa': [401, 'allowed', 403, 'allowed'],
  'GET report': [401, 'allowed', 403, 'allowed'],
  'GET report/pdf': [401, 'allowed', 403, 'allowed'],
  'GET contratto/pdf': [401, 'allowed', 403, 'allowed'],
  'GET tensione/pdf': [401, 'allowed', 403, 'allowed'],
  // A calendar program has a token in its address.
  'GET calendario.ics': [401, 401, 401, 'allowed'],
  // A display has a token of its own, which no session is worth; the administrator asks before there is one, which is not found.
  'GET schermo/dati': [401, 401, 401, 'allowed'],
  'GET bilancio': [401, 'allowed', 403, 'allowed'],
  'GET verifiche': [401, 'allowed', 403, 'allowed'],
  // The note and the photo of the examples are another person's.
  'DELETE diario/:id': [401, 403, 403, 'allowed'],
  'DELETE lavori/:id/foto/:numero': [401, 403, 403, 'allowed'],
};

/** A token that has run out, or whose account is gone, is worth as much as none. */
function expected(key: Key, who: Who): Outcome {
  // The permission opens the commands, and nothing else.
  if (who === 'cci with commands')
    return contract[key].may === 'who-commands' ? 'allowed' : expected(key, 'cci');
  const column = ['nobody', 'normal', 'cci', 'admin'].indexOf(who);
  const row = finer[key] ?? policy[contract[key].may];
  return row[column] ?? row[0];
}

function tokenOf(datalogger: TestDatalogger, who: Who): string | null {
  switch (who) {
    case 'nobody':
      return null;
    case 'expired admin': {
      const token = datalogger.login('admin');
      datalogger.clock.advance(12 * 3_600_000);
      return token;
    }
    case 'cci with commands': {
      datalogger.config.accounts.change(accountIds.cci, { comandi: true });
      return datalogger.login('cci');
    }
    case 'deleted user': {
      const token = datalogger.login('normal');
      datalogger.config.accounts.remove(accountIds.normal);
      return token;
    }
    default:
      return datalogger.login(who);
  }
}

const outcomeOf = ({ status }: Response): Outcome => (status === 401 || status === 403 ? status : 'allowed');

test('B01: every endpoint obeys the policy for every role', async () => {
  const deviations: string[] = [];
  for (const who of whos) {
    let datalogger = await startDatalogger();
    let token = tokenOf(datalogger, who);
    for (const key of keys) {
      // The example of a new password makes its code for an account that has to be there.
      if (key === 'POST auth/reset-pwd' && who === 'deleted user') continue;
      const outcome = outcomeOf(await sendExample(datalogger, key, token));
      // The one 401 that says something about the body: the account that would log in is gone.
      const isGone = key === 'POST auth/authenticate' && who === 'deleted user';
      if (outcome !== (isGone ? 401 : expected(key, who))) deviations.push(`${who}: ${key}: ${outcome}`);
      // What was refused has changed nothing, and neither has what only reads.
      if (outcome !== 'allowed' || key.startsWith('GET ')) continue;
      await datalogger.close();
      datalogger = await startDatalogger();
      token = tokenOf(datalogger, who);
    }
    await datalogger.close();
  }
  expect(deviations).toEqual([]);
});

test('A01: whatever method and path the contract does not have is refused', async () => {
  const deviations: string[] = [];
  const datalogger = await startDatalogger();
  const paths = [...new Set(keys.map(key => key.split(' ')[1] ?? '')), 'nessuno', 'auth', 'config/inverters'];
  for (const who of ['nobody', 'normal', 'cci', 'admin'] as const) {
    const token = tokenOf(datalogger, who);
    for (const path of paths) {
      const known = keys.filter(key => key.split(' ')[1] === path).map(key => key.split(' ')[0]);
      for (const method of methods.filter(name => !known.includes(name === 'HEAD' ? 'GET' : name))) {
        const response = await datalogger.request(`/api/${path.replace(/:\w+/g, '1')}`, { method, token });
        const { status } = response;
        const wanted = who === 'nobody' ? 401 : known.length > 0 ? 405 : 404;
        if (status !== wanted) deviations.push(`${who}: ${method} ${path}: ${status}`);
        if (status === 405) {
          const allow = response.headers.get('allow')?.split(', ');
          expect(allow).toEqual(known.flatMap(name => (name === 'GET' ? ['GET', 'HEAD'] : [name])));
        }
        const body = await response.text();
        if (who === 'nobody' && body.length >= 200)
          deviations.push(`${method} ${path}: ${body.length} bytes`);
      }
    }
  }
  expect(deviations).toEqual([]);
  await datalogger.close();
});

test('HEAD answers as GET does, without the body', async () => {
  const datalogger = await startDatalogger();
  const token = datalogger.login('admin');
  for (const key of keys.filter(name => name.startsWith('GET '))) {
    const get = await sendExample(datalogger, key, token);
    const head = await sendExample(datalogger, key, token, 'HEAD');
    expect(head.status, key).toBe(get.status);
    expect(head.headers.get('etag'), key).toBe(get.headers.get('etag'));
    expect(await head.text(), key).toBe('');
  }
  await datalogger.close();
});

test('with the raw view closed, live values need a session like all else', async () => {
  const datalogger = await startDatalogger();
  const ask = (m: string) => datalogger.request(`/api/dati_impianto/RT?m=${m}`);
  expect((await ask('impianto')).status).toBe(200);
  expect((await ask('inverter')).status).toBe(401);
  expect((await ask('impianto,inverter.pac')).status).toBe(401);
  datalogger.config.installation.setPlantPublic(false);
  expect((await ask('impianto')).status).toBe(401);
  await datalogger.close();
});
