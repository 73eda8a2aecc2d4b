import * as v from 'valibot';
import { range, wholeRange } from '../quantity';
import { polled } from './fields';
import { ownRegisters } from './profiles';

/** Inputs of a string box at most: the number of a string is that of its box times 100 and of its input. */
export const mostBoxInputs = 99;

/**
 * A string box (string controller). Each of its inputs is one string of the group `stringhe`. Only strings of equal modules on one plane
 * are compared.
 */
export const BoxConfig = v.strictObject({
  ...polled,
  ...ownRegisters,
  ingressi: wholeRange(1, mostBoxInputs),
  stringhe_ingresso: v.optional(wholeRange(1, 4), 1),
  moduli: v.optional(wholeRange(1, 40), 24),
  wp: v.optional(range(50, 800, 'Wp'), 550),
  tilt: v.optional(range(0, 90, '°'), 30),
  azimut: v.optional(range(0, 359, '°'), 180),
  /** The inverter that the box feeds. */
  inverter: wholeRange(1, 999_999),
  gain: v.optional(range(0.9, 1.1), 1),
  offset: v.optional(range(-0.5, 0.5, 'A'), 0),
  /** Numbers of the inputs to which no string is connected. */
  esclusi: v.optional(v.pipe(v.array(wholeRange(1, mostBoxInputs)), v.maxLength(mostBoxInputs)), []),
});
export type BoxConfig = v.InferOutput<typeof BoxConfig>;
