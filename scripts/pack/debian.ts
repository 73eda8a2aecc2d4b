import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, setTimes } from './files';
import type { Release } from './release';

/** The files of `maintainer` become the package's scripts. */
const maintainer = fileURLToPath(new URL('maintainer', import.meta.url));

/** Every unit of `deploy/systemd` is installed; one with `[Install]` is enabled and started. By name: a service stops before its socket starts again. */
const units = () =>
  readdirSync('deploy/systemd')
    .filter(name => /\.(service|socket)$/.test(name))
    .sort();

/** What depends on the architecture of a package. */
export interface DebianTarget {
  /** Debian's name of the architecture: `arm64`. */
  readonly architecture: string;
  readonly depends: readonly string[];
}

/** Makes a Debian package of the tree and returns its path. Without dpkg it prints a message and returns null. */
export function debianPackage(
  tree: string,
  work: string,
  folder: string,
  release: Release,
  target: DebianTarget,
): string | null {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
    console.error('no Debian package: dpkg-deb is not here');
    return null;
  }
  const root = join(work, 'deb');
  const put = (path: string, from: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(from, join(root, path), { recursive: true });
  };
  put('opt/meridiana/current', tree);
  for (const unit of units()) put(`lib/systemd/system/${unit}`, `deploy/systemd/${unit}`);
  put('usr/sbin/meridiana-code', 'deploy/meridiana-code');
  writeControl(join(root, 'DEBIAN'), release, target);
  setTimes(root, release.timeS);
  const path = join(folder, `meridiana_${release.version}_${target.architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(release.timeS) };
  execFileSync('dpkg-deb', ['--root-owner-group', '--uniform-compression', '-Zxz', '--build', root, path], {
    env,
  });
  return path;
}

function writeControl(folder: string, { version }: Release, target: DebianTarget): void {
  const root = dirname(folder);
  const bytes = filesBelow(root).reduce((sum, name) => sum + lstatSync(join(root, name)).size, 0);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'control'),
    [
      'Package: meridiana',
      `Version: ${version}`,
      `Architecture: ${target.architecture}`,
      'Maintainer: Meridiana <meridiana@localhost>',
      `Installed-Size: ${Math.ceil(bytes / 1024)}`,
      `Depends: ${target.depends.join(', ')}`,
      'Section: web',
      'Priority: optional',
      'Description: web console and datalogger of a photovoltaic plant',
      ' Serves the console and its API, keeps measurements and configuration.',
      '',
    ].join('\n'),
  );
  for (const name of readdirSync(maintainer)) {
    const text = readFileSync(join(maintainer, name), 'utf8');
    writeFileSync(
      join(folder, name),
      text.replaceAll('@UNITS@', units().join(' ')).replaceAll('@VERSION@', version),
    );
    chmodSync(join(folder, name), 0o755);
  }
}
