import { expect, test } from 'vitest';
import { factsAt } from '../../../src/console/form/facts';
import { wireOf } from '../../../src/console/form/inputs';
import { DynDns, Network } from '../../../src/contract/plant';

const facts = factsAt(Network, 'maschera');

test.each([
  ['24', 24],
  ['255.255.255.0', 24],
  ['255.255.254.0', 23],
  ['255.255.255.252', 30],
  // Not a mask: ones after a zero, and a number above 255.
  ['255.0.255.0', '255.0.255.0'],
  ['255.255.255.999', '255.255.255.999'],
])('the netmask %s is sent as %s', (typed, sent) => {
  expect(facts && wireOf(facts, typed)).toBe(sent);
});

test('a netmask is read as a prefix only where a prefix is asked for', () => {
  const vlan = factsAt(Network, 'vlan');
  expect(vlan && wireOf(vlan, '255.255.255.0')).toBe('255.255.255.0');
});

test('spaces are part of a secret; an empty one is not sent', () => {
  const password = factsAt(DynDns, 'password');
  expect(password && wireOf(password, ' s3greta ')).toBe(' s3greta ');
  expect(password && wireOf(password, '')).toBeUndefined();
});
