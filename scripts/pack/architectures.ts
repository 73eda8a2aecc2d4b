/** An architecture of Debian for which packages are made. */
export interface Architecture {
  /** Debian's name, which file names carry: `amd64`. */
  readonly debian: 'amd64' | 'arm64' | 'armhf';
  /** Node's name (`process.arch`). */
  readonly node: 'x64' | 'arm64' | 'arm';
  /** First part of the names of its compiler and binutils. */
  readonly triplet: string;
  /** Debian package of its compiler on machines of another architecture. */
  readonly compilerPackage: string;
  /** Flags of the compiler that keep to Debian's baseline. */
  readonly flags: readonly string[];
  /** `e_machine` in the ELF header. */
  readonly machine: number;
}

export const architectures: readonly Architecture[] = [
  {
    debian: 'amd64',
    node: 'x64',
    triplet: 'x86_64-linux-gnu',
    compilerPackage: 'g++-x86-64-linux-gnu',
    flags: [],
    machine: 62,
  },
  {
    debian: 'arm64',
    node: 'arm64',
    triplet: 'aarch64-linux-gnu',
    compilerPackage: 'g++-aarch64-linux-gnu',
    flags: ['-march=armv8-a'],
    machine: 183,
  },
  {
    debian: 'armhf',
    node: 'arm',
    triplet: 'arm-linux-gnueabihf',
    compilerPackage: 'g++-arm-linux-gnueabihf',
    // With a time of 32 bits the databases would end in 2038.
    flags: ['-march=armv7-a+fp', '-D_FILE_OFFSET_BITS=64', '-D_TIME_BITS=64'],
    machine: 40,
  },
];

/** The architecture of this machine; undefined if no packages are made for it. */
export const ownArchitecture = (): Architecture | undefined =>
  process.platform === 'linux' ? architectures.find(({ node }) => node === process.arch) : undefined;

/** The architectures with these names, without names all. Throws if a name is unknown. */
export function architecturesOf(names: readonly string[]): readonly Architecture[] {
  if (names.length === 0) return architectures;
  return names.map(name => {
    const found = architectures.find(({ debian }) => debian === name);
    if (found) return found;
    throw new Error(`${name}: it must be one of ${architectures.map(({ debian }) => debian).join(', ')}`);
  });
}
