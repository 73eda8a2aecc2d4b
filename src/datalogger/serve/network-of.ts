import { isIPv6 } from 'node:net';

/** One spelling for an address: IPv4 written as IPv6 as what it is, IPv6 in its shortest form, without its interface. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const shortest = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  const bytes = [high, low].flatMap(part => [
    Number.parseInt(part, 16) >> 8,
    Number.parseInt(part, 16) & 255,
  ]);
  return bytes.join('.');
}

/**
 * Whom an address counts as where people are counted. Of IPv6 the first 64 bits: one subscriber has all the addresses below them.
 * What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(part => part !== '');
  const right = (tail ?? '').split(':').filter(part => part !== '');
  const zeros = Array(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
