import { expect, test } from 'vitest';
import { matchRoute, routeOf } from '../../../../src/console/app/routes';
import { deviceAddress } from '../../../../src/console/screens/alarms/device-address';
import { alarmGroups } from '../../../../src/contract/alarm-codes';

test.each(['admin', 'normal', 'cci'] as const)('a link for %s leads only where that user may go', role => {
  const addresses = alarmGroups.flatMap(group => deviceAddress({ group, device: 3 }, role) ?? []);
  const routes = addresses.map(address => matchRoute(new URL(address, 'http://plant').pathname));
  expect(routes.every(route => route !== null && routeOf(route).roles.includes(role))).toBe(true);
  expect(addresses).toHaveLength(role === 'cci' ? 3 : 10);
});

test('a device is opened on its screen; what has no device or no screen is not', () => {
  expect(deviceAddress({ group: 'stringhe', device: 23 }, 'normal')).toBe(
    '/impianto/stringhe?dispositivo=23',
  );
  expect(deviceAddress({ group: 'rete', device: null }, 'normal')).toBe('/impianto/prot-interfaccia');
  expect(deviceAddress({ group: 'ups', device: null }, 'admin')).toBeNull();
  expect(deviceAddress({ group: 'of another datalogger', device: 1 }, 'admin')).toBeNull();
});
