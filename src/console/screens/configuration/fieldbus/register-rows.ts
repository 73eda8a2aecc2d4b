import type { NamedRegisters } from '../../../data/bus-registers';
import { formatNumber, missing } from '../../../i18n/format';

/** A register in the forms in which people look for a value. Two registers together: with the high word first, and with the low one first. */
export interface RegisterRow {
  readonly address: number;
  readonly hex: string;
  readonly u16: number;
  readonly i16: number;
  readonly u32: string;
  readonly u32Low: string;
  readonly f32: string;
  readonly f32Low: string;
  readonly text: string;
  /** The SunSpec model and point that begin here, and the value; empty where none does. */
  readonly point: string;
  readonly value: string;
}

/** The rows of registers from the protocol address `from` on. */
export function registerRows(
  from: number,
  values: readonly number[],
  points: readonly NamedRegisters[],
): RegisterRow[] {
  const named = new Map(points.map(each => [each.from, each]));
  return values.map((value, index) => {
    const next = values[index + 1];
    const [u32, f32] = next === undefined ? ['', ''] : together(value, next);
    const [u32Low, f32Low] = next === undefined ? ['', ''] : together(next, value);
    return {
      address: from + index,
      hex: value.toString(16).toUpperCase().padStart(4, '0'),
      u16: value,
      i16: value > 0x7fff ? value - 0x1_0000 : value,
      u32,
      u32Low,
      f32,
      f32Low,
      ...meaning(named.get(from + index)),
      text: [value >> 8, value & 0xff].map(characterOf).join(''),
    };
  });
}

/** Scaled values have no more decimals than this. */
const mostDecimals = 6;
/** Decimals that a number is shown with. */
export const decimalsOf = (value: number) => Math.min(mostDecimals, String(value).split('.')[1]?.length ?? 0);

function meaning(named: NamedRegisters | undefined): Pick<RegisterRow, 'point' | 'value'> {
  if (!named) return { point: '', value: '' };
  const { model, point, value, unit } = named;
  const shown = typeof value === 'number' ? formatNumber(value, decimalsOf(value)) : value;
  const suffix = unit === '' || shown === null ? '' : `\u00a0${unit}`;
  return { point: `${model} ${point}`, value: `${shown ?? missing}${suffix}` };
}

/** A register of two words, as a number and as a float; empty where it is not a number. */
function together(high: number, low: number): readonly [u32: string, f32: string] {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, high);
  view.setUint16(2, low);
  const float = view.getFloat32(0);
  return [String(view.getUint32(0)), Number.isFinite(float) ? String(Number(float.toPrecision(7))) : ''];
}

const characterOf = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');
