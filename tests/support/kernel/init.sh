#!/bin/busybox sh
# First program of the machine: mounts the root of the host, on which nothing is ever written, and goes on in guest.sh.
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in virtio_pci 9pnet_virtio 9p overlay; do modprobe "$module"; done
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=512000,cache=loose host /host
mount -t tmpfs -o size=70% written /written
mkdir /written/upper /written/work
mount -t overlay -o lowerdir=/host,upperdir=/written/upper,workdir=/written/work root /root
cp /guest.sh /settings.sh /root/
umount /proc /sys /dev
exec switch_root /root /bin/sh /guest.sh
