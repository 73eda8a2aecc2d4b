import * as v from 'valibot';
import { Priority } from './alarms';
import type { Endpoint } from './endpoint';

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
  versione: v.number(),
});
export type AlarmRule = v.InferOutput<typeof AlarmRule>;

const DelayS = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400));
/** Every field may be left out. A rule without a threshold takes none. */
export const AlarmRuleUpdate = v.strictObject({
  abilitato: v.optional(v.boolean()),
  priorita: v.optional(Priority),
  soglia: v.optional(v.pipe(v.number(), v.minValue(-100_000), v.maxValue(100_000))),
  isteresi: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
  ritardo_on: v.optional(DelayS),
  ritardo_off: v.optional(DelayS),
  poa_min: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
});
export type AlarmRuleUpdate = v.InferOutput<typeof AlarmRuleUpdate>;

export const alarmRuleEndpoints = {
  'GET config/allarmi': { may: 'admin', reply: v.array(AlarmRule) },
  'PUT config/allarmi/:codice': { may: 'admin', body: AlarmRuleUpdate, reply: AlarmRule, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
