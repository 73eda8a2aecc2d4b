import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What is nobody else's server: this host, the link, groups of hosts, addresses without meaning (RFC 6890). */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8);
never.addSubnet('127.0.0.0', 8);
never.addSubnet('169.254.0.0', 16);
never.addSubnet('224.0.0.0', 3);
never.addAddress('::', 'ipv6');
never.addAddress('::1', 'ipv6');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');

/** Whether an address is this device's own, or no other device's. An IPv4 address written as IPv6 counts as what it is. */
export function isForbidden(address: string): boolean {
  const list = new BlockList();
  for (const own of Object.values(networkInterfaces()).flat()) {
    if (own) list.addAddress(own.address, own.family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return never.check(address, family) || list.check(address, family);
}
