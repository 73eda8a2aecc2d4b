import { expect, test } from 'vitest';
import { networkOf, plainAddress } from '../../../../src/datalogger/api/http/network-of';

test('IPv6 counts by its first 64 bits, IPv4 as it is, however it is written', () => {
  const networks = {
    '192.168.1.50': '192.168.1.50',
    '::ffff:192.168.1.50': '192.168.1.50',
    '::FFFF:c0a8:132': '192.168.1.50',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::1': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8::5:6:7:8': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '64:ff9b::1.2.3.4': '64:ff9b:0:0::/64',
    'no address': 'no address',
    '': '',
  };
  for (const [address, network] of Object.entries(networks)) expect(networkOf(address)).toBe(network);
});

test('an address has one spelling', () => {
  const addresses = {
    '0:0:0:0:0:0:0:1': '::1',
    '::ffff:127.0.0.1': '127.0.0.1',
    'FE80::0:1%eth0': 'fe80::1',
    '10.0.0.1': '10.0.0.1',
    'scada.local': 'scada.local',
  };
  for (const [address, plain] of Object.entries(addresses)) expect(plainAddress(address)).toBe(plain);
});
