import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { line } from './text';

/*
 * Times in which the values of a device are marked as invalid, because a counter or a sensor was wrong. Tables, series, reports and feeds are
 * made without them; the measured values stay in the archive, so that a mark can be taken back.
 */

/** `impianto` marks every device of the plant. */
export const markableGroups = ['impianto', 'inverter', 'contatori', 'sensori'] as const;
export const longestMarkDays = 92;
export const markStepS = 900;

const Instant = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999_999));
/** [da, a) in epoch seconds: whole quarters of an hour that are over, at most 92 days. */
const spanFields = {
  gruppo: v.picklist(markableGroups),
  /** The id of the device; 1 for `impianto`. */
  dispositivo: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999)),
  da: Instant,
  a: Instant,
} as const;

const PreviewBody = v.strictObject(spanFields);
export const MarkBody = v.strictObject({ ...spanFields, motivo: v.pipe(line(200), v.minLength(3)) });
export type MarkBody = v.InferOutput<typeof MarkBody>;

const InvalidSpan = v.strictObject({
  ...spanFields,
  id: v.number(),
  motivo: v.string(),
  /** Who marked it and when, epoch seconds of the device's clock. */
  utente: v.string(),
  segnato: v.number(),
});
export type InvalidSpan = v.InferOutput<typeof InvalidSpan>;

const Value = v.nullable(v.number());
/** A figure as it is and as it becomes. */
const Change = v.tuple([Value, Value]);
const MarkPreview = v.strictObject({
  /** Energy of the device and of the plant, kWh, of each local day that the span touches. The device's is null where it has none. */
  giorni: v.array(v.strictObject({ d: v.string(), dispositivo: Change, impianto: Change })),
  /** Of each month: energy (kWh), lost energy (kWh) and revenue (€, null without a price). */
  mesi: v.array(v.strictObject({ d: v.string(), energia: Change, persa: Change, ricavo: Change })),
});
export type MarkPreview = v.InferOutput<typeof MarkPreview>;

const List = v.strictObject({ tratti: v.array(InvalidSpan) });

export const invalidSpanEndpoints = {
  /** Oldest first. */
  'GET misure/invalide': { may: 'session', reply: List },
  /** What days and months become; nothing is written. 422 as for the mark itself. */
  'POST misure/invalide/anteprima': { may: 'admin', body: PreviewBody, reply: MarkPreview },
  /**
   * Marks a span. Feeds send its minutes again. 422 `not_allowed` at the field, with the reason in `da`: `quarter`, `order`, `long`, `future` (not
   * over yet), `old` and `unknown` (not in the archive), `overlap` with another mark of the device. 409 while another mark is computed.
   */
  'POST misure/invalide': { may: 'admin', body: MarkBody, reply: InvalidSpan, asksPassword: true },
  /** Takes a mark back: the values are those that were measured. */
  'DELETE misure/invalide/:id': { may: 'admin', asksPassword: true },
} as const satisfies Record<string, Endpoint>;
