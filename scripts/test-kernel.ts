/**
 * Runs tests of `tests/box` on Debian 13's kernel in an emulated machine: VLAN and GPIO, which the kernel of the host may not have, would
 * otherwise pass by being left out. The machine has the files of the host and can change none. Without arguments these two; as root.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { debianRoot } from '../tests/support/box/debian-root';
import { managerPackages } from '../tests/support/box/managed-box';
import { packRelease } from '../tests/support/box/releases';
import { run } from './run';

const tests =
  process.argv.length > 2 ? process.argv.slice(2) : ['tests/box/vlan.test.ts', 'tests/box/gpio.test.ts'];
const support = join(import.meta.dirname, '../tests/support/kernel');
const boxes = join(tmpdir(), 'meridiana-boxes');
/** Without hardware virtualization a program takes about ten times as long, and longer where the host is busy. */
const patience = 10;
const memoryMiB = 4096;

const tools = {
  'qemu-system-x86_64': 'qemu-system-x86',
  mmdebstrap: 'mmdebstrap',
  ip: 'iproute2',
  cpio: 'cpio',
  depmod: 'kmod',
  xz: 'xz-utils',
};

function installTools(): void {
  const has = (name: string) => ['/usr/bin', '/usr/sbin'].some(folder => existsSync(join(folder, name)));
  const missing = Object.entries(tools).flatMap(([name, packaged]) => (has(name) ? [] : packaged));
  if (missing.length === 0) return;
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-yq', '--no-install-recommends', ...missing], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

/** The files of Debian 13's kernel and of busybox; nothing of them is set up. Made once per machine. */
function kernelFiles(): string {
  const folder = join(boxes, 'kernel');
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(boxes, { recursive: true });
  const options = ['--quiet', '--mode=root', '--format=directory', '--variant=extract'];
  const packages = '--include=linux-image-amd64,busybox-static';
  run('mmdebstrap', [...options, packages, 'trixie', fresh, 'http://deb.debian.org/debian']);
  run('depmod', ['-b', join(fresh, 'usr'), kernelVersion(fresh)]);
  execFileSync('mv', [fresh, folder]);
  return folder;
}

const kernelVersion = (files: string) => readdirSync(join(files, 'usr/lib/modules'))[0] ?? '';

/** The first files of the machine: busybox, the modules with which it reaches the files of the host, and the scripts. */
function firstFiles(work: string, files: string, settings: string): string {
  const root = join(work, 'first');
  const version = kernelVersion(files);
  const from = join(files, 'usr/lib/modules', version);
  const to = join(root, 'lib/modules', version);
  for (const each of ['bin', 'proc', 'sys', 'dev', 'host', 'written', 'root'])
    mkdirSync(join(root, each), { recursive: true });
  cpSync(join(files, 'usr/bin/busybox'), join(root, 'bin/busybox'));
  const needed = /\/(virtio|9p|netfs|fscache|overlay)[^/]*\.ko(\.xz)?$/;
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(name =>
    needed.test(name),
  )) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(from, name), join(to, name));
    if (name.endsWith('.xz')) run('xz', ['-d', join(to, name)]);
  }
  for (const name of ['modules.order', 'modules.builtin', 'modules.builtin.modinfo']) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name));
  }
  run('depmod', ['-b', root, version]);
  cpSync(join(support, 'init.sh'), join(root, 'init'));
  cpSync(join(support, 'guest.sh'), join(root, 'guest.sh'));
  writeFileSync(join(root, 'settings.sh'), settings);
  execFileSync('sh', ['-c', 'chmod +x init && find . | cpio -o -H newc --quiet > ../first.cpio'], {
    cwd: root,
  });
  return join(work, 'first.cpio');
}

/** A folder of the host that the machine can read. */
const shared = (tag: string, path: string) => [
  ...['-fsdev', `local,id=${tag},path=${path},security_model=none,readonly=on,multidevs=remap`],
  ...['-device', `virtio-9p-pci,fsdev=${tag},mount_tag=${tag}`],
];

/** Runs the machine until it switches itself off. Returns the exit code of the tests. */
function runMachine(kernel: string, first: string): Promise<number> {
  const machine = ['-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', String(memoryMiB)];
  const boot = ['-kernel', kernel, '-initrd', first, '-append', 'console=ttyS0 quiet panic=-1'];
  const alone = ['-nographic', '-no-reboot', '-nic', 'none', '-device', 'virtio-rng-pci'];
  const child = spawn(
    'qemu-system-x86_64',
    [...machine, ...boot, ...alone, ...shared('host', '/'), ...shared('boxes', boxes)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    process.stdout.write(text);
    said = (said + text).slice(-2000);
  });
  return new Promise(resolve => {
    child.once('close', () => resolve(Number(/tests ended with (\d+)/.exec(said)?.[1] ?? 1)));
  });
}

if (process.arch !== 'x64')
  throw new Error('the machine is an amd64 one, and so are the programs of the host that run in it');
installTools();
if (process.env.CONSOLE_IS_BUILT !== '1') run('npm', ['run', '-s', 'build']);
const work = mkdtempSync(join(tmpdir(), 'meridiana-kernel-'));
const files = kernelFiles();
debianRoot('trixie');
debianRoot('trixie', managerPackages);
const packed = await packRelease(work, '0.2.0+10.g0000000');
const settings = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  TMPDIR: '/run/boxes',
  CI: '1',
  NO_COLOR: '1',
  PATIENCE: String(patience),
  PACKED: JSON.stringify(packed),
  FOLDER: process.cwd(),
  MODULES: join(files, 'usr/lib/modules'),
  TESTS: tests.join(' '),
};
const quoted = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'\n`);
const began = performance.now();
const kernel = join(files, 'boot', `vmlinuz-${kernelVersion(files)}`);
process.exitCode = await runMachine(kernel, firstFiles(work, files, quoted.join('')));
console.log(`${kernelVersion(files)}, emulated: ${Math.round((performance.now() - began) / 1000)} s`);
rmSync(work, { recursive: true });
