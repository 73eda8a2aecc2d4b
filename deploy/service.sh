# Read by install.sh and by the scripts of the Debian package: what both do on a box. $root is the folder of an image; empty on a box.
user=meridiana
settings=/etc/meridiana/meridiana.env
data=/var/lib/meridiana

say() { echo "meridiana: $*"; }
fail() { say "$*" >&2; exit 1; }

# Only where systemd runs, and never for an image.
manages_services() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

# Whether a unit can be enabled; the others are started by their socket.
can_be_enabled() { grep -q '^\[Install\]' "$1"; }
# Whether an installation starts it: a service that runs once has its own time.
is_started() { can_be_enabled "$1" && ! grep -q '^Type=oneshot' "$1"; }

# Lets systemd start a unit again that failed, or that was started more than five times within ten seconds.
forget_failures() { systemctl reset-failed "$1" 2>/dev/null || true; }

# Makes the user in an image as well, where that has users. Debian's group for serial ports is the only one besides its own.
make_user() {
  [ -f "$root/etc/passwd" ] || return 0
  grep -q "^$user:" "$root/etc/passwd" ||
    useradd ${root:+--prefix "$root"} --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin "$user"
  grep -q '^dialout:' "$root/etc/group" || return 0
  usermod ${root:+--prefix "$root"} --append --groups dialout "$user"
}

# The folder of the data, and the settings of the folder $1 unless they are there. They may hold a password: only root and the service
# read them.
make_folders() {
  owner=$(sed -n "s/^$user:[^:]*:\([0-9]*:[0-9]*\):.*/\1/p" "$root/etc/passwd" 2>/dev/null || true)
  mkdir -p "$root$data" "$root$(dirname "$settings")"
  chmod 700 "$root$data"
  [ -z "$owner" ] || chown "$owner" "$root$data"
  for default in "$1"/*.env; do
    each=$root$(dirname "$settings")/$(basename "$default")
    [ -f "$each" ] || cp "$default" "$each"
    chmod 640 "$each"
    [ -z "$owner" ] || chown "0:${owner#*:}" "$each"
  done
}

setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1 | tr -d "\"'"; }

address() {
  host=$(setting HOST)
  port=$(setting PORT)
  case ${host:-127.0.0.1} in
    0.0.0.0 | ::) host=127.0.0.1 ;;
    *:*) host="[$host]" ;;
  esac
  echo "http://${host:-127.0.0.1}:${port:-8080}/"
}

# The address to open: the first one of the box, where the service listens on all.
shown_address() {
  case $(setting HOST) in
    0.0.0.0 | ::) address | sed "s/127\.0\.0\.1/$(hostname -I | cut -d' ' -f1)/; s/:80\/$/\//" ;;
    *) address ;;
  esac
}

answers() {
  "$1" -e 'fetch(process.argv[1], { signal: AbortSignal.timeout(4000) }).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$(address)" 2>/dev/null
}

why_not() {
  say "$*; the last lines of its journal:" >&2
  journalctl --unit $user --lines 15 --no-pager --output cat >&2 || true
  say "to follow it: journalctl -fu $user; after a change: systemctl restart $user" >&2
}

# Seconds since the box booted: the clock may be set meanwhile.
uptime_s() { cut -d. -f1 /proc/uptime; }

# Waits until the service answers, asking each second at first and then every five, since each question costs a slow box seconds. Ends
# with 1 and says why if it does not start, starts again and again, or is not ready after ANSWER_LIMIT_S seconds: the first start of the
# simulated plant writes 13 months of history, which takes minutes on a slow armhf box.
wait_for_answer() {
  node=$1
  limit=${ANSWER_LIMIT_S:-600}
  began=$(uptime_s)
  pause=1
  # The count of restarts may begin above 0, where the service was failing before.
  before=$(systemctl show --property NRestarts --value $user)
  until answers "$node"; do
    state=$(systemctl show --property ActiveState --value $user)
    restarts=$(systemctl show --property NRestarts --value $user)
    waited=$(($(uptime_s) - began))
    case $state in failed | inactive) why_not "the service does not start"; return 1 ;; esac
    if [ $((restarts - before)) -ge 2 ]; then why_not "the service ends again and again"; return 1; fi
    if [ "$waited" -ge "$limit" ]; then why_not "the service has not answered at $(address) in $limit s"; return 1; fi
    if [ "$waited" -ge 10 ] && [ $pause = 1 ]; then
      pause=5
      say "waiting for the first answer, at most $limit s"
    fi
    sleep $pause
  done
}
