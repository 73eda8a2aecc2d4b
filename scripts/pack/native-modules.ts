import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Architecture, ownArchitecture } from './architectures';
import { isNewer, neededVersion } from './elf';

/** A package with a part that Node loads as machine code. */
interface NativeModule {
  readonly name: string;
  /** The file that `node-gyp` makes, relative to the folder of the package. */
  readonly binary: string;
}

/** Every native part of the release. Packages that come with a binary for each architecture need no entry. */
const nativeModules: readonly NativeModule[] = [
  { name: 'better-sqlite3', binary: 'build/Release/better_sqlite3.node' },
];

/** Newest symbols of Debian 12, the oldest Debian on which the release runs. */
const ofDebian12 = { GLIBC: '2.36', GLIBCXX: '3.4.30' } as const;

/** Compilation takes minutes, so binaries are kept by everything that they depend on. */
const kept = join(import.meta.dirname, '../../node_modules/.cache/native');

const hasCommand = (command: string) => spawnSync(command, ['--version']).status === 0;

/** Says why packages for this architecture cannot be made here and how to change that; null if they can. */
export function whyLeftOut(architecture: Architecture, has = hasCommand): string | null {
  const { debian, triplet, compilerPackage } = architecture;
  if (architecture === ownArchitecture() || has(`${triplet}-g++`)) return null;
  return `no packages for ${debian}: its compiler is missing (apt install ${compilerPackage})`;
}

/** The native parts for this architecture, without symbols: files by their paths in the release. */
export async function nativeFiles(
  work: string,
  architecture: Architecture,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const each of nativeModules) {
    const file = join(work, `${each.name}.node`);
    mkdirSync(work, { recursive: true });
    copyFileSync(await binaryOf(each, work, architecture), file);
    // The debugging symbols contain paths of the build machine.
    execFileSync(tool(architecture, 'strip'), ['--strip-all', file]);
    warnOfNewSymbols(file, `${each.name} for ${architecture.debian}`);
    files[join('node_modules', each.name, each.binary)] = file;
  }
  return files;
}

/** The Debian packages that these native parts need. */
export function nativeDependencies(files: Readonly<Record<string, string>>): readonly string[] {
  const glibc = Object.values(files)
    .map(file => neededVersion(file, 'GLIBC'))
    .reduce((newest, each) => (isNewer(each, newest) ? each : newest));
  const major = Number(process.versions.node.split('.')[0]);
  // Node of another major version refuses native parts: each has its own number of modules.
  const least = major === 20 ? '20.19' : String(major);
  return [`nodejs (>= ${least})`, `nodejs (<< ${major + 1}~)`, `libc6 (>= ${glibc})`, 'libstdc++6'];
}

/** Binutils of the own architecture have their plain names on every distribution. */
const tool = (architecture: Architecture, name: string) =>
  architecture === ownArchitecture() ? name : `${architecture.triplet}-${name}`;

async function binaryOf(module: NativeModule, work: string, architecture: Architecture): Promise<string> {
  if (architecture === ownArchitecture()) return join('node_modules', module.name, module.binary);
  const file = join(kept, `${module.name}-${architecture.debian}-${compilationKey(module, architecture)}`);
  if (!existsSync(file)) await compile(module, work, architecture, file);
  return file;
}

/** Changes with everything that changes the binary: version, compiler, Node's headers and flags. */
function compilationKey({ name }: NativeModule, { triplet, flags }: Architecture): string {
  const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
  const compiler = execFileSync(`${triplet}-g++`, ['--version'], { encoding: 'utf8' });
  const parts = [version, compiler, process.version, flags];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/**
 * Compiles with the `node-gyp` of npm against the headers of this machine's Node: they are the same for all architectures, and the
 * number of modules (`process.versions.modules`) must be that of Node on the device.
 */
async function compile(module: NativeModule, work: string, architecture: Architecture, file: string) {
  const { triplet, node, flags, debian } = architecture;
  console.error(`compiling ${module.name} for ${debian}: some minutes, once for each version`);
  const source = join(work, module.name);
  const installed = join('node_modules', module.name);
  // Without what the installation made for this machine.
  cpSync(installed, source, { recursive: true, filter: from => from !== join(installed, 'build') });
  const env = {
    ...process.env,
    CC: `${triplet}-gcc`,
    CXX: `${triplet}-g++`,
    AR: `${triplet}-ar`,
    LINK: `${triplet}-g++`,
    CPPFLAGS: [...flags, `-ffile-prefix-map=${work}=.`].join(' '),
  };
  // `npm exec` finds npm's own node-gyp.
  const args = ['exec', '--offline', '--call', `node-gyp rebuild --release --arch=${node}`];
  await promisify(execFile)('npm', args, { cwd: source, env, maxBuffer: 64 * 1024 * 1024 });
  mkdirSync(kept, { recursive: true });
  // Two builds may run at the same time: neither may read what the other has half written.
  const draft = `${file}.${process.pid}`;
  copyFileSync(join(source, module.binary), draft);
  renameSync(draft, file);
}

/** A binary that needs newer libraries than Debian 12 has still runs on the Debian of this machine. */
function warnOfNewSymbols(file: string, what: string): void {
  for (const library of ['GLIBC', 'GLIBCXX'] as const) {
    const version = neededVersion(file, library);
    if (isNewer(version, ofDebian12[library]))
      console.error(`warning: ${what} needs ${library} ${version}, which Debian 12 does not have`);
  }
}
