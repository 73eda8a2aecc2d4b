import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/*
 * Which addresses the datalogger may connect to: the same rule applies when an address is saved and when it is used. A server may be
 * anywhere on the internet or on the network of the plant (10/8, 172.16/12, 192.168/16, 100.64/10, fc00::/7), where FTP servers,
 * mail relays and time servers often are. It may not be this device under any of its addresses, the link (169.254/16 and fe80::/10,
 * where clouds and routers have their own services), a multicast group, or an address that no host can have.
 */

/** Addresses that no other server has: this host, the link, multicast, reserved ones (RFC 6890). */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8);
never.addSubnet('127.0.0.0', 8);
never.addSubnet('169.254.0.0', 16);
never.addSubnet('224.0.0.0', 3);
never.addAddress('::', 'ipv6');
never.addAddress('::1', 'ipv6');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');

/** Whether an address is this device's own, or cannot be another device's. Of an IPv6 address that contains an IPv4 one, both are checked. */
export function isForbidden(address: string): boolean {
  const [plain = ''] = address.split('%');
  const own = ownAddresses();
  return [plain, ...carriedBy(plain)].some(each => {
    const family = isIPv6(each) ? 'ipv6' : 'ipv4';
    return never.check(each, family) || own.check(each, family);
  });
}

/** Every address of this device, and the broadcast addresses of its networks. */
function ownAddresses(): BlockList {
  const own = new BlockList();
  for (const found of Object.values(networkInterfaces()).flat()) {
    if (!found) continue;
    const isIpv4 = found.family === 'IPv4';
    own.addAddress(found.address.split('%')[0] ?? '', isIpv4 ? 'ipv4' : 'ipv6');
    if (!isIpv4) continue;
    const [address, mask] = [numberOf(found.address), numberOf(found.netmask)];
    const hosts = ~mask >>> 0;
    // A network of one or two addresses (RFC 3021) has no broadcast address.
    if (hosts < 2) continue;
    own.addAddress(ipv4Of((address & mask) >>> 0), 'ipv4');
    own.addAddress(ipv4Of((address | hosts) >>> 0), 'ipv4');
  }
  return own;
}

const numberOf = (ipv4: string) =>
  ipv4.split('.').reduce((number, part) => number * 256 + Number(part), 0) >>> 0;
const ipv4Of = (number: number) => [24, 16, 8, 0].map(shift => (number >>> shift) & 255).join('.');

/** Where an IPv6 address can contain an IPv4 address. */
interface Carrier {
  readonly prefix: readonly [address: string, length: number];
  /** Where it begins. */
  readonly at: number;
  /** Whether every bit is inverted. */
  readonly isInverted?: true;
}

const carriers: readonly Carrier[] = [
  // IPv4-compatible and IPv4-mapped (RFC 4291), IPv4-translated (RFC 2765).
  { prefix: ['::', 96], at: 6 },
  { prefix: ['::ffff:0:0', 96], at: 6 },
  { prefix: ['::ffff:0:0:0', 96], at: 6 },
  // NAT64 (RFC 6052, RFC 8215).
  { prefix: ['64:ff9b::', 96], at: 6 },
  { prefix: ['64:ff9b:1::', 48], at: 6 },
  // 6to4 (RFC 3056), Teredo (RFC 4380): its server, its client.
  { prefix: ['2002::', 16], at: 1 },
  { prefix: ['2001::', 32], at: 2 },
  { prefix: ['2001::', 32], at: 6, isInverted: true },
];

/** The IPv4 addresses that an IPv6 address may lead to, through whatever translates it on the way. */
function carriedBy(address: string): string[] {
  if (!isIPv6(address)) return [];
  const groups = groupsOf(address);
  const found = carriers.filter(({ prefix: [start, length] }) => isInside(groups, groupsOf(start), length));
  // ISATAP (RFC 5214) can have any prefix.
  const isIsatap = groups[5] === 0x5efe && ((groups[4] ?? 0) & 0xfdff) === 0;
  const places = isIsatap ? [...found, { at: 6, isInverted: undefined }] : found;
  return places.map(({ at, isInverted }) => {
    const number = ((groups[at] ?? 0) * 0x1_0000 + (groups[at + 1] ?? 0)) >>> 0;
    return ipv4Of(isInverted ? ~number >>> 0 : number);
  });
}

/** The eight groups of 16 bits of an IPv6 address. */
function groupsOf(address: string): number[] {
  // As a URL writes it: no leading zeros, no dots.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const parts = (text: string) => (text === '' ? [] : text.split(':').map(part => Number.parseInt(part, 16)));
  const [before, after] = [parts(head), parts(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function isInside(groups: readonly number[], prefix: readonly number[], length: number): boolean {
  return prefix.slice(0, length / 16).every((group, index) => group === groups[index]);
}

/**
 * The address that a host name spells out, in whatever form (`0x7f.1`, `2130706433`, `127.0.0.1.`, `[::1]`); null for a name
 * that must be looked up.
 */
export function literalOf(host: string): string | null {
  const [plain = ''] = host.replace(/^\[|\]$/g, '').split('%');
  if (isIPv6(plain)) return plain;
  try {
    const { hostname } = new URL(`http://${plain}`);
    return isIP(hostname) === 0 ? null : hostname;
  } catch {
    return null;
  }
}

/** Names that mean this device wherever they are looked up (RFC 6761). */
export const isOwnName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host);
