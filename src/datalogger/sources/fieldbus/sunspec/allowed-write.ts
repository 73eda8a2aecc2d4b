import type { Registers } from '../device-driver';
import type { WriteRequest } from '../modbus/read';
import type { Found } from './plan';
import { type Point, valueIn } from './types';

/** Between these a point is written, in its unit; `kept`: it lies between others, and is written as it was read. */
type Bounds = readonly [least: number, most: number] | 'kept';

const percent = [0, 100] as const;
const signedPercent = [-100, 100] as const;
const flag = [0, 1] as const;
const seconds = [0, 3600] as const;
/** CEI 0-16: a power factor nearer to 0 is no set-point. */
const factor = [0.9, 1] as const;

/** Everything that is ever written to a device with SunSpec: points by model. Devices with a profile are written what its commands name (`ofCommand`), modules the outputs that records name (`ofOutput`). */
export const allowedPoints: Readonly<Record<number, Readonly<Record<string, Bounds>>>> = {
  123: {
    WMaxLimPct: percent,
    WMaxLimPct_WinTms: [0, 0],
    WMaxLimPct_RvrtTms: seconds,
    WMaxLimPct_RmpTms: 'kept',
    WMaxLim_Ena: flag,
    VArWMaxPct: signedPercent,
    VArMaxPct: 'kept',
    VArAvalPct: 'kept',
    VArPct_WinTms: [0, 0],
    VArPct_RvrtTms: seconds,
    VArPct_RmpTms: 'kept',
    VArPct_Mod: [1, 1],
    VArPct_Ena: flag,
  },
  704: {
    WMaxLimPctEna: flag,
    WMaxLimPct: percent,
    WMaxLimPctRvrt: [100, 100],
    WMaxLimPctEnaRvrt: [0, 0],
    WMaxLimPctRvrtTms: seconds,
    VarSetEna: flag,
    VarSetMod: [0, 0],
    VarSetPri: 'kept',
    VarSet: 'kept',
    VarSetRvrt: 'kept',
    VarSetPct: signedPercent,
    VarSetPctRvrt: [0, 0],
    VarSetEnaRvrt: [0, 0],
    VarSetRvrtTms: seconds,
    PFWInjEna: flag,
    PFWInjEnaRvrt: [0, 0],
    PFWInjRvrtTms: seconds,
    'PFWInj.PF': factor,
    'PFWInj.Ext': flag,
  },
};

interface Part {
  readonly name: string;
  readonly from: number;
  readonly words: readonly number[];
  /** Whether it is written with a value, and not as it was read; and that value, as it has room. */
  readonly isSet: boolean;
  readonly value: number | null;
}

const headerSize = 2;

/** One write that the list allows; there is no other way to make one. */
export class AllowedWrite {
  readonly parts: readonly Part[];
  readonly #unit: number;
  readonly #fc: WriteRequest['fc'];

  private constructor(unit: number, parts: readonly Part[], fc: WriteRequest['fc'] = 16) {
    this.#unit = unit;
    this.parts = parts;
    this.#fc = fc;
  }

  /** Writes the registers of one step of a profile's command; null for words that have no room in a register. */
  static ofCommand(
    { unit, fc }: { readonly unit: number; readonly fc: 6 | 16 },
    { name, from, words, value }: Omit<Part, 'isSet'>,
  ): AllowedWrite | null {
    const areWords = words.every(word => Number.isInteger(word) && word >= 0 && word <= 0xffff);
    return areWords ? new AllowedWrite(unit, [{ name, from, words, value, isSet: true }], fc) : null;
  }

  /** Switches the output of a module that a record names; null for what has no room in its coil or register. */
  static ofOutput(
    { unit, fc, address }: { readonly unit: number; readonly fc: 5 | 6 | 15; readonly address: number },
    held: number,
  ): AllowedWrite | null {
    const most = fc === 6 ? 0xffff : 1;
    const isRight = Number.isInteger(held) && held >= 0 && held <= most;
    const part = { name: 'output', from: address, words: [held], value: held, isSet: true };
    return isRight ? new AllowedWrite(unit, [part], fc) : null;
  }

  /**
   * Writes the points of a block, which lie one behind the other: those of `values` with their value, within their bounds, the others as
   * they are in `registers`. Null where the registers were not read, or a value has no room in its point. Throws for what is not allowed.
   */
  static of(
    { unit, mapped, table }: Found,
    block: readonly string[],
    values: Readonly<Record<string, number>>,
    registers: Registers,
  ): AllowedWrite | null {
    const start = mapped.from - headerSize;
    const pointOf = (name: string) => table.points.find(point => point.name === name);
    const parts: Part[] = [];
    for (const name of block) {
      const bounds = allowedPoints[mapped.id]?.[name];
      const [point, value] = [pointOf(name), values[name]];
      const last = parts.at(-1);
      const from = start + (point?.offset ?? 0);
      if (!bounds || !point || (last && last.from + last.words.length !== from))
        throw new RangeError(`${mapped.id} ${name} is not written`);
      const isSet = value !== undefined && bounds !== 'kept';
      const power = powerOf(pointOf, point, start, registers);
      const words = isSet ? wordsOf(point, within(value, bounds), power) : registers.at(3, from, point.size);
      if (words === null) return null;
      const held = isSet ? valueIn(point.type, words, power) : null;
      parts.push({ name, from, words: [...words], isSet, value: typeof held === 'number' ? held : null });
    }
    return new AllowedWrite(unit, parts);
  }

  get request(): WriteRequest {
    const words = this.parts.flatMap(part => part.words);
    return { unit: this.#unit, fc: this.#fc, from: this.parts[0]?.from ?? 0, count: words.length, words };
  }

  /** The same, point by point, for devices that refuse a block: what is written as it was read is left out. */
  get apart(): AllowedWrite[] {
    return this.parts.flatMap(part => (part.isSet ? [new AllowedWrite(this.#unit, [part], this.#fc)] : []));
  }
}

const within = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(most, Math.max(least, value));

/** The power of ten of a point, from the same registers; null where the device gives none. */
function powerOf(
  pointOf: (name: string) => Point | undefined,
  { scale }: Point,
  start: number,
  registers: Registers,
): number | null {
  if (typeof scale !== 'string') return scale ?? 0;
  const words = registers.at(3, start + (pointOf(scale)?.offset ?? 0), 1);
  const power = words && valueIn('sunssf', words, 0);
  return typeof power === 'number' ? power : null;
}

/** Null where the value has no room, or would read as absent. */
function wordsOf({ type, size }: Point, value: number, power: number | null): number[] | null {
  if (power === null || !Number.isFinite(value)) return null;
  const raw = Math.round(power < 0 ? value * 10 ** -power : value / 10 ** power);
  const isSigned = type.startsWith('int');
  const half = 2 ** (16 * size - 1);
  if (raw < (isSigned ? 1 - half : 0) || raw > (isSigned ? half - 1 : 2 * half - 2)) return null;
  const bits = raw < 0 ? raw + 2 * half : raw;
  return Array.from({ length: size }, (_, word) => Math.floor(bits / 2 ** (16 * (size - 1 - word))) & 0xffff);
}
