/** The kind of a picture by its first bytes, whatever its name says; null for anything else. */
export function pictureType(bytes: Buffer): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : null;
}

/** Pixels of the longer side of a JPEG. */
export const mostPixels = 4000;
/** Start-of-frame markers (ITU-T T.81, table B.1). */
const frames = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/** Whether the bytes are a JPEG with a frame of one, three or four components of eight bits. */
export function isJpeg(bytes: Buffer): boolean {
  if (pictureType(bytes) !== 'image/jpeg') return false;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!frames.includes(bytes[at + 1] ?? 0)) continue;
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    const areKnown = bytes[at + 4] === 8 && [1, 3, 4].includes(bytes[at + 9] ?? 0);
    return areKnown && Math.min(height, width) > 0 && Math.max(height, width) <= mostPixels;
  }
  return false;
}
