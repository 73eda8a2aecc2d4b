import * as v from 'valibot';
import { inverterStates } from '../../../../contract/codes';
import { groupPoints } from './points-of-kind';

/*
 * A profile says what the registers of a device mean, as data: it has no expressions, so that it can be checked as a whole before anything is
 * read by it.
 */

/** Registers that a number takes. */
export const sizeOf = { u16: 1, i16: 1, u32: 2, i32: 2, f32: 2 } as const;
export type NumberType = keyof typeof sizeOf;

const Address = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_536));
/** One request takes no more. */
export const mostRegisters = 125;

const Point = v.strictObject({
  /** As the maker's document counts (`documentOffset`). */
  at: Address,
  type: v.picklist(['u16', 'i16', 'u32', 'i32', 'f32']),
  /** The raw number is multiplied with `times` and divided by `per`, to be in our unit and with our sign. */
  times: v.optional(v.number(), 1),
  per: v.optional(v.pipe(v.number(), v.minValue(1)), 1),
  /** Raw numbers that mean "not there". Left out: the usual ones of the type. */
  absent: v.optional(v.array(v.number())),
  /** Limits beyond which a value is absent. */
  least: v.optional(v.number()),
  most: v.optional(v.number()),
});
export type Point = v.InferOutput<typeof Point>;

const Text = v.strictObject({ at: Address, size: v.pipe(v.number(), v.minValue(1), v.maxValue(32)) });

const Block = v.strictObject({
  from: Address,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRegisters)),
});

const states = Object.values(inverterStates);

const Shape = v.strictObject({
  key: v.string(),
  kind: v.picklist(['inverters', 'contatori', 'sensori', 'box-stringhe']),
  /** Where its registers are published: a document with its version, or public sources. */
  sources: v.pipe(v.array(v.string()), v.minLength(1)),
  fc: v.picklist([3, 4]),
  /** 1 where the document counts registers from 1. */
  documentOffset: v.picklist([0, 1]),
  /** Of the bytes of two registers. */
  order: v.picklist(['ABCD', 'CDAB', 'BADC', 'DCBA']),
  /** Main registers, read as often as the record says: without them the device is offline. Empty if the inputs serve as main. */
  main: v.array(Block),
  /** Read once a minute. */
  slow: v.array(Block),
  points: v.record(v.string(), Point),
  /** The inputs of an inverter or a box: each has the points of the first one, `step` registers further; `most` are described. */
  inputs: v.nullable(
    v.strictObject({ step: v.number(), most: v.number(), points: v.record(v.string(), Point) }),
  ),
  /** Codes of the device and the states that they mean; others are unknown. Null for kinds without. */
  states: v.nullable(v.strictObject({ at: Address, codes: v.record(v.string(), v.picklist(states)) })),
  identity: v.nullable(
    v.strictObject({ maker: v.string(), model: v.nullable(Text), serial: v.nullable(Text) }),
  ),
});
export type Profile = v.InferOutput<typeof Shape>;
/** A profile as it is written. */
export type WrittenProfile = v.InferInput<typeof Shape>;

/** Whether the registers of a point are in a block. */
export const isWithin = (
  { at, type }: Pick<Point, 'at' | 'type'>,
  { from, count }: v.InferOutput<typeof Block>,
) => at >= from && at + sizeOf[type] <= from + count;

/** The profile, checked as a whole. Throws an Error that says what is wrong with it. */
export function checkedProfile(written: WrittenProfile): Profile {
  const profile = v.parse(Shape, written);
  const { key, kind, main, slow, points, inputs, states: coded, documentOffset } = profile;
  const refuse = (what: string): never => {
    throw new Error(`profile ${key}: ${what}`);
  };
  const blocks = [...main, ...slow];
  const known: { readonly device: readonly string[]; readonly input: readonly string[] } = groupPoints[kind];
  const isRead = (place: Pick<Point, 'at' | 'type'>) => blocks.some(block => isWithin(place, block));
  for (const { from } of blocks) if (from < documentOffset) refuse(`no register ${from}`);
  for (const [name, point] of Object.entries(points)) {
    if (!known.device.includes(name)) refuse(`${name} is no point of its kind`);
    if (!isRead(point)) refuse(`${name} is not read`);
  }
  for (const [name, { at, type }] of Object.entries(inputs?.points ?? {})) {
    const { at: first = at } = Object.values(inputs?.points ?? {})[0] ?? {};
    if (!known.input.includes(name)) refuse(`${name} is no point of an input`);
    if (Math.abs(at - first) + sizeOf[type] > (inputs?.step ?? 0)) refuse(`${name} is of another input`);
  }
  if (coded && !isRead({ at: coded.at, type: 'u16' })) refuse('its state is not read');
  if (main.length === 0 && !inputs) refuse('nothing is read');
  return profile;
}
