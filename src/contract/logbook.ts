import * as v from 'valibot';
import { alarmGroups } from './alarm-codes';
import { Note } from './alarms';
import type { Endpoint } from './endpoint';
import { lossCauses } from './loss-causes';

/*
 * What people write down: on the plant, a device or an alarm, at a time. A note never changes; it can be removed, and the audit log keeps
 * what it said. With a cause, the losses of its time (of its alarm: of the standstill) are of that cause, whatever the alarms say.
 */

const Epoch = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e11));
const Cause = v.nullable(v.picklist(lossCauses));

/** What a note can be about: what an alarm can be about, or a string box. */
export const LogGroup = v.picklist([...alarmGroups, 'box-stringhe']);
export type LogGroup = v.InferOutput<typeof LogGroup>;

export const LogEntry = v.strictObject({
  id: v.number(),
  /** What it is about: `impianto` without a device is the plant. */
  gruppo: LogGroup,
  dispositivo: v.nullable(v.number()),
  nome: v.string(),
  /** Id of an alarm; null where it is about none. */
  allarme: v.nullable(v.number()),
  /** The time it describes; `a` null: a moment, or as long as its alarm. */
  da: v.number(),
  a: v.nullable(v.number()),
  testo: v.string(),
  causa: Cause,
  autore: v.string(),
  scritta: v.number(),
  /** In reports: a time whose values are marked as invalid (invalid-spans.ts), with its reason as text. `id` is then negative. */
  invalida: v.optional(v.literal(true)),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

/** Either `allarme`, which says group, device and beginning, or `gruppo` with or without `dispositivo`. `da` is now where it is left out. */
export const LogBody = v.strictObject({
  allarme: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  gruppo: v.optional(LogGroup, 'impianto'),
  dispositivo: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  da: v.optional(Epoch),
  a: v.optional(v.nullable(Epoch), null),
  testo: v.pipe(Note, v.minLength(1)),
  causa: v.optional(Cause, null),
});
export type LogBody = v.InferOutput<typeof LogBody>;

const EpochText = v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/)));
const IdText = v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)));

/** The time in epoch seconds, and what the notes are about; all of it may be left out. */
export const LogQuery = v.strictObject({
  da: EpochText,
  a: EpochText,
  gruppo: v.optional(LogGroup),
  dispositivo: IdText,
  allarme: IdText,
});

export const logbookEndpoints = {
  /** Newest first, at most 200. A cci user reads and writes notes on its equipment only, and states no cause. */
  'GET diario': {
    may: 'session',
    query: LogQuery,
    reply: v.strictObject({ note: v.array(LogEntry) }),
    cache: 'etag',
  },
  'POST diario': { may: 'session', body: LogBody, reply: LogEntry },
  /** For its author and for administrators. */
  'DELETE diario/:id': { may: 'session', reply: v.strictObject({ id: v.number() }) },
} as const satisfies Record<string, Endpoint>;
