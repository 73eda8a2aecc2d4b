import * as v from 'valibot';
import { DecimalMark } from './config/tables';
import type { Endpoint } from './endpoint';
import { LogGroup } from './logbook';
import { lossCauses } from './loss-causes';
import { State, Step, WorkChange, WorkId, written } from './work-forms';
import { mostPhotoText, photoTypes, workStates } from './work-limits';

/*
 * Work orders: what somebody has to do on a device or on the plant, because of alarms or of a plan. A closed order says what was done and,
 * where it states a cause, writes it into the log book for each of its alarms, from where losses and availability take it.
 * An order is never deleted: it can be called off.
 */

/** With alarms, the order is about the device of the first one, unless `dispositivo` says another. */
export const WorkBody = v.strictObject({
  ...written,
  gruppo: v.optional(LogGroup, 'impianto'),
  dispositivo: v.optional(v.nullable(WorkId), null),
});
export type WorkBody = v.InferOutput<typeof WorkBody>;

const Photo = v.strictObject({
  /** A number is never used twice. */
  numero: v.number(),
  byte: v.number(),
  aggiunta: v.number(),
  autore: v.string(),
});
export type WorkPhoto = v.InferOutput<typeof Photo>;

export const WorkOrder = v.strictObject({
  id: v.number(),
  titolo: v.string(),
  gruppo: LogGroup,
  dispositivo: v.nullable(v.number()),
  /** Name of the device as it was then; empty for the plant. */
  nome: v.string(),
  allarmi: v.array(v.number()),
  assegnato: v.nullable(v.number()),
  /** Name of that person, which stays when the account goes. */
  persona: v.string(),
  scadenza: v.nullable(v.string()),
  passi: v.array(Step),
  nota: v.string(),
  /** Null for a cci user, who sees no money. */
  costo: v.nullable(v.number()),
  stato: State,
  esito: v.string(),
  causa: v.nullable(v.picklist(lossCauses)),
  autore: v.string(),
  /** Epoch seconds of the plant's clock; `chiuso`: closed or called off. */
  creato: v.number(),
  chiuso: v.nullable(v.number()),
  chiuso_da: v.string(),
  foto: v.array(Photo),
  versione: v.number(),
});
export type WorkOrder = v.InferOutput<typeof WorkOrder>;

const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/));

/** `stato`: one of them, or `aperti` for what is neither closed nor called off; `salta`: how many to leave out. All of it may be left out. */
export const WorkQuery = v.strictObject({
  stato: v.optional(v.picklist([...workStates, 'aperti'])),
  assegnato: v.optional(IdText),
  allarme: v.optional(IdText),
  gruppo: v.optional(LogGroup),
  dispositivo: v.optional(IdText),
  salta: v.optional(IdText),
});

/** An account that is not suspended. */
const Person = v.strictObject({ id: v.number(), nome: v.string() });

/** JPEG, PNG or WebP by its first bytes. */
const PhotoText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/), v.maxLength(mostPhotoText));

export const workOrderEndpoints = {
  /** 200 at most: first those that are not over, then the newest. A cci user sees the orders on its equipment. */
  'GET lavori': { may: 'session', query: WorkQuery, reply: v.array(WorkOrder), cache: 'etag' },
  /** Whom an order can be given to. */
  'GET lavori/persone': { may: 'session', reply: v.array(Person) },
  /** All orders as a table, oldest first; times in the plant's zone. */
  'GET lavori/csv': {
    may: 'session',
    query: v.strictObject({ decimale: v.optional(DecimalMark, '.') }),
    reply: v.string(),
  },
  /** 409 where there are as many open orders as there may be. */
  'POST lavori': { may: 'session', body: WorkBody, reply: WorkOrder },
  'GET lavori/:id': { may: 'session', reply: WorkOrder },
  /** 422 `required` at `esito` where an order is closed without it. */
  'PUT lavori/:id': { may: 'session', body: WorkChange, reply: WorkOrder, ifMatch: true },
  /** In Base64. 422 `unsupported_type` for anything but a picture, 409 where the order or the datalogger has as many as there may be. */
  'POST lavori/:id/foto': {
    may: 'session',
    body: v.strictObject({ foto: PhotoText }),
    reply: WorkOrder,
    mostBytes: 100_000,
  },
  'GET lavori/:id/foto/:numero': {
    may: 'session',
    reply: v.strictObject({ tipo: v.picklist(photoTypes), foto: v.string() }),
  },
  /** For who added it and for administrators, while the order is open. */
  'DELETE lavori/:id/foto/:numero': { may: 'session', reply: WorkOrder },
} as const satisfies Record<string, Endpoint>;
