import { expect, test } from 'vitest';
import { contract, type Key } from '../../src/contract';
import { startDatalogger, testPassword } from '../support/datalogger';
import { sendExample } from '../support/example-calls';
import { exampleMail, exampleSharing, exampleWebhook } from '../support/example-services';

const writes = (Object.keys(contract) as Key[]).filter(key => !key.startsWith('GET '));
/**
 * Nothing that lasts comes of these: a question to a device, a session that goes on, a file or a table that is only looked at; or only what an
 * account keeps for itself.
 */
const leavesNothing =
  /^(POST (config\/[\w-]+\/:id\/prova|config\/[\w-]+\/confronto|bus\/profili\/(esame|lettura)|lingue\/esame|auth\/(rinnova|conferma)|tabelle\/xlsx|sistema\/ripristino(\/:id\/storia)?|sistema\/(copie|versioni\/:id)\/ripristino|misure\/invalide\/anteprima|impianto)|(POST|DELETE) analisi\/viste.*)$/;
const secrets = [testPassword, 's3greta', 'tramontana-7'];

test('F04: every call that changes something leaves one row, of whom and from where, without its secrets', async () => {
  for (const key of writes.filter(name => !leavesNothing.test(name))) {
    const datalogger = await startDatalogger();
    expect((await sendExample(datalogger, key, datalogger.login('admin'))).ok, key).toBe(true);
    const rows = datalogger.config.audit.newest(100);
    const [newest] = rows;
    expect(newest, `${key} leaves no audit row: its handler calls \`record\``).toMatchObject({
      atMs: datalogger.clock.now(),
      user: expect.stringMatching(/^(admin|operatore)$/),
      address: '192.168.1.50',
      result: 'ok',
    });
    expect(rows.filter(({ action }) => action === newest?.action).length, key).toBe(1);
    const text = JSON.stringify(rows);
    expect(
      secrets.filter(secret => text.includes(secret)),
      key,
    ).toEqual([]);
    await datalogger.close();
  }
});

test('B09: whatever an administrator asks for, no stored secret is in the answer', async () => {
  const datalogger = await startDatalogger();
  const token = datalogger.login('admin');
  const put = async (method: string, path: string, json: object) => {
    const reply = await datalogger.request(`/api/${path}`, {
      method,
      token,
      json,
      headers: { 'If-Match': '*' },
    });
    expect(reply.status, path).toBe(200);
  };
  const dynDns = { abilitato: false, provider: 'noip', utente: 'u', password: 's3greta', intervallo: 60 };
  await put('PATCH', 'impianto/1/dyn-dns', dynDns);
  await put('PUT', 'condivisione-dati', exampleSharing);
  await put('PUT', 'sistema/posta', exampleMail);
  await put('PUT', 'sistema/webhook', exampleWebhook);
  const hashes = [1, 2, 3].map(id => datalogger.config.accounts.passwordHash(id) ?? 'none');
  const asked = (Object.keys(contract) as Key[]).filter(key => /^GET |^POST sistema\/backup$/.test(key));
  for (const key of asked) {
    const text = await (await sendExample(datalogger, key, token)).text();
    expect(
      [...secrets, ...hashes].filter(secret => text.includes(secret)),
      key,
    ).toEqual([]);
  }
  await datalogger.close();
});
