import * as v from 'valibot';
import { ControllerConfig } from './config/controllers';
import { range } from './quantity';

const { curva_qv, curva_cosphi, lock_in, lock_out, banda_morta } = ControllerConfig.entries;
const Ramp = v.optional(v.nullable(range(1, 6000, '%/min')), null);

/** Whether the datalogger commands the inverters, and how it regulates. */
export const BusCommands = v.strictObject({
  abilitato: v.boolean(),
  /**
   * Regulates at the point of delivery, by the exchange meters: orders are % of the plant's `potenza_immissione` (of the rated power of the
   * inverters, where that is 0). Without it they are % of the inverters' rated power, and no meter is used.
   */
  consegna: v.optional(v.boolean(), false),
  /** With `consegna`: exported at most, whatever is ordered; 0 for no export, null for no such limit. */
  immissione: v.optional(v.nullable(range(0, 1e6, 'kW')), null),
  /** With `consegna`: of the agreed power; null for none. */
  rampa_su: Ramp,
  rampa_giu: Ramp,
  /** With `consegna`: band below the limit in which nothing is corrected; what is kept below the limit while the meter is silent. */
  banda: v.optional(range(0.2, 5, '%'), 1),
  margine: v.optional(range(0, 50, '%'), 5),
  /** With `consegna`: what the reactive power follows while nobody orders something else; the curves are those of a central controller. */
  reattiva: v.optional(v.picklist(['nessuna', 'cosphi_fisso', 'qv', 'cosphi_p']), 'nessuna'),
  cosphi: v.optional(range(-1, 1), -0.95),
  curva_qv,
  curva_cosphi,
  lock_in,
  lock_out,
  banda_morta,
});
export type BusCommands = v.InferOutput<typeof BusCommands>;
