#!/bin/sh
# Boots systemd of a Debian root. Runs as process 1 of namespaces that boot-box.ts made: mounts, pids, host name, ipc, cgroups, network.
#   boot.sh BASE FOLDER NAME DROPPED: BASE is the root (never written), FOLDER keeps what the box changes, DROPPED are capabilities.
set -eu
base=$1 folder=$2 name=$3 dropped=$4
root=$folder/root

mount --make-rprivate /
mkdir -p "$folder/upper" "$folder/work" "$root"
mount -t overlay overlay -o "lowerdir=$base,upperdir=$folder/upper,workdir=$folder/work" "$root"

# Settings of the kernel that no namespace separates are read-only.
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
for path in sys sysrq-trigger irq bus; do
  [ -e "$root/proc/$path" ] || continue
  mount --bind "$root/proc/$path" "$root/proc/$path"
  [ "$path" != sys ] || mount --bind "$root/proc/sys/net" "$root/proc/sys/net"
  mount -o remount,bind,ro,nosuid,nodev,noexec "$root/proc/$path"
done
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"
# systemd 257 refuses cgroup v1: the box sees only its own part of version 2, wherever the host keeps that.
mount -t tmpfs -o size=1m tmpfs "$root/sys/fs/cgroup"
mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 "$root/sys/fs/cgroup"

mount -t tmpfs -o mode=755,nosuid,size=4m tmpfs "$root/dev"
for device in null zero full random urandom tty; do cp -a "/dev/$device" "$root/dev/$device"; done
for chip in /dev/gpiochip*; do [ ! -e "$chip" ] || cp -a "$chip" "$root$chip"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${number%:*}" "$root/dev/${number#*:}"; done
ln -s null "$root/dev/console"
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root/run"

hostname "$name"
cd "$root"
pivot_root . .
umount -l .
cd /
exec env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  setpriv --bounding-set="$dropped" /sbin/init
