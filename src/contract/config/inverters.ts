import * as v from 'valibot';
import { range, unit, wholeRange } from '../quantity';
import { flag, polled, sign } from './fields';
import { profilo, profilo_provato } from './profiles';

export const InverterConfig = v.strictObject({
  ...polled,
  profilo,
  profilo_provato,
  pn: range(1, 5000, 'kW'),
  kwp: range(1, 7000, 'kWp'),
  mppt: v.optional(wholeRange(1, 24), 1),
  udc_max: v.optional(v.pipe(v.picklist([600, 1000, 1100, 1500]), unit('V')), 1000),
  controllo_p: flag(true),
  controllo_q: flag(true),
  /** -1: the device counts capacitive reactive power as negative. */
  segno_q: sign,
});
export type InverterConfig = v.InferOutput<typeof InverterConfig>;
