import { is } from 'valibot';
import { expect, test } from 'vitest';
import { HostName } from '../../src/contract/text';

test.each(['10.20.4.11', 'ntp1.inrim.it', 'pool', 'logger-2', '0.0.0.0', '3com.example', '1.2.3.4.example'])(
  '%s is a host',
  host => expect(is(HostName, host)).toBe(true),
);

test.each([
  '999.1.1.1',
  '10.20.4.999',
  '10.20.4',
  '256.256.256.256',
  '12',
  '',
  '-a',
  'a b',
  'a..b',
  '1.2.3.4.5',
])('"%s" is no host', host => expect(is(HostName, host)).toBe(false));
