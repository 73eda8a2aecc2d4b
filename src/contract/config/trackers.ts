import * as v from 'valibot';
import { range, wholeRange } from '../quantity';
import { flag, polled } from './fields';
import { profilo, profilo_provato } from './profiles';

/** A tracker with a horizontal axis from north to south. Angles in degrees, positive to the west. */
export const TrackerConfig = v.strictObject({
  ...polled,
  profilo,
  profilo_provato,
  gruppo: v.optional(wholeRange(1, 99), 1),
  angolo_max: v.optional(range(30, 75, '°'), 60),
  /** Ground cover ratio. */
  gcr: v.optional(range(0.15, 0.8), 0.4),
  backtracking: flag(true),
  banda_morta: v.optional(range(0.2, 5, '°'), 1),
  /**
   * A 3 s gust of this speed sends the tracker to the stow angle. It returns after `minuti_rientro` without a gust above
   * `vento_rientro`.
   */
  vento_riposo: v.optional(range(5, 40, 'm/s'), 15),
  vento_rientro: v.optional(range(1, 37, 'm/s'), 10),
  minuti_rientro: v.optional(wholeRange(1, 60, 'min'), 15),
  angolo_riposo: v.optional(range(-75, 75, '°'), 0),
  angolo_notte: v.optional(range(-75, 75, '°'), 0),
  angolo_pulizia: v.optional(range(-75, 75, '°'), 0),
  /** Ids of the strings that the tracker carries. */
  stringhe: v.optional(v.pipe(v.array(wholeRange(1, 999_999)), v.maxLength(64)), []),
});
export type TrackerConfig = v.InferOutput<typeof TrackerConfig>;
