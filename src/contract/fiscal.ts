import * as v from 'valibot';
import { Value, Values } from './report-part';

/* What the meters showed at each midnight of the 1st, as it was frozen then; kWh, and kvarh by quadrant. */

/** Serial number, point of delivery and ratio of the transformers, as they were configured then; null where it was not kept. */
const Identity = { id: v.number(), nome: v.string(), seriale: v.string(), pod: v.string(), rapporto: Value };

export const Reading = v.strictObject({
  ...Identity,
  t: v.number(),
  /** When it was read, where the meter did not answer at midnight. */
  presa: v.number(),
  e_imm: Value,
  e_prel: Value,
  er: Values,
  /** kWh since the reading of the month before; null where there is none, the meter was another, or its register went back. */
  immessa: Value,
  prelevata: Value,
});

/** What a declaration of a year says of a meter: its first and its last reading (`presa`), and kWh between them. */
export const Declared = v.strictObject({
  ...Identity,
  da: v.number(),
  a: v.number(),
  imm_da: Value,
  imm_a: Value,
  immessa: Value,
  prel_da: Value,
  prel_a: Value,
  prelevata: Value,
});
export type Declared = v.InferOutput<typeof Declared>;
