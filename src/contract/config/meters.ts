import * as v from 'valibot';
import { range, unit, wholeRange } from '../quantity';
import { date, flag, polled, sign } from './fields';
import { meterRegisters } from './profiles';

export const MeterConfig = v.strictObject({
  ...polled,
  ...meterRegisters,
  ruolo: v.picklist(['scambio', 'produzione', 'ausiliari', 'consumo']),
  /** Single phase (1F), three phases with three wires (3F3F), three phases with four wires (3F4F). */
  collegamento: v.optional(v.picklist(['1F', '3F3F', '3F4F']), '3F4F'),
  ta_primario: v.optional(range(1, 10_000, 'A'), 100),
  ta_secondario: v.optional(v.pipe(v.picklist([1, 5]), unit('A')), 5),
  tv_primario: v.optional(range(100, 150_000, 'V'), 400),
  /** 0 when there are no voltage transformers. */
  tv_secondario: v.optional(v.pipe(v.picklist([0, 100, 110]), unit('V')), 0),
  /**
   * The greatest active power that passes its transformers: what is more cannot be. Null: 1.5 times the power of the plant for a meter of
   * production, ten times that where a site consumes.
   */
  potenza_max: v.optional(v.nullable(range(0.1, 1e6, 'kW')), null),
  /** True where it is wired inversely: its powers and its counters are swapped. */
  inverti: flag(false),
  /** -1: the meter counts this power with the opposite sign; its counters are right. */
  segno_p: sign,
  segno_q: sign,
  offset: v.optional(range(-1e9, 1e9, 'kWh'), 0),
  /** Of a production meter: share of its energy that transformer and lines take on the way to the point of delivery. */
  perdita: v.optional(range(0, 10, '%'), 0),
  classe: v.optional(v.picklist(['0.2S', '0.5S', '1', 'B', 'C']), '0.5S'),
  pod: v.optional(v.pipe(v.string(), v.regex(/^(IT\d{3}E\d{8}[0-9A-Z]?)?$/)), ''),
  tarato_il: date,
  /** How long a calibration is valid. */
  validita: v.optional(wholeRange(6, 180, 'mesi'), 36),
});
export type MeterConfig = v.InferOutput<typeof MeterConfig>;
