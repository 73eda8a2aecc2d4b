import { isIPv6 } from 'node:net';

/** The canonical form of an address: IPv4-mapped IPv6 as IPv4; other IPv6 in its shortest form, without the interface. */
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
 * The network that an address counts as in limits for each client: of IPv6 the first 64 bits, because one subscriber has all addresses in
 * them. A text that is not an address is returned unchanged.
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
