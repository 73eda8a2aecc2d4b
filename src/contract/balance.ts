import * as v from 'valibot';
import { Lingua } from './account';
import { AlarmGroup, Priority } from './alarms';
import type { Endpoint } from './endpoint';

const Value = v.nullable(v.number());

/** Where something can be done about it: the alarm, or the device of a group; all null for the plant as a whole. `dove`: its screen. */
const Place = {
  allarme: Value,
  gruppo: v.nullable(AlarmGroup),
  dispositivo: Value,
  dove: v.string(),
};

/**
 * The day so far, kWh and €: `prodotta` (`parziale`: a device is missing in it, or a time that is marked as invalid), `persa` with its value by cause, as `perdite.tutte` of the
 * report of the day has it, and `resto`, which is still expected, on four days of five between `basso` and `alto`. `fare`: what to do, what gives
 * back most energy (`resa`, kWh of a whole day) for an hour of work (`ore`) first. Headings and sentences are in `lingua`: `somma` says the
 * figures, `nota` those of a row.
 */
export const Balance = v.strictObject({
  testi: v.strictObject({
    titolo: v.string(),
    somma: v.string(),
    cause: v.string(),
    fare: v.string(),
    nulla: v.string(),
  }),
  prodotta: Value,
  parziale: v.boolean(),
  persa: v.number(),
  valore: Value,
  resto: Value,
  basso: Value,
  alto: Value,
  /** What cost most first, at most four: the last one may be all others together. */
  cause: v.array(
    v.strictObject({ testo: v.string(), nota: v.string(), persa: v.number(), valore: Value, ...Place }),
  ),
  /** At most five. `priorita` null where no alarm asks for it; `pianifica`: it is to be planned, and the caller may. */
  fare: v.array(
    v.strictObject({
      testo: v.string(),
      nota: v.string(),
      priorita: v.nullable(Priority),
      resa: Value,
      ore: v.number(),
      pianifica: v.boolean(),
      ...Place,
    }),
  ),
});
export type Balance = v.InferOutput<typeof Balance>;

export const balanceEndpoints = {
  /** 403 for a cci user, who reads no reports. Changes with every minute. */
  'GET bilancio': {
    may: 'session',
    query: v.strictObject({ lingua: v.optional(Lingua) }),
    reply: Balance,
  },
} as const satisfies Record<string, Endpoint>;
