import type { DeviceMap, Identified, MappedModel, NotIdentified, UnitAddress } from '../device-driver';
import type { Read, ReadReply } from '../modbus/read';
import { repeated } from '../modbus/repeated';
import { models } from './models';
import { readNameplate } from './nameplate';
import { blockRequests, mostInputs } from './plan';

/** "SunS": the two registers before the first model. */
const mark = [0x5375, 0x6e53] as const;
/** Protocol addresses at which the mark may be. */
const usualBases = [40_000, 50_000, 0] as const;
/** A chain is cut after this many models, so that one without an end takes a bounded time. */
const mostModels = 64;
const lastAddress = 65_535;
/** Id of the model that ends a chain. */
const endId = 0xffff;
/** Lengths of the model of identity: with and without its padding. */
const identityLengths: readonly number[] = [65, 66];

/** Exceptions that say something of the device or its gateway, not of the address: too busy to answer, or not reached. */
const passing: readonly number[] = [5, 6, 10, 11];
const isRefusal = (reply: ReadReply) => reply.kind === 'exception' && !passing.includes(reply.code);

/** Reads holding registers of one unit. */
export type ReadRegisters = (from: number, count: number) => Promise<ReadReply>;

const readerOf =
  (read: Read, unit: number): ReadRegisters =>
  async (from, count) =>
    from + count > lastAddress + 1 ? { kind: 'exception', code: 2 } : read({ unit, fc: 3, from, count });

/**
 * Finds the chain of models of a unit and what it consists of. The configured base is tried first. A unit that does not answer is not
 * asked at other bases: silence is no answer of a device. From the first answer on lost replies are requested again.
 */
export async function identify(
  read: Read,
  { unit, base }: Pick<UnitAddress, 'unit' | 'base'>,
): Promise<Identified> {
  const again = readerOf(repeated(read), unit);
  let registers = readerOf(read, unit);
  const bases = base === null ? usualBases : [base, ...usualBases.filter(other => other !== base)];
  let last: NotIdentified = { kind: 'foreign' };
  for (const each of bases) {
    const reply = await registers(each, 3);
    registers = again;
    if (reply.kind === 'values') {
      const [first, second] = reply.values;
      if (first === mark[0] && second === mark[1]) return mapFrom(registers, unit, each);
      last = { kind: 'foreign' };
    } else if (isRefusal(reply)) {
      if (last.kind !== 'foreign' || each === base) last = reply;
    } else return reply;
  }
  return last;
}

async function mapFrom(registers: ReadRegisters, unit: number, base: number): Promise<Identified> {
  const walked = await walk(registers, base + mark.length);
  if ('kind' in walked) return walked;
  const { chain, isWhole } = walked;
  const devices: DeviceMap['devices'][number][] = [];
  for (const own of byDevice(chain)) {
    const identity = own.find(({ id }) => id === 1);
    const read = await readNameplate(registers, identity);
    if ('kind' in read) return read;
    const models: MappedModel[] = [];
    for (const mapped of own) models.push(await asReadable(registers, unit, mapped));
    devices.push({ ...read, models });
  }
  return { kind: 'found', map: { unit, base, devices, isWhole } };
}

/** A model of identity begins a device. */
function byDevice(chain: readonly MappedModel[]): MappedModel[][] {
  const devices: MappedModel[][] = [];
  for (const model of chain) {
    const last = devices.at(-1);
    if (last === undefined || model.id === 1) devices.push([model]);
    else last.push(model);
  }
  return devices;
}

/** Id and length of a model. */
interface Header {
  readonly id: number;
  readonly length: number;
}

/** The end of a chain: read, or assumed because nothing answered there. */
interface End {
  readonly end: 'read' | 'assumed';
}

/** The models of a chain; `isWhole` as in `DeviceMap`. */
interface Walked {
  readonly chain: readonly MappedModel[];
  readonly isWhole: boolean;
}

/**
 * The models from the address of the first one, in the order of their addresses. Each is found by the length that the one before says of
 * itself. The chain ends where it says so, where a header is refused (devices without an end), and where it holds a zero.
 */
async function walk(registers: ReadRegisters, from: number): Promise<Walked | NotIdentified> {
  const chain: MappedModel[] = [];
  let at = from;
  let isWhole = true;
  while (chain.length < mostModels && at < lastAddress) {
    const header = await readHeader(registers, at, chain.length > 0 ? from : null);
    if ('kind' in header) return header;
    if ('end' in header) {
      isWhole = header.end === 'read';
      break;
    }
    const { id, length: said } = header;
    const length = await (id === 1 ? identityLength : trueLength)(registers, at, header);
    const start = at + 2;
    chain.push({ id, from: start, length: Math.min(length, lastAddress + 1 - start), said });
    at = start + length;
  }
  return chain.length > 0 ? { chain, isWhole } : { kind: 'foreign' };
}

/** `known` is the address of a header that was read: null for the first of the chain. */
async function readHeader(
  registers: ReadRegisters,
  at: number,
  known: number | null,
): Promise<Header | End | NotIdentified> {
  const reply = await registers(at, 2);
  if (reply.kind === 'values') {
    const [id = 0, length = 0] = reply.values;
    return id === 0 || id === endId ? { end: 'read' } : { id, length };
  }
  if (known === null) return reply;
  if (isRefusal(reply)) return { end: 'read' };
  if (reply.kind !== 'timeout') return reply;
  // Some devices do not answer beyond their last model. A known header distinguishes them from a device that fell silent.
  const again = await registers(known, 2);
  return again.kind === 'values' ? { end: 'assumed' } : reply;
}

/** Some firmware counts the two registers of the mark into the length of the identity: then the next header is two registers earlier. */
async function identityLength(
  registers: ReadRegisters,
  at: number,
  { length: said }: Header,
): Promise<number> {
  const shorter = said - mark.length;
  if (identityLengths.includes(said) || !identityLengths.includes(shorter)) return said;
  const reply = await registers(at + 2 + shorter, 2);
  return reply.kind === 'values' && models.has(reply.values[0] ?? 0) ? shorter : said;
}

/**
 * The length of a model, which some firmware says wrongly: that of the official definition where nothing known follows at the place that
 * the device says, and a model of right length or the end follows there.
 */
async function trueLength(
  registers: ReadRegisters,
  at: number,
  { id, length: said }: Header,
): Promise<number> {
  const table = models.get(id);
  const official = (table?.fixed ?? 0) - 2;
  if (!table || table.block || official === said) return said;
  if (isHeader(await registers(at + 2 + said, 2))) return said;
  return isHeader(await registers(at + 2 + official, 2)) ? official : said;
}

/** Whether these registers begin a known model with a length that it can have, or end the chain. */
function isHeader(reply: ReadReply): boolean {
  if (reply.kind !== 'values') return false;
  const [id = 0, length = 0] = reply.values;
  const table = models.get(id);
  if (!table) return id === endId && length === 0;
  const further = length + 2 - table.fixed;
  return further === 0 || (table.block !== null && further > 0 && further % table.block.size === 0);
}

/** Models of which makers announce more blocks than their devices give, at least by night. */
const doubted: readonly number[] = [160, 714];

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
async function asReadable(registers: ReadRegisters, unit: number, mapped: MappedModel): Promise<MappedModel> {
  const table = doubted.includes(mapped.id) ? models.get(mapped.id) : undefined;
  if (!table?.block) return mapped;
  const { size } = table.block;
  for (const { from, count } of blockRequests({ unit, mapped, table }, mostInputs)) {
    const isFirst = from < mapped.from;
    const least = isFirst ? Math.min(count, table.fixed) : size;
    const read = await longestRead(registers, from, { most: count, least, size });
    if (read === null || (isFirst && read === 0)) return mapped;
    if (read === count) continue;
    // A device that gives fewer registers at once has the blocks behind them as well.
    const { kind } = await registers(from + read, size);
    return kind === 'values' ? mapped : { ...mapped, length: from + read - mapped.from };
  }
  return mapped;
}
