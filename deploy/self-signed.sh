#!/bin/sh
# Makes a certificate for the plant's own addresses and names, so that https works without a certification authority.
# Usage: self-signed.sh FOLDER NAME_OR_ADDRESS...    (as: self-signed.sh /etc/meridiana/tls 192.168.1.10 datalogger.local)
set -eu
[ $# -ge 2 ] || { echo "usage: $0 folder name-or-address..." >&2; exit 2; }
folder=$1
shift
names=
for name; do
  case $name in
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
  esac
  case $name in *:*) kind=IP ;; esac
  names="$names${names:+,}$kind:$name"
done
mkdir -p "$folder"
umask 077
# 825 days is the most that browsers take from a certificate that was installed by hand.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 825 -subj "/CN=$1" \
  -addext "subjectAltName=$names" -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2>/dev/null
chmod 644 "$folder/certificate.pem"
echo "$folder/certificate.pem for $names"
