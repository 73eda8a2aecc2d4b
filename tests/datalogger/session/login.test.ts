import { expect, test } from 'vitest';
import { startDatalogger, testPassword } from '../../support/datalogger';

test('a login answers a token that opens the API', async () => {
  const datalogger = await startDatalogger();
  const reply = await datalogger.request('/api/auth/authenticate', {
    method: 'POST',
    json: { user: 'operatore', password: testPassword },
  });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const token = await reply.text();
  const accounts = await datalogger.request('/api/account', { token });
  expect(await accounts.json()).toMatchObject([{ user: 'operatore', livello: '1' }]);
  await datalogger.close();
});
