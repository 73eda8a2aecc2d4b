import type { Expected, MappedDevice, MappedModel, Nameplate, NotIdentified } from '../device-driver';
import type { ReadReply } from '../modbus/read';
import { decode } from './decode';
import { models } from './models';
import type { Value } from './types';

const unknown: Nameplate = { maker: '', model: '', version: '', serial: '' };

const text = (value: Value | undefined) => (typeof value === 'string' ? value : '');

/** Texts of the identity, in the parts that are read one by one where it is not given as a whole: offset from its id, and registers. */
const parts = [
  [2, 32],
  [34, 16],
  [50, 16],
] as const;

/** Registers of all texts: its address, which follows them, is no part of its identity. */
const textRegisters = 64;

/**
 * What a device says of itself in its model of identity. A device that does not give it as a whole is asked for its parts; what it
 * refuses stays empty.
 */
export async function readNameplate(
  registers: (from: number, count: number) => Promise<ReadReply>,
  identity: MappedModel | undefined,
): Promise<Pick<MappedDevice, 'nameplate' | 'identity'> | NotIdentified> {
  const table = models.get(1);
  if (!identity || !table) return { nameplate: unknown, identity: [] };
  const words = new Map<number, number>();
  const read: Expected[] = [];
  const start = identity.from - 2;
  const take = async (offset: number, count: number) => {
    const reply = await registers(start + offset, count);
    if (reply.kind === 'values') {
      read.push({ fc: 3, from: start + offset, words: [...reply.values.subarray(0, textRegisters)] });
      for (const [index, word] of reply.values.entries()) words.set(offset + index, word);
    }
    return reply;
  };
  const whole = await take(2, Math.min(identity.length, table.fixed - 2));
  if (whole.kind === 'no-connection') return whole;
  if (whole.kind !== 'values')
    for (const [offset, count] of parts) {
      const reply = await take(offset, count);
      if (reply.kind !== 'values' && reply.kind !== 'exception') return reply;
    }
  const { points } = decode(table, identity.length, (offset, count) => {
    const own = Array.from({ length: count }, (_, index) => words.get(offset + index));
    return own.includes(undefined) ? null : own.map(word => word ?? 0);
  });
  const nameplate = {
    maker: text(points.Mn),
    model: text(points.Md),
    version: text(points.Vr),
    serial: text(points.SN),
  };
  return { nameplate, identity: read };
}
