import type { Field } from './kept';

let scratch = Buffer.allocUnsafe(1 << 16);
const longestNumber = 8;

/**
 * Packs records (device by device, field by field) as variable-length whole numbers: 0 for a missing value, else the
 * zigzag of the rounded value plus 1. A maximum is written as its distance from the mean before it, which is mostly 0.
 */
export function encode(values: Float64Array, fields: readonly Field[]): Buffer {
  if (scratch.length < values.length * longestNumber) {
    scratch = Buffer.allocUnsafe(values.length * longestNumber);
  }
  let length = 0;
  for (let base = 0; base < values.length; base += fields.length) {
    let before = 0;
    for (let field = 0; field < fields.length; field++) {
      const value = values[base + field] ?? Number.NaN;
      const whole = Math.round(value);
      length = pack(fields[field]?.rule === 'max' ? whole - before : whole, length);
      before = whole;
    }
  }
  return Buffer.from(scratch.subarray(0, length));
}

/** Appends a number, low digits (of base 128) first; answers the new length. */
function pack(number: number, start: number): number {
  let length = start;
  let rest = 0;
  if (number >= 0) rest = number * 2 + 1;
  else if (number < 0) rest = number * -2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) scratch[length++] = (rest % 128) + 128;
  scratch[length++] = rest;
  return length;
}

/** The reverse of `encode` for `count` devices; NaN where a value is missing. */
export function decode(data: Uint8Array, fields: readonly Field[], count: number): Float64Array {
  const values = new Float64Array(count * fields.length);
  let position = 0;
  for (let base = 0; base < values.length; base += fields.length) {
    for (let field = 0; field < fields.length; field++) {
      let byte = data[position++] ?? 0;
      let rest = byte % 128;
      for (let unit = 128; byte >= 128; unit *= 128) {
        byte = data[position++] ?? 0;
        rest += (byte % 128) * unit;
      }
      const number = unpack(rest);
      const isDistance = fields[field]?.rule === 'max';
      values[base + field] = isDistance ? number + (values[base + field - 1] ?? 0) : number;
    }
  }
  return values;
}

function unpack(rest: number): number {
  if (rest === 0) return Number.NaN;
  return rest % 2 === 1 ? (rest - 1) / 2 : -rest / 2;
}
