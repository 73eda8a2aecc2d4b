import type { RegistersAnswer } from '../../../data/bus-registers';

/** "SunS": the two registers before the first model. */
const mark = [0x5375, 0x6e53];
export const bases = [40_000, 50_000, 0] as const;
const mostAtOnce = 125;
/** No device has more registers than this in its chain. */
const mostRegisters = 12_000;
const endId = 0xffff;
/** The model of identity; where the serial number is in it, after its header, and its registers. */
const identityId = 1;
const [serialAt, serialSize] = [48, 16];

/** A recorded device: its registers from `base` on. Serial numbers are blanked. */
export interface Dump {
  readonly name: string;
  readonly unit: number;
  readonly base: number;
  /** When it was read, ISO 8601. */
  readonly time: string;
  readonly registers: readonly number[];
}

export type Reading = (from: number, count: number) => Promise<Pick<RegistersAnswer, 'values'> | null>;

/** Reads the chain of models of a unit from its mark to its end; null if absent. `onProgress`: registers so far. */
export async function readChain(
  read: Reading,
  onProgress: (count: number) => void,
): Promise<{ readonly base: number; readonly registers: readonly number[] } | null> {
  for (const base of bases) {
    const first = await read(base, mark.length + 2);
    const registers = [...(first?.values ?? [])];
    if (registers[0] !== mark[0] || registers[1] !== mark[1]) continue;
    for (const { from, length } of modelsIn(registers)) {
      const isRead = await readUpTo(read, base, registers, from + length + 2);
      onProgress(registers.length);
      if (!isRead || registers.length >= mostRegisters) break;
    }
    return { base, registers };
  }
  return null;
}

/** Reads on until there are `count` registers; false where the device does not give them. */
async function readUpTo(read: Reading, base: number, registers: number[], count: number): Promise<boolean> {
  while (registers.length < count) {
    const answer = await read(base + registers.length, Math.min(mostAtOnce, count - registers.length));
    if (!answer?.values || answer.values.length === 0) return false;
    registers.push(...answer.values);
  }
  return true;
}

/** The registers with the serial number of every model of identity blanked: a dump is given to others. */
export function withoutSerials(registers: readonly number[]): number[] {
  const blanked = [...registers];
  for (const { id, from } of modelsIn(registers))
    if (id === identityId)
      blanked.fill(0, from + serialAt, Math.min(blanked.length, from + serialAt + serialSize));
  return blanked;
}

/** The models whose header is in `registers`, which may grow meanwhile; `from`: the index of the first register after the header. */
function* modelsIn(registers: readonly number[]) {
  for (let at = mark.length; ; ) {
    const [id, length] = [registers[at], registers[at + 1]];
    if (id === undefined || length === undefined || id === endId || id === 0) return;
    yield { id, from: at + 2, length };
    at += 2 + length;
  }
}
