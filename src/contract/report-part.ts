import * as v from 'valibot';
import { columnNames, indexNames } from './report-figures';

export const Value = v.nullable(v.number());
export const Values = v.array(Value);

export const Indices = v.strictObject(v.entriesFromList(indexNames, Value));
export type Indices = v.InferOutput<typeof Indices>;

export const ReportRows = v.strictObject({
  t: v.array(v.number()),
  ...v.entriesFromList(columnNames, Values),
});
export type ReportRows = v.InferOutput<typeof ReportRows>;

export const Span = v.strictObject({
  /** As asked: `2026-06-10`, `2026-06`, `2026`, `2026-W23`, `2026-06-03..2026-06-17`; empty for all years. */
  d: v.string(),
  /** [da, a) in epoch seconds. */
  da: v.number(),
  a: v.number(),
  /** Local days of the span, and how many of them have begun since the plant has data. */
  giorni: v.number(),
  giorni_trascorsi: v.number(),
  in_corso: v.boolean(),
  /** What is counted lies in [inizio_dati, fine_dati): later than `da` on a young plant, up to now today. Null without any data. */
  inizio_dati: Value,
  fine_dati: Value,
  /** Measured share of that time, %; and of the energy, the share that was made in known light, and with known module temperature too. */
  copertura: Value,
  copertura_luce: Value,
  copertura_temperatura: Value,
  /** Energy of the counters whatever the coverage, kWh: with little coverage, "at least". */
  contata: Value,
});

/** What is of counters that were doubted when a day ended, or are now: names of indices, and of columns the positions of the rows. */
export const Uncertain = v.strictObject({
  indici: v.array(v.picklist(indexNames)),
  righe: v.record(v.string(), v.array(v.number())),
});

/** A period with its figures. `incerti` is left out where neither a counter nor the light was doubted. */
export const Part = v.strictObject({
  periodo: Span,
  indici: Indices,
  righe: ReportRows,
  incerti: v.optional(Uncertain),
});
export type ReportPart = v.InferOutput<typeof Part>;
