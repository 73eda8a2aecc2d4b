import * as v from 'valibot';
import { range, unit, wholeRange } from '../quantity';
import { flag, polled, reference } from './fields';

export const InverterConfig = v.strictObject({
  ...polled,
  pn: range(1, 5000, 'kW'),
  kwp: range(1, 7000, 'kWp'),
  mppt: v.optional(wholeRange(1, 24), 1),
  stringhe: v.optional(wholeRange(1, 400), 1),
  udc_max: v.optional(v.pipe(v.picklist([600, 1000, 1100, 1500]), unit('V')), 1000),
  /** Nominal line voltage. */
  vn: v.optional(range(100, 1000, 'V'), 400),
  /** Id of the meter through which the inverter feeds. */
  contatore: reference,
  controllo_p: flag(true),
  controllo_q: flag(true),
});
export type InverterConfig = v.InferOutput<typeof InverterConfig>;
