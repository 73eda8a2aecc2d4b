import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isForbidden } from '../../../../src/datalogger/integrations/outgoing/addresses';
import { createGuard } from '../../../../src/datalogger/integrations/outgoing/guard';
import { freePort } from '../../../support/free-port';
import { allowedAddress, forbiddenIpv4, forbiddenIpv6, spelling } from '../../../support/host-arbitraries';
import { localGuard } from '../../../support/local-guard';

const own = Object.values(networkInterfaces()).flatMap(list => list ?? []);

test.each([
  ...['127.0.0.1', '127.8.9.10', '0.0.0.0', '0.1.2.3', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:169.254.0.1'],
  ...own.map(({ address }) => address),
])('D01: %s is no other device', address => {
  expect(isForbidden(address)).toBe(true);
});

test.each([
  ['of a zone', ['fe80::1%eth0', '::1%1', 'ff02::1%lo']],
  ['IPv4 as IPv6', ['::127.0.0.1', '::ffff:0:127.0.0.1']],
  ['behind NAT64', ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::7f00:1']],
  [
    'in 6to4, Teredo and ISATAP',
    ['2002:7f00:1::1', '2001:0:7f00:1::', '2001::80ff:fffe', 'fd00::5efe:7f00:1'],
  ],
])('D01: an address %s is judged by what it leads to', (_, addresses) => {
  expect(addresses.filter(address => !isForbidden(address))).toEqual([]);
});

test('D01: this device is not reached by an IPv6 address that carries one of its own, nor all of its network at once', () => {
  const ipv4 = own.filter(({ family }) => family === 'IPv4');
  expect(ipv4.length).toBeGreaterThan(0);
  for (const { address } of ipv4) {
    expect([`::ffff:${address}`, `64:ff9b::${address}`].map(isForbidden), address).toEqual([true, true]);
  }
  const wide = ipv4.filter(({ cidr }) => Number(cidr?.split('/')[1]) < 31);
  for (const { address, netmask } of wide) {
    const parts = address.split('.').map(Number);
    const masks = netmask.split('.').map(Number);
    const all = parts.map((part, at) => part | (255 - (masks[at] ?? 255))).join('.');
    expect(isForbidden(all), all).toBe(true);
  }
});

test.each([
  ['of the network of the plant', ['192.168.1.20', '10.20.4.30', '172.16.0.1', '100.64.3.4', 'fd00::1234']],
  ['of the internet', ['93.184.216.34', '2001:db8::1', '64:ff9b::93.184.216.34', '2002:5db8:d822::1']],
])('a server may have an address %s', (_, addresses) => {
  expect(addresses.filter(isForbidden)).toEqual([]);
  expect(addresses.filter(createGuard().refuses)).toEqual([]);
});

describe('D01: however it is spelt', () => {
  const spellings = [
    ...['127.1', '0x7f.1', '0177.0.0.1', '2130706433', '0x7f000001', '017700000001', '127.0.0.1.', '0'],
    ...['localhost', 'LOCALHOST.', 'plant.localhost', '[::1]', '::1%lo', '0:0:0:0:0:0:0:1'],
    // As a URL or a resolver may hand them on.
    ...['１２７.0.0.1', '127。0。0。1', 'ⓛocalhost'.normalize('NFKC'), '[::ffff:127.0.0.1]'],
  ];
  test.each(spellings)('%s is refused before anybody is asked', async host => {
    const asked: string[] = [];
    const guard = createGuard({
      lookUp: async name => {
        asked.push(name);
        return [{ address: '192.168.1.20' }];
      },
    });
    expect(guard.refuses(host)).toBe(true);
    await expect(guard.resolve(host)).rejects.toMatchObject({ reason: 'indirizzo_vietato' });
    expect(asked).toEqual([]);
  });

  test('and by what it resolves to', async () => {
    for (const host of spellings.filter(name => !name.includes(':'))) {
      await expect(createGuard().resolve(host), host).rejects.toMatchObject({ reason: 'indirizzo_vietato' });
    }
  });
});

test('a name that nobody knows, and a port where nobody listens', async () => {
  await expect(createGuard().resolve('no-such-host.invalid')).rejects.toMatchObject({
    reason: 'nome_sconosciuto',
  });
  await expect(localGuard.connect('127.0.0.1', await freePort(), 1000)).rejects.toMatchObject({
    reason: 'rifiutata',
  });
});

describe('D08: whatever host is given', () => {
  let reached = 0;
  const servers: Server[] = [];
  let port = 0;
  beforeAll(async () => {
    port = await freePort();
    for (const host of ['0.0.0.0', '::1']) {
      const server = createServer(socket => {
        reached += 1;
        socket.destroy();
      });
      await new Promise<void>(resolve => server.once('error', () => resolve()).listen(port, host, resolve));
      servers.push(server);
    }
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  test('no spelling of a forbidden address is connected to', async () => {
    const guard = createGuard();
    await fc.assert(
      fc.asyncProperty(fc.oneof(spelling(forbiddenIpv4), forbiddenIpv6), async host => {
        await expect(guard.connect(host, port, 500)).rejects.toMatchObject({ reason: 'indirizzo_vietato' });
        expect(guard.refuses(host)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(reached).toBe(0);
  });

  test('no answer with a forbidden address in it is connected to, wherever in it that stands', async () => {
    const others = fc.array(allowedAddress, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(others, fc.oneof(forbiddenIpv4, forbiddenIpv6), others),
        async ([before, bad, after]) => {
          const addresses = [...before, bad, ...after].map(address => ({ address }));
          const guard = createGuard({ lookUp: async () => addresses });
          const attempt = guard.connect('server.example.net', port, 500);
          await expect(attempt).rejects.toMatchObject({ reason: 'indirizzo_vietato' });
        },
      ),
      { numRuns: 500 },
    );
    expect(reached).toBe(0);
  });

  test('every other is let through as it was looked up', async () => {
    const addresses = fc.array(allowedAddress, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(addresses, async ([first = '', ...more]) => {
        const answer = [first, ...more].map(address => ({ address }));
        const guard = createGuard({ lookUp: async () => answer });
        expect([guard.refuses(first), await guard.resolve('server.example.net')]).toEqual([false, first]);
      }),
      { numRuns: 500 },
    );
  });
});
