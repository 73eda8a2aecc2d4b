#!/bin/sh
# Installs or upgrades Meridiana from an unpacked release archive; run again it changes nothing. Settings and data are never touched.
#   ./deploy/install.sh               install or upgrade, then start
#   ./deploy/install.sh --uninstall   remove the program; settings and data stay
# ROOT=/some/folder installs below that folder and starts nothing (for images).
set -eu
root=${ROOT:-}
release=$(cd "$(dirname "$0")/.." && pwd)
home=$root/opt/meridiana
unit=$root/etc/systemd/system/meridiana.service
settings=$root/etc/meridiana/meridiana.env
data=$root/var/lib/meridiana
code=$root/usr/local/sbin/meridiana-code

say() { echo "meridiana: $*"; }
fail() { say "$*" >&2; exit 1; }
# Only where systemd runs, and never for an image.
manages_services() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

[ "$(id -u)" = 0 ] || fail "run it as root"

if [ "${1:-}" = --uninstall ]; then
  if manages_services; then systemctl disable --now meridiana 2>/dev/null || true; fi
  rm -rf "$home" "$unit" "$code"
  if manages_services; then systemctl daemon-reload; fi
  say "removed; settings stay in /etc/meridiana and data in /var/lib/meridiana"
  exit 0
fi

[ -f "$release/dist/datalogger/main.js" ] || fail "run it from an unpacked release archive"
(cd "$release" && sha256sum --quiet --check SHA256SUMS) || fail "the archive is damaged: nothing was changed"
node_version=$(node --version 2>/dev/null) || fail "Node is missing: apt install nodejs (20.19 or newer)"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node is $node_version: 20.19 or newer is needed"

version=$(cat "$release/VERSION")
target=$home/releases/$version
if [ ! -f "$target/VERSION" ]; then
  rm -rf "$target.new"
  mkdir -p "$target.new"
  # With the times of the archive: web servers tell releases apart by them.
  cp -rp "$release/." "$target.new/"
  chown -R root:root "$target.new"
  chmod -R u=rwX,go=rX "$target.new"
  rm -rf "$target"
  mv "$target.new" "$target"
fi
# In one step: no request ever finds half a release.
ln -sfn "releases/$version" "$home/current.new"
mv -T "$home/current.new" "$home/current"
# The one before stays, to go back to.
for old in $(ls -1t "$home/releases" | grep -vx "$version" | tail -n +2); do rm -rf "$home/releases/$old"; done

if [ -z "$root" ] && ! id meridiana >/dev/null 2>&1; then
  useradd --system --home-dir /var/lib/meridiana --no-create-home --shell /usr/sbin/nologin meridiana
fi
mkdir -p "$(dirname "$settings")" "$(dirname "$unit")" "$(dirname "$code")" "$data"
ln -sfn /opt/meridiana/current/deploy/meridiana-code "$code"
chmod 700 "$data"
if [ -z "$root" ]; then chown -R meridiana:meridiana "$data"; fi
[ -f "$settings" ] || cp "$target/deploy/systemd/meridiana.env" "$settings"
cmp -s "$target/deploy/systemd/meridiana.service" "$unit" || cp "$target/deploy/systemd/meridiana.service" "$unit"

if manages_services; then
  systemctl daemon-reload
  systemctl enable --quiet meridiana
  systemctl restart meridiana
  say "$version runs; open http://$(hostname -I | cut -d' ' -f1)/ and register the administrator"
else
  say "$version is installed; start it with: systemctl enable --now meridiana"
fi
