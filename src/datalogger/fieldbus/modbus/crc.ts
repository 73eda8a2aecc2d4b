/** CRC-16 of Modbus (polynomial 0xA001, start 0xFFFF) over `count` bytes from `start`; it is sent with its low byte first. */
export function crc16(bytes: Uint8Array, start: number, count: number): number {
  let crc = 0xffff;
  for (let index = start; index < start + count; index++) {
    crc ^= bytes[index] ?? 0;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
