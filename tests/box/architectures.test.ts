import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Architecture, architectures, ownArchitecture } from '../../scripts/pack/architectures';
import { packRelease } from '../support/box/releases';
import { type RunningProgram, runProgram, withoutPast } from '../support/program';

/** Compiling takes minutes for each architecture: `npm run test:arm`. */
const isLong = process.env.LONG_TESTS === '1';
const emulators: Readonly<Record<string, string>> = { arm64: 'qemu-aarch64', armhf: 'qemu-arm' };
const foreign = architectures.filter(each => each !== ownArchitecture() && each.debian in emulators);

const work = mkdtempSync(join(tmpdir(), 'meridiana-foreign-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function installTools(): void {
  const has = (command: string) => existsSync(`/usr/bin/${command}`);
  const missing = [
    ...Object.values(emulators).flatMap(emulator => (has(emulator) ? [] : ['qemu-user'])),
    ...foreign.flatMap(({ triplet, compilerPackage }) => (has(`${triplet}-g++`) ? [] : [compilerPackage])),
  ];
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-q'], { env });
  execFileSync('apt-get', ['install', '-yq', '--no-install-recommends', ...new Set(missing)], { env });
}

/** The files of Debian 13 with its Node for another processor. Nothing of them is set up, as nothing of them could run. */
function foreignRoot({ debian }: Architecture): string {
  const root = join(work, `root-${debian}`);
  const options = ['--quiet', '--mode=root', '--format=directory', '--variant=extract', '--include=nodejs'];
  const apt = ['--aptopt=Acquire::Languages "none"'];
  const source = 'http://deb.debian.org/debian';
  execFileSync('mmdebstrap', [...options, ...apt, `--architectures=${debian}`, 'trixie', root, source]);
  if (!existsSync(join(root, 'lib'))) symlinkSync('usr/lib', join(root, 'lib'));
  return root;
}

/** Installs the files of the package into a folder. Returns the folder of the program. */
async function installed(architecture: Architecture): Promise<string> {
  const { deb } = await packRelease(join(work, architecture.debian), '0.2.0+10.g0000000', architecture);
  const folder = join(work, `installed-${architecture.debian}`);
  execFileSync('dpkg-deb', ['-x', deb, folder]);
  return join(folder, 'opt/meridiana/current');
}

beforeAll(() => {
  if (isLong) installTools();
});

describe.runIf(isLong).each(foreign)('the package for $debian, emulated', architecture => {
  let running: RunningProgram;
  afterAll(() => void running?.child.kill('SIGKILL'));

  test('starts and serves the console', async () => {
    const root = foreignRoot(architecture);
    const program = join(await installed(architecture), 'dist/datalogger/main.js');
    const data = join(work, `data-${architecture.debian}`);
    withoutPast(data);
    const began = performance.now();
    running = await runProgram(
      data,
      { PLANT_CLOCK: '2026-06-10T11:00:00+02:00,30' },
      ['-L', root, join(root, 'usr/bin/node'), program],
      emulators[architecture.debian],
    );
    console.log(`${architecture.debian}: serves after ${Math.round((performance.now() - began) / 1000)} s`);
    expect(await (await fetch(running.url)).text()).toContain('Meridiana');
  });

  test('writes minutes with a power', async () => {
    const path = 'dati_impianto/daily?m=impianto.pac&d=2026-06-10&passo=1';
    const powers = async () => {
      const { colonne }: { colonne: Record<string, (number | null)[]> } = await (
        await running.call(path)
      ).json();
      return (colonne['impianto.pac'] ?? []).filter(power => power !== null && power > 10);
    };
    await expect.poll(async () => (await powers()).length).toBeGreaterThan(1);
  });

  test('ends in good order', async () => {
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
