import type { Unit } from '../engine/unit';
import type { ReadReply } from '../modbus/read';
import type { AllowedWrite } from '../sunspec/allowed-write';

const illegalAddress = 2;

/** Writes a block to a unit; where the device refuses that, point by point. */
async function sendBlock(
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

/** Writes one block after the other, until one is not taken. */
export async function sendAll(
  unit: Pick<Unit, 'line' | 'timeoutMs'>,
  writes: readonly AllowedWrite[],
): Promise<'written' | 'refused' | 'silent'> {
  for (const write of writes) {
    const reply = await sendBlock(unit, write);
    if (reply.kind !== 'values') return reply.kind === 'exception' ? 'refused' : 'silent';
  }
  return 'written';
}
