import * as v from 'valibot';
import { range, wholeRange } from '../quantity';
import { polled } from './fields';

/**
 * A string box (string controller). Each of its inputs is one string of the group `stringhe`. Module data are at standard test
 * conditions.
 */
export const BoxConfig = v.strictObject({
  ...polled,
  ingressi: wholeRange(1, 32),
  stringhe_ingresso: v.optional(wholeRange(1, 4), 1),
  moduli: v.optional(wholeRange(1, 40), 24),
  wp: v.optional(range(50, 800, 'Wp'), 550),
  isc: v.optional(range(1, 25, 'A'), 14),
  imp: v.optional(range(1, 25, 'A'), 13),
  voc: v.optional(range(10, 80, 'V'), 50),
  vmp: v.optional(range(10, 80, 'V'), 42),
  gamma: v.optional(range(-0.6, 0, '%/K'), -0.35),
  beta: v.optional(range(-0.5, 0, '%/K'), -0.27),
  alfa: v.optional(range(0, 0.1, '%/K'), 0.05),
  tilt: v.optional(range(0, 90, '°'), 30),
  azimut: v.optional(range(0, 359, '°'), 180),
  /** The inverter that the box feeds; `mppt` is the number of the input there. */
  inverter: wholeRange(1, 999_999),
  mppt: v.optional(wholeRange(1, 24), 1),
  gain: v.optional(range(0.9, 1.1), 1),
  offset: v.optional(range(-0.5, 0.5, 'A'), 0),
  /** Numbers of the inputs to which no string is connected. */
  esclusi: v.optional(v.pipe(v.array(wholeRange(1, 32)), v.maxLength(32)), []),
});
export type BoxConfig = v.InferOutput<typeof BoxConfig>;
