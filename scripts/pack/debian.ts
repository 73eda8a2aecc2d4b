import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimes } from './files';
import type { Release } from './release';

const user = 'meridiana';

const scripts = {
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  id ${user} >/dev/null 2>&1 ||
    useradd --system --home-dir /var/lib/${user} --no-create-home --shell /usr/sbin/nologin ${user}
  install -d -m 700 -o ${user} -g ${user} /var/lib/${user}
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --quiet ${user}
    systemctl restart ${user}
  fi
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now --quiet ${user}; fi
`,
  // Removal keeps the data; only "purge" deletes it.
  postrm: `#!/bin/sh
set -e
if [ "$1" = purge ]; then rm -rf /var/lib/${user}; fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`,
} as const;

/** Makes a Debian package of the tree for this architecture and returns its path. Without dpkg it prints a message and returns null. */
export function debianPackage(tree: string, work: string, folder: string, release: Release): string | null {
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
  put('lib/systemd/system/meridiana.service', 'deploy/systemd/meridiana.service');
  put('etc/meridiana/meridiana.env', 'deploy/systemd/meridiana.env');
  put('usr/sbin/meridiana-code', 'deploy/meridiana-code');
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  writeControl(join(root, 'DEBIAN'), release, architecture);
  setTimes(root, release.timeS);
  const path = join(folder, `meridiana_${release.version}_${architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(release.timeS) };
  execFileSync('dpkg-deb', ['--root-owner-group', '--uniform-compression', '-Zxz', '--build', root, path], {
    env,
  });
  return path;
}

function writeControl(folder: string, { version }: Release, architecture: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'control'),
    [
      'Package: meridiana',
      `Version: ${version}`,
      `Architecture: ${architecture}`,
      'Maintainer: Meridiana <meridiana@localhost>',
      'Depends: nodejs (>= 20.19)',
      'Section: web',
      'Priority: optional',
      'Description: web console and datalogger of a photovoltaic plant',
      ' Serves the console and its API, keeps measurements and configuration.',
      '',
    ].join('\n'),
  );
  writeFileSync(join(folder, 'conffiles'), '/etc/meridiana/meridiana.env\n');
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
}
