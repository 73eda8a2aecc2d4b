import * as v from 'valibot';
import { Priority } from './alarms';
import type { Endpoint } from './endpoint';
import { range, wholeRange } from './quantity';

/**
 * Why an alarm can never come on this plant: no device that it is about is configured; no digital signal is wired to what it reports
 * (`quali`: kinds of signals); no device reports what it is judged by (points, one of which would be enough); or none has a SunSpec model.
 */
export const NeverBecause = v.strictObject({
  motivo: v.picklist(['dispositivi', 'ingressi', 'punti', 'modelli']),
  quali: v.array(v.string()),
});
export type NeverBecause = v.InferOutput<typeof NeverBecause>;

/** One rule of the catalogue as configured. Delays in seconds; `poa_min` W/m², below which it is not judged. */
export const AlarmRule = v.strictObject({
  codice: v.string(),
  abilitato: v.boolean(),
  priorita: Priority,
  soglia: v.nullable(v.number()),
  unita: v.string(),
  isteresi: v.nullable(v.number()),
  ritardo_on: v.number(),
  ritardo_off: v.number(),
  poa_min: v.nullable(v.number()),
  /** Left out where it can come, or where that is not known. */
  mai: v.optional(NeverBecause),
  versione: v.number(),
});
export type AlarmRule = v.InferOutput<typeof AlarmRule>;

const DelayS = wholeRange(0, 86_400, 's');
/** Every field may be left out. A rule without a threshold takes none. */
export const AlarmRuleUpdate = v.strictObject({
  abilitato: v.optional(v.boolean()),
  priorita: v.optional(Priority),
  soglia: v.optional(range(-100_000, 100_000)),
  isteresi: v.optional(range(0, 10_000)),
  ritardo_on: v.optional(DelayS),
  ritardo_off: v.optional(DelayS),
  poa_min: v.optional(range(0, 1000, 'W/m²')),
});
export type AlarmRuleUpdate = v.InferOutput<typeof AlarmRuleUpdate>;

export const alarmRuleEndpoints = {
  'GET config/allarmi': { may: 'admin', reply: v.array(AlarmRule) },
  'PUT config/allarmi/:codice': { may: 'admin', body: AlarmRuleUpdate, reply: AlarmRule, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
