import { inflateRawSync } from 'node:zlib';

/** The texts in an archive, by name: stored or deflated, as the central directory lists them. */
export function unzipped(archive: Buffer): ReadonlyMap<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameBytes, extra, comment] = [28, 30, 32].map(place => archive.readUInt16LE(at + place));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0));
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    const isDeflated = archive.readUInt16LE(at + 10) === 8;
    files.set(name, (isDeflated ? inflateRawSync(bytes) : bytes).toString());
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
