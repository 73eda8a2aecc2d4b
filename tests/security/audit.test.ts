import { expect, test } from 'vitest';
import { contract, type Key } from '../../src/contract';
import { startDatalogger, testPassword } from '../support/datalogger';
import { sendExample } from '../support/example-calls';

const writes = (Object.keys(contract) as Key[]).filter(key => !key.startsWith('GET '));
/** Nothing that lasts comes of these: a question to a device, a session that goes on, a file that is only looked at. */
const leavesNothing = /^POST (config\/[\w-]+\/:id\/prova|auth\/rinnova|sistema\/ripristino|impianto)$/;
const secrets = [testPassword, 's3greta', 'tramontana-7'];

test('F04: every call that changes something leaves one row, of whom and from where, without its secrets', async () => {
  for (const key of writes.filter(name => !leavesNothing.test(name))) {
    const datalogger = await startDatalogger();
    expect((await sendExample(datalogger, key, datalogger.login('admin'))).ok, key).toBe(true);
    const rows = datalogger.config.audit.newest(100);
    const [newest] = rows;
    expect(newest, key).toMatchObject({
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
