import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownArchitecture } from '../../scripts/pack/architectures';

/** The release, and what an installation does: from the archive alone, below a folder that plays the box. */
const root = new URL('../../', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'meridiana-release-'));
const box = join(work, 'box');
const run = (command: string, args: readonly string[], options: { cwd?: string; env?: object } = {}) =>
  execFileSync(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
let tree = '';
let here = '';
let elsewhere = '';

/** Packs a copy of the commit in a folder of its own, for this machine; `tests/box` packs for the others. */
function packCopy(name: string): string {
  const copy = join(work, name);
  run('git', ['clone', '-q', root, copy]);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  run('npx', ['tsx', 'scripts/pack.ts', 'release', ownArchitecture()?.debian ?? ''], {
    cwd: copy,
    env: { TZ: name === 'a' ? 'UTC' : 'Asia/Tokyo' },
  });
  return join(copy, 'release');
}

beforeAll(() => {
  here = packCopy('a');
  elsewhere = packCopy('somewhere-else');
  const archive = readdirSync(here).find(name => /(?<!-maps)\.tar\.gz$/.test(name)) ?? '';
  run('tar', ['-xzf', join(here, archive), '-C', work]);
  tree = join(work, archive.replace('.tar.gz', ''));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const install = (...args: readonly string[]) =>
  spawnSync(join(tree, 'deploy/install.sh'), args, { env: { ...process.env, ROOT: box }, encoding: 'utf8' });

test('F02: two builds of a commit, in different folders and time zones, are the same bytes', () => {
  const names = readdirSync(here);
  expect(names.length).toBe(3);
  expect(readdirSync(elsewhere)).toEqual(names);
  for (const name of names) expect(digest(join(here, name)), name).toBe(digest(join(elsewhere, name)));
});

test('E09: every file has the time of the commit, and none is hidden, a map or a test', () => {
  const committed = Number(run('git', ['log', '-1', '--format=%ct']));
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' });
  expect(names.length).toBeGreaterThan(300);
  expect(new Set(names.map(name => statSync(join(tree, name)).mtimeMs / 1000))).toEqual(new Set([committed]));
  expect(names.filter(name => /(^|\/)\.|\.map$|\.test\.|\.ts$/.test(name))).toEqual([]);
});

test('papers say what is inside', () => {
  const bill = JSON.parse(readFileSync(join(tree, 'sbom.json'), 'utf8'));
  const names: string[] = bill.components.map((component: { name: string }) => component.name);
  expect(names).toEqual(expect.arrayContaining(['better-sqlite3', 'preact', 'i18next', 'valibot']));
  const licences = readFileSync(join(tree, 'LICENCES.txt'), 'utf8');
  for (const name of names) expect(licences).toContain(`${name} `);
});

test('a damaged archive is refused before anything changes', () => {
  const victim = join(tree, 'dist/console/index.html');
  const whole = readFileSync(victim);
  const { mtime } = statSync(victim);
  writeFileSync(victim, 'damaged');
  const result = install();
  writeFileSync(victim, whole);
  run('touch', ['-d', mtime.toISOString(), victim]);
  expect(result.status).not.toBe(0);
  expect(result.stderr).toContain('damaged');
  expect(existsSync(join(box, 'opt'))).toBe(false);
});

test('installing twice is installing once; settings and data stay through upgrade and removal', () => {
  expect(install().status).toBe(0);
  const settings = join(box, 'etc/meridiana/meridiana.env');
  const data = join(box, 'var/lib/meridiana/config.db');
  writeFileSync(settings, 'PORT=8081\n');
  writeFileSync(data, 'measurements');
  expect(install().stderr).toBe('');
  // The next release: the same files under another version.
  writeFileSync(join(tree, 'VERSION'), '9.9.9\n');
  const sums = readFileSync(join(tree, 'SHA256SUMS'), 'utf8');
  writeFileSync(
    join(tree, 'SHA256SUMS'),
    sums.replace(/^\w+ {2}VERSION$/m, `${digest(join(tree, 'VERSION'))}  VERSION`),
  );
  expect(install().status).toBe(0);
  expect(readFileSync(join(box, 'opt/meridiana/current/VERSION'), 'utf8')).toBe('9.9.9\n');
  expect(readdirSync(join(box, 'opt/meridiana/releases')).length).toBe(2);
  expect(readFileSync(settings, 'utf8')).toBe('PORT=8081\n');
  expect(statSync(join(box, 'var/lib/meridiana')).mode & 0o777).toBe(0o700);
  const command = join(box, 'usr/local/sbin/meridiana-code');
  const installed = readlinkSync(command);
  expect(statSync(join(box, installed)).mode & 0o111, installed).toBe(0o111);
  expect(install('--uninstall').status).toBe(0);
  expect(readdirSync(dirname(command))).toEqual([]);
  expect(existsSync(join(box, 'opt/meridiana'))).toBe(false);
  expect(readFileSync(data, 'utf8')).toBe('measurements');
  expect(readFileSync(settings, 'utf8')).toBe('PORT=8081\n');
});

test('what is installed runs with Node alone and asks for its administrator', async () => {
  expect(install().status).toBe(0);
  const child = spawn('node', [join(box, 'opt/meridiana/current/dist/datalogger/main.js')], {
    cwd: box,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(work, 'data'),
      PORT: '0',
      PLANT: 'small',
      DEMO_PASSWORD: 'none',
    },
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', data => {
        said += data;
        const found = /is at (http:\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
      child.on('exit', () => reject(new Error(`it ended: ${said}`)));
    });
    expect(await (await fetch(`${url}api/auth/primo_avvio`)).json()).toEqual({ necessario: true });
    expect(await (await fetch(url)).text()).toContain('id="app"');
  } finally {
    child.kill();
  }
  // The first start writes thirteen months of history.
}, 180_000);

test('the service runs without rights it does not need', () => {
  const verified = spawnSync('systemd-analyze', ['verify', join(root, 'deploy/systemd/meridiana.service')], {
    encoding: 'utf8',
  });
  if (verified.error === undefined) expect(verified.stderr).not.toMatch(/meridiana\.service:\d+/);
  const unit = readFileSync(join(root, 'deploy/systemd/meridiana.service'), 'utf8');
  const rights = ['User=meridiana', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes'];
  for (const line of rights) expect(unit).toContain(`${line}\n`);
  expect(unit).toMatch(/^MemoryMax=\d+M$/m);
});

test('the service may use serial ports and no other device, also of adapters plugged in later', () => {
  const unit = readFileSync(join(root, 'deploy/systemd/meridiana.service'), 'utf8');
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value);
  expect(valuesOf('PrivateDevices')).toEqual([]);
  expect(valuesOf('DevicePolicy')).toEqual(['closed']);
  // A driver that is not loaded has no name yet: majors of ttyS, ttyACM, ttyUSB, ttyAMA, ttymxc (devices.txt of the kernel).
  expect(valuesOf('DeviceAllow')).toEqual([4, 166, 188, 204, 207].map(major => `char-${major} rw`));
});
