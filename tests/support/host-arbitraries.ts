import { networkInterfaces } from 'node:os';
import fc from 'fast-check';

/*
 * The address ranges of the guard, written a second time in another form (pairs of numbers), so that a mistake in the guard is not
 * repeated here.
 */

const number = (a: number, b: number, c: number, d: number) => ((a * 256 + b) * 256 + c) * 256 + d;
const dotted = (value: number) => [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');

const forbiddenRanges: readonly (readonly [from: number, to: number])[] = [
  [number(0, 0, 0, 0), number(0, 255, 255, 255)],
  [number(127, 0, 0, 0), number(127, 255, 255, 255)],
  [number(169, 254, 0, 0), number(169, 254, 255, 255)],
  [number(224, 0, 0, 0), number(255, 255, 255, 255)],
];

const ownIpv4 = Object.values(networkInterfaces()).flatMap(list =>
  (list ?? []).flatMap(({ family, address, netmask }) => (family === 'IPv4' ? [{ address, netmask }] : [])),
);

const forbiddenNumber = fc.oneof(
  ...forbiddenRanges.map(([min, max]) => fc.integer({ min, max })),
  fc.constantFrom(...ownIpv4.map(({ address }) => number(...partsOf(address)))),
);

export const forbiddenIpv4 = forbiddenNumber.map(dotted);

function partsOf(address: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a, b, c, d];
}

const group = (value: number) => value.toString(16);
const halves = (value: number) => [Math.floor(value / 65_536), value % 65_536] as const;
const inverted = (value: number) => 2 ** 32 - 1 - value;

/** Forbidden IPv6 addresses, and IPv6 addresses that contain a forbidden IPv4 address. */
export const forbiddenIpv6 = fc
  .tuple(forbiddenNumber, fc.nat(6), fc.integer({ min: 0xfe80, max: 0xfebf }), fc.nat(0xffff), fc.boolean())
  .map(([ipv4, way, link, rest, isUpper]) => {
    const [high, low] = halves(ipv4).map(group);
    const [highTurned, lowTurned] = halves(inverted(ipv4)).map(group);
    const ways = [
      `::ffff:${high}:${low}`,
      `0:0:0:0:0:ffff:${dotted(ipv4)}`,
      `64:ff9b::${high}:${low}`,
      `2002:${high}:${low}::${group(rest)}`,
      `2001:0:${group(rest)}:1::${highTurned}:${lowTurned}`,
      `${group(link)}::${group(rest)}`,
      `ff0${group(rest % 16)}::${group(rest)}`,
    ];
    const text = ways[way] ?? '';
    return isUpper ? text.toUpperCase() : text;
  });

/** An IPv4 address in one of the forms that resolvers accept: in full or short, each number decimal, octal or hexadecimal. */
export const spelling = (address: fc.Arbitrary<string>) =>
  fc
    .tuple(address, fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }))
    .map(([text, count, bases]) => {
      const parts = partsOf(text);
      const rest = parts.slice(count - 1).reduce((value, part) => value * 256 + part, 0);
      const numbers = [...parts.slice(0, count - 1), rest];
      return numbers.map((value, at) => inBase(value, bases[at] ?? 0)).join('.');
    });

function inBase(value: number, base: number): string {
  if (base === 1) return `0${value.toString(8)}`;
  if (base === 2) return `0x${value.toString(16)}`;
  return base === 3 ? `0X${value.toString(16).toUpperCase()}` : String(value);
}

const networks = ownIpv4.map(({ address, netmask }) => {
  const size = inverted(number(...partsOf(netmask))) + 1;
  return Math.floor(number(...partsOf(address)) / size) * size;
});
const isFree = (value: number) =>
  !forbiddenRanges.some(([from, to]) => value >= from && value <= to) &&
  // Leaves out the first 65,536 addresses of each network of this machine, including its network and broadcast addresses.
  !networks.some(start => value >= start && value < start + 65_536);

const allowedIpv4 = fc
  .integer({ min: 0, max: 2 ** 32 - 1 })
  .filter(isFree)
  .map(dotted);
const allowedIpv6 = fc
  .tuple(fc.integer({ min: 0x2003, max: 0x3fff }), fc.nat(0xffff), fc.nat(0xffff))
  .map(([first, second, last]) => `${group(first)}:${group(second)}::1:${group(last)}`);

/** An address of the internet or of a plant's network. */
export const allowedAddress = fc.oneof(allowedIpv4, allowedIpv6);
