import { expect, test } from 'vitest';
import { architectures, architecturesOf, ownArchitecture } from '../../scripts/pack/architectures';
import { isNewer, machineOf } from '../../scripts/pack/elf';
import { whyLeftOut } from '../../scripts/pack/native-modules';

const foreign = architectures.filter(each => each !== ownArchitecture());

test.each(foreign)('names the Debian package of the compiler that $debian needs', architecture => {
  const { debian, triplet, compilerPackage } = architecture;
  expect(whyLeftOut(architecture, () => false)).toBe(
    `no packages for ${debian}: its compiler is missing (apt install ${compilerPackage})`,
  );
  expect(whyLeftOut(architecture, command => command === `${triplet}-g++`)).toBeNull();
});

test('leaves out nothing for the architecture of this machine', () => {
  const own = ownArchitecture();
  expect(own && whyLeftOut(own, () => false)).toBeNull();
});

test('packs every architecture unless some are named, and refuses an unknown name', () => {
  expect(architecturesOf([])).toBe(architectures);
  expect(architecturesOf(['armhf', 'amd64']).map(({ node }) => node)).toEqual(['arm', 'x64']);
  expect(() => architecturesOf(['riscv64'])).toThrow('riscv64: it must be one of amd64, arm64, armhf');
});

test.each([
  ['2.34', '2.4', true],
  ['2.4', '2.34', false],
  ['3.4.30', '3.4', true],
  ['3.4', '3.4.30', false],
  ['2.36', '2.36', false],
])('compares versions by their numbers: %s newer than %s is %s', (a, b, expected) => {
  expect(isNewer(a, b)).toBe(expected);
});

test('reads the machine of an ELF file, and none from another file', () => {
  expect(machineOf(process.execPath)).toBe(ownArchitecture()?.machine);
  expect(machineOf('package.json')).toBeNull();
});
