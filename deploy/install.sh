#!/bin/sh
# Installs or upgrades Meridiana from an unpacked release archive. Settings and data are never touched. Run again it repairs what is
# damaged, and otherwise changes nothing.
#   ./deploy/install.sh               install or upgrade, start, and wait for the first answer
#   ./deploy/install.sh --rollback    go back to the release before
#   ./deploy/install.sh --uninstall   remove the program; settings and data stay
#   ./deploy/install.sh --purge       remove the program, settings, data and the user
# ROOT=/some/folder installs below that folder and starts nothing (for images).
set -eu
export LC_ALL=C
root=${ROOT:-}
release=$(cd "$(dirname "$0")/.." && pwd)
. "$release/deploy/service.sh"
home=$root/opt/meridiana
unit_folder=$root/etc/systemd/system
code=$root/usr/local/sbin/meridiana-code
changed=

# Status and version of the Debian package, as "installed 0.2.0"; nothing where it was never installed.
package() { [ -n "$root" ] || dpkg-query -W -f='${db:Status-Status} ${Version}' meridiana 2>/dev/null || true; }
is_packaged() { case $(package) in '' | config-files* | not-installed*) return 1 ;; esac; }
installed_version() { cat "$home/current/VERSION" 2>/dev/null || true; }
# By name, so that a service stops before its socket starts again.
units() { for each in "$1"/deploy/systemd/*; do case $each in *.service | *.socket) echo "$each" ;; esac; done; }
is_enabled() { systemctl ${root:+--root "$root"} is-enabled --quiet "$1" 2>/dev/null; }

remove_program() {
  if [ ! -e "$home" ] && [ ! -L "$home/current" ]; then say "nothing is installed by archive"; return; fi
  for each in $(units "$home/current"); do
    name=$(basename "$each")
    if manages_services; then
      systemctl disable --now --quiet "$name" 2>/dev/null || true
      forget_failures "$name"
    fi
    rm -f "$unit_folder/$name" "$unit_folder"/*.wants/"$name"
  done
  rm -rf "$home" "$code"
  if manages_services; then systemctl daemon-reload; fi
}

uninstall() {
  if is_packaged; then fail "it was installed by package: apt remove meridiana (or apt purge meridiana)"; fi
  remove_program
  if [ "$1" = --uninstall ]; then say "removed; settings stay in /etc/meridiana and data in $data"; return; fi
  rm -rf "$root$data" "$root$data-system" "$root$(dirname "$settings")" "$unit_folder/meridiana.service.d"
  if [ -z "$root" ] && id $user >/dev/null 2>&1; then userdel $user; fi
  say "removed, with settings, data and the user"
}

# The Node that the service will run: one that its user reaches, new enough, and of the architecture and version of the native part.
find_node() {
  if [ -n "$root" ]; then
    node=/usr/bin/node
    if [ ! -e "$root$node" ] && [ -e "$root/usr/local/bin/node" ]; then node=/usr/local/bin/node; fi
    return
  fi
  node=$(command -v node) || fail "Node is missing: apt install nodejs (20.19 or newer)"
  case $node:$(readlink -f "$node") in
    *:/root/* | *:/home/* | *:/tmp/* | *:/var/tmp/* | /root/* | /home/* | /tmp/* | /var/tmp/*)
      fail "Node is $(readlink -f "$node"), which the service cannot see: install it for all users, as apt install nodejs does" ;;
  esac
  "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node is $("$node" --version): 20.19 or newer is needed"
  (cd "$release" && "$node" -e 'new (require("better-sqlite3"))(":memory:").close()' 2>/dev/null) ||
    fail "this archive is for $("$node" -p 'const p = require(process.argv[1]); `${p.cpu[0]} and Node ${p.engines.node}`' "$release/package.json"), this box has $("$node" -p process.arch) and Node $("$node" --version): nothing was changed"
}

# Every file as SHA256SUMS says, and no other.
is_whole() {
  (cd "$1" && sha256sum --quiet --check SHA256SUMS >/dev/null 2>&1) || { echo "files are missing or differ"; return 1; }
  listed=$(sed 's/^[0-9a-f]*  //' "$1/SHA256SUMS" | sort)
  there=$(cd "$1" && find . ! -type d ! -path ./SHA256SUMS | sed 's|^\./||' | sort)
  [ "$listed" = "$there" ] || { echo "it has files that SHA256SUMS does not list"; return 1; }
}

refuse_downgrade() {
  old=$(installed_version)
  newest=$(printf '%s\n%s\n' "$old" "$version" | sort -V | tail -n 1)
  if [ -z "$old" ] || [ "$newest" = "$version" ] || [ -n "${MERIDIANA_DOWNGRADE:-}" ]; then return; fi
  fail "$old is installed, and $version is older: it cannot read databases that a newer release has changed. \
'$home/current/deploy/install.sh --rollback' goes back to the release before; MERIDIANA_DOWNGRADE=yes installs this one all the same"
}

# The archive takes the place of the package; whether the administrator had disabled the service stays.
replace_package() {
  is_packaged || return 0
  for each in $(units "$home/current"); do
    name=$(basename "$each")
    if can_be_enabled "$each" && ! is_enabled "$name"; then disabled="$disabled $name "; fi
  done
  say "takes the place of the package ($(package | cut -d' ' -f2))"
  dpkg --remove meridiana >/dev/null
  # What the package keeps for its own next installation.
  for each in $(units "$release"); do rm -f "$unit_folder"/*.wants/"$(basename "$each")"; done
  changed=yes
}

copy_release() {
  target=$home/releases/$version
  if [ -d "$target" ] && cmp -s "$release/SHA256SUMS" "$target/SHA256SUMS" && is_whole "$target" >/dev/null; then return; fi
  mkdir -p "$target.new"
  # With the times of the archive: web servers tell releases apart by them.
  cp -rp "$release/." "$target.new/"
  chown -R root:root "$target.new"
  chmod -R u=rwX,go=rX "$target.new"
  rm -rf "$target"
  mv "$target.new" "$target"
  changed=yes
}

# Makes a release the current one in one step: no request ever finds half a release. The one before stays, to go back to.
activate() {
  before=$(readlink "$home/current" || true)
  if [ "$before" != "releases/$1" ]; then
    [ -z "$before" ] || ln -sfn "$before" "$home/previous"
    ln -sfn "releases/$1" "$home/current.new"
    mv -T "$home/current.new" "$home/current"
    changed=yes
  fi
  for each in $(units "$home/current"); do
    name=$(basename "$each")
    is_new=
    [ -e "$unit_folder/$name" ] || is_new=yes
    sed "s|^ExecStart=/usr/bin/node |ExecStart=$node |" "$each" >"$home/unit.new"
    if ! cmp -s "$home/unit.new" "$unit_folder/$name"; then
      install -D -m 644 "$home/unit.new" "$unit_folder/$name"
      changed=yes
    fi
    rm "$home/unit.new"
    case $disabled in *" $name "*) continue ;; esac
    if [ -n "$is_new" ] && can_be_enabled "$each"; then
      wanted=$unit_folder/$(sed -n 's/^WantedBy=//p' "$each").wants
      mkdir -p "$wanted"
      ln -sfn "/etc/systemd/system/$name" "$wanted/$name"
    fi
  done
}

# Starts what is enabled or was running; a service that the administrator disabled stays so.
start() {
  systemctl daemon-reload
  started=
  for each in $(units "$home/current"); do
    name=$(basename "$each")
    if ! can_be_enabled "$each"; then [ -z "$changed" ] || systemctl stop "$name"; fi
    is_started "$each" || continue
    # Attempts that failed before do not count against this start.
    forget_failures "$name"
    if systemctl is-active --quiet "$name"; then [ -z "$changed" ] || systemctl restart "$name" || true
    elif is_enabled "$name"; then systemctl restart "$name" || true; fi
    [ "$name" != meridiana.service ] || ! { is_enabled "$name" || systemctl is-active --quiet "$name"; } || started=yes
  done
  if [ -z "$started" ]; then say "$1 is installed; its service is disabled and stays so: systemctl enable --now meridiana"; return; fi
  wait_for_answer "$node" || return 1
}

rollback() {
  [ -z "$root" ] && [ -L "$home/previous" ] && [ -d "$home/previous/" ] || fail "there is no release to go back to"
  find_node
  newer=$(installed_version)
  older=$(cat "$home/previous/VERSION")
  activate "$older"
  if start "$older"; then say "$older runs again; open $(shown_address)"; return; fi
  changed=yes
  activate "$newer"
  start "$newer" || true
  fail "$older does not run: $newer was put back"
}

[ "$(id -u)" = 0 ] || fail "run it as root"
disabled=
case ${1:-} in
  --uninstall | --purge) uninstall "$1"; exit ;;
  --rollback) rollback; exit ;;
  '') ;;
  *) fail "it knows --rollback, --uninstall and --purge" ;;
esac

[ -f "$release/SHA256SUMS" ] || fail "run it from an unpacked release archive"
reason=$(is_whole "$release") || fail "the archive is damaged: $reason; nothing was changed"
find_node
version=$(cat "$release/VERSION")
refuse_downgrade
replace_package
if [ -d "$home/current" ] && [ ! -L "$home/current" ]; then
  fail "$home/current is a folder that no release archive made: move it away first"
fi
first=
[ -n "$(ls -A "$root$data" 2>/dev/null)" ] || first=yes
mkdir -p "$home/releases"
rm -rf "$home"/releases/*.new "$home/current.new"
copy_release
make_user
make_folders "$release/deploy/systemd"
activate "$version"
for old in "$home"/releases/*; do
  case " $(readlink "$home/current") $(readlink "$home/previous" || true) " in
    *" releases/$(basename "$old") "*) ;;
    *) rm -rf "$old" ;;
  esac
done
if [ "$(readlink "$code" || true)" != /opt/meridiana/current/deploy/meridiana-code ]; then
  mkdir -p "$(dirname "$code")"
  ln -sfn /opt/meridiana/current/deploy/meridiana-code "$code"
fi
if [ -n "$root" ]; then say "$version is installed in $root; it starts with the box"; exit; fi
if ! manages_services; then say "$version is installed; systemd does not run here, so nothing was started"; exit; fi
start "$version" || exit 1
if [ -z "$started" ]; then exit; fi
if [ -z "$changed" ]; then say "$version was installed already, whole, and runs"; exit; fi
say "$version runs; open $(shown_address)${first:+ and register the administrator}"
