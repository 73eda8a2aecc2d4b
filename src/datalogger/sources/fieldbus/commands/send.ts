import type { Unit } from '../engine/unit';
import type { ReadReply } from '../modbus/read';
import type { AllowedWrite } from '../sunspec/allowed-write';

const illegalAddress = 2;

/** Writes a block to a unit; where the device refuses that, point by point. */
export async function sendBlock(
  { line, timeoutMs }: Pick<Unit, 'line' | 'timeoutMs'>,
  write: AllowedWrite,
): Promise<ReadReply> {
  const reply = await line.write(write, timeoutMs);
  if (reply.kind !== 'exception' || reply.code !== illegalAddress) return reply;
  for (const point of write.apart) {
    const each = await line.write(point, timeoutMs);
    if (each.kind !== 'values') return each;
  }
  return { kind: 'values', values: new Uint16Array() };
}
