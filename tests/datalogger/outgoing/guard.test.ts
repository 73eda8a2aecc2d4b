import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isForbidden } from '../../../src/datalogger/outgoing/addresses';
import { createGuard } from '../../../src/datalogger/outgoing/guard';
import { freePort } from '../../support/free-port';
import { localGuard } from '../../support/local-guard';

const own = Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? []);

test.each([
  ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '0.1.2.3', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.0.1'],
  ...own,
])('D01: %s is no other device', address => {
  expect(isForbidden(address)).toBe(true);
});

test.each(['192.168.1.20', '10.20.4.30', '172.16.0.1', '93.184.216.34', '2001:db8::1', 'fd00::1234'])(
  '%s may be a server',
  address => {
    expect(isForbidden(address)).toBe(false);
  },
);

test.each(['localhost', '2130706433', '127.1', '0x7f.1', '0177.0.0.1'])(
  'D01: %s is refused by what it resolves to',
  async host => {
    await expect(createGuard().resolve(host)).rejects.toMatchObject({ reason: 'indirizzo_vietato' });
  },
);

test('a name that nobody knows, and a port where nobody listens', async () => {
  await expect(createGuard().resolve('no-such-host.invalid')).rejects.toMatchObject({
    reason: 'nome_sconosciuto',
  });
  await expect(localGuard.connect('127.0.0.1', await freePort(), 1000)).rejects.toMatchObject({
    reason: 'rifiutata',
  });
});
