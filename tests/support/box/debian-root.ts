import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Suite = 'bookworm' | 'trixie';

/** Packages of every box. Debian 12 has Node 18, which is too old, and boots without it. */
const basePackages: Readonly<Record<Suite, readonly string[]>> = {
  bookworm: [
    'systemd',
    'systemd-sysv',
    'systemd-timesyncd',
    'dbus',
    'iproute2',
    'iputils-ping',
    'curl',
    'procps',
  ],
  trixie: [
    ...['systemd', 'systemd-sysv', 'systemd-timesyncd', 'dbus', 'iproute2', 'iputils-ping', 'curl', 'procps'],
    'nodejs',
  ],
};

/** Makes the root of mmdebstrap, then removes what it copied from the host, and the login on a console that no box has. */
const recipe = `set -eu
[ ! -d "$ROOT" ] || exit 0
rm -rf "$ROOT.new"
mmdebstrap --quiet --mode=root --format=directory --variant=minbase --include="$PACKAGES" \
  --aptopt='Acquire::Languages "none"' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  "$SUITE" "$ROOT.new" http://deb.debian.org/debian
rm -f "$ROOT.new/etc/hostname"
: > "$ROOT.new/etc/resolv.conf"
: > "$ROOT.new/etc/machine-id"
# A test that ends early needs no whole disk.
echo force-unsafe-io > "$ROOT.new/etc/dpkg/dpkg.cfg.d/test"
ln -sf /dev/null "$ROOT.new/etc/systemd/system/console-getty.service"
mv "$ROOT.new" "$ROOT"
`;

/**
 * Returns the folder of a Debian root with these packages besides those of every box. mmdebstrap makes it once per machine, in about 80 s;
 * nothing ever writes to it afterwards. Needs root rights and the package mmdebstrap.
 */
export function debianRoot(suite: Suite, packages: readonly string[] = []): string {
  // Debian has one program that sets the clock: chrony takes the place of timesyncd.
  const base = basePackages[suite].filter(
    each => each !== 'systemd-timesyncd' || !packages.includes('chrony'),
  );
  const all = [...base, ...packages].join(',');
  const key = createHash('sha256').update(`${suite} ${all} ${recipe}`).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), 'meridiana-boxes');
  const root = join(folder, `${suite}-${key}`);
  if (existsSync(root)) return root;
  mkdirSync(folder, { recursive: true });
  // Two tests that want the same root wait for one.
  execFileSync('flock', [`${root}.lock`, 'sh', '-c', recipe], {
    env: { ...process.env, ROOT: root, SUITE: suite, PACKAGES: all, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return root;
}
