# Runs the tests that /settings.sh names, with the programs of the host on the kernel of the machine, and switches the machine off.
. /settings.sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs -o mode=755 run /run
mount -t cgroup2 cgroup2 /sys/fs/cgroup
# The layers of a box may lie on no overlay: they get a file system of their own, and its root is mounted a second time.
mkdir -p /run/boxes/meridiana-boxes /lib/modules
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=512000,cache=loose boxes /run/boxes/meridiana-boxes
mount --bind "$MODULES" /lib/modules
for module in veth 8021q overlay af_packet uhid hid-mcp2221; do modprobe "$module"; done
ip link set lo up
cd "$FOLDER"
vitest() { node_modules/.bin/vitest run --config tests/box/vitest.config.ts "$@" 2>&1; }
eval "vitest $TESTS"
echo "tests ended with $?"
sync
echo o > /proc/sysrq-trigger
sleep 60
