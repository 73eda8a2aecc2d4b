import type { MappedModel } from '../device-driver';
import type { ReadReply } from '../modbus/read';
import { models } from './models/models';
import { blockRequests, mostInputs } from './plan';

/** Models of which makers announce more blocks than their devices give, at least by night. */
const doubted: readonly number[] = [160, 714];

type ReadRegisters = (from: number, count: number) => Promise<ReadReply>;

/** How many registers from `from` on are not refused: `most`, or as many blocks less. Null where the device does not answer now. */
async function longestRead(
  registers: ReadRegisters,
  from: number,
  { most, least, size }: { readonly most: number; readonly least: number; readonly size: number },
): Promise<number | null> {
  for (let count = most; count >= least; count -= size) {
    const { kind } = await registers(from, count);
    if (kind === 'values') return count;
    if (kind !== 'exception') return null;
  }
  return 0;
}

/**
 * A model with the length that its device lets be read, in whole blocks: a request that goes beyond it is refused as a whole. Other
 * models, and one that does not answer now or refuses everything, keep the length that they say.
 */
export async function asReadable(
  registers: ReadRegisters,
  unit: number,
  mapped: MappedModel,
): Promise<MappedModel> {
  const table = doubted.includes(mapped.id) ? models.get(mapped.id) : undefined;
  if (!table?.block) return mapped;
  const { size } = table.block;
  for (const { from, count } of blockRequests({ unit, mapped, table }, mostInputs)) {
    const isFirst = from === mapped.from;
    const least = isFirst ? Math.min(count, table.fixed - 2) : size;
    const read = await longestRead(registers, from, { most: count, least, size });
    if (read === null || (isFirst && read === 0)) return mapped;
    if (read < count) return { ...mapped, length: from + read - mapped.from };
  }
  return mapped;
}
