import * as v from 'valibot';
import { Lingua } from './account';
import { alarmGroups } from './alarm-codes';
import type { Endpoint } from './endpoint';
import { lines } from './text';

/*
 * Alarms after ISA-18.2 / IEC 62682. A row is one occurrence: from the moment a condition was raised on a device until it has
 * returned to normal and somebody has acknowledged it. A condition that comes back before that is the same occurrence.
 */

/**
 * `attivo` active, unacknowledged (B) · `riconosciuto` active, acknowledged (C) · `rientrato` returned, unacknowledged (D) ·
 * `accantonato` shelved (G) · `soppresso` suppressed by design (H) · `fuori_servizio` out of service (I) · `chiuso` over (A).
 */
export const AlarmState = v.picklist([
  'attivo',
  'riconosciuto',
  'rientrato',
  'accantonato',
  'soppresso',
  'fuori_servizio',
  'chiuso',
]);
export type AlarmState = v.InferOutput<typeof AlarmState>;

/** 1 critical, 2 high, 3 medium, 4 low, 5 event (recorded, never to be acknowledged). */
export const Priority = v.picklist([1, 2, 3, 4, 5]);
export type Priority = v.InferOutput<typeof Priority>;

export const AlarmGroup = v.picklist(alarmGroups);
export type AlarmGroup = v.InferOutput<typeof AlarmGroup>;

const Epoch = v.number();
export const Note = lines(500);
/** A reason is needed to shelve. */
export const Reason = v.pipe(lines(200), v.minLength(1));

/** Who did something and when; `da` is the user name as it was then. */
const OperatorAction = v.strictObject({ da: v.string(), quando: Epoch, nota: v.string() });

/**
 * What an alarm hides because it is its cause, as far as it is not over and the caller may see it: how many alarms, on how many devices,
 * and how many of them were announced before and still wait to be acknowledged.
 */
const Consequences = v.strictObject({
  allarmi: v.number(),
  dispositivi: v.number(),
  da_riconoscere: v.number(),
});

export const Alarm = v.strictObject({
  id: v.number(),
  /** Of the catalogue: `INV01`. The console has the texts. */
  codice: v.string(),
  gruppo: AlarmGroup,
  /** The device in its group; null for what has no device. */
  dispositivo: v.nullable(v.number()),
  nome: v.string(),
  priorita: Priority,
  stato: AlarmState,
  /** Whether the condition is true now, independent of the state. */
  presente: v.boolean(),
  inizio: Epoch,
  /** When the condition ended; null while it is true. */
  fine: v.nullable(Epoch),
  /** The value that raised it, and what it was compared with; null where there is nothing to compare. */
  valore: v.nullable(v.number()),
  soglia: v.nullable(v.number()),
  unita: v.string(),
  /** How often the condition became true within this occurrence. */
  volte: v.number(),
  riconosciuto: v.nullable(OperatorAction),
  accantonato: v.nullable(v.strictObject({ da: v.string(), quando: Epoch, fino: Epoch, motivo: v.string() })),
  /** The id of the occurrence that hides this one, because it is its cause. */
  causa: v.nullable(v.number()),
  /** Left out if empty. */
  conseguenze: v.optional(Consequences),
  /**
   * kWh that it cost so far, by the table of losses of the reports; null where it explains no loss, or where its cause does. What that would
   * have earned, €: only where a price is set, and never for a cci user.
   */
  persa: v.optional(v.nullable(v.number())),
  costo: v.optional(v.number()),
  /** Comes and goes at least 3 times in a minute: single changes are not recorded. */
  instabile: v.boolean(),
  versione: v.number(),
});
export type Alarm = v.InferOutput<typeof Alarm>;

/** A change of state. `chi` is null where no person caused it. */
export const Transition = v.strictObject({
  t: Epoch,
  da: AlarmState,
  a: AlarmState,
  chi: v.nullable(v.string()),
  nota: v.string(),
  valore: v.nullable(v.number()),
});
export type Transition = v.InferOutput<typeof Transition>;

/** Comma-separated choices; nothing chosen means all. */
const chosen = (name: string) =>
  v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^\w+(,\w+)*$/, name)));
const EpochText = v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/)));

/**
 * `stato`: `correnti` (default: everything not over), `da_riconoscere`, `accantonati` (also suppressed and out of service), or
 * `storico` (everything, also what is over). `da`, `a` epoch seconds of the beginning. `tipo` groups. `dispositivo` an id in
 * the one group that `tipo` names. `testo` words in device name or code. `causa` the alarm whose consequences are asked for.
 * `raggruppa` `causa`: one row for each incident; an alarm whose cause the filter finds as well has none of its own. Not with `storico`,
 * where every occurrence has its place in time. Newest last seen first; 100 to a page.
 */
export const AlarmQuery = v.strictObject({
  stato: v.optional(v.picklist(['correnti', 'da_riconoscere', 'accantonati', 'storico'])),
  da: EpochText,
  a: EpochText,
  priorita: v.optional(v.pipe(v.string(), v.regex(/^[1-5](,[1-5])*$/))),
  tipo: chosen('tipo'),
  dispositivo: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/))),
  testo: v.optional(v.pipe(v.string(), v.maxLength(64))),
  causa: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}$/))),
  raggruppa: v.optional(v.picklist(['causa'])),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w.-]+$/))),
});

const Counts = v.record(v.string(), v.number());

/** One page: unacknowledged first, then by priority, then newest; the history newest first. */
export const AlarmPage = v.strictObject({
  t: Epoch,
  righe: v.array(Alarm),
  /** For the next page; null on the last. */
  cursor: v.nullable(v.string()),
  /** Alarms that the filter finds, with those that are in no row of their own. */
  totale: v.number(),
  /** With `raggruppa`: rows of the list. */
  incidenti: v.optional(v.number()),
  /** For how many minutes at most the caller may shelve an alarm; 0: not at all. */
  accantonabile: v.optional(v.number()),
  /** For each choice of one filter: the number of alarms with the other filters unchanged. */
  conteggi: v.strictObject({ stato: Counts, priorita: Counts, tipo: Counts }),
});
export type AlarmPage = v.InferOutput<typeof AlarmPage>;

/** The language of the texts; Italian where nothing is asked for. */
export const AlarmDetailQuery = v.strictObject({ lingua: v.optional(Lingua) });

/** One occurrence with its whole story, and earlier ones of the same code on the same device, newest first. */
export const AlarmDetail = v.strictObject({
  allarme: Alarm,
  /** Possible cause, what follows, what to do. Absent for a code of which nothing is said. */
  testi: v.optional(v.strictObject({ causa: v.string(), conseguenza: v.string(), azione: v.string() })),
  storia: v.array(Transition),
  precedenti: v.array(v.strictObject({ id: v.number(), inizio: Epoch, fine: v.nullable(Epoch) })),
});
export type AlarmDetail = v.InferOutput<typeof AlarmDetail>;

/**
 * What every screen shows, small enough for every poll: for priorities 1 to 4 how many are current and how many of them wait to be
 * acknowledged; the signs of groups and of devices (of no more than 40: groups with fewer go first); the newest arrivals. `t` is
 * the time of the answer; it does not change the ETag.
 */
export const AlarmCounts = v.strictObject({
  t: Epoch,
  /** `[current, unacknowledged]` for priorities 1 to 4, without what was put aside. */
  priorita: v.array(v.tuple([v.number(), v.number()])),
  /**
   * `[group, device or null for the group itself, highest priority, look]` of the gravest alarm there; look: 0 active, 1 active
   * to acknowledge, 2 returned to acknowledge. Neither events nor what was put aside have a sign.
   */
  segni: v.array(v.tuple([AlarmGroup, v.nullable(v.number()), v.number(), v.number()])),
  /** The newest unacknowledged: `[id, code, device name, priority]`, at most five. */
  ultimi: v.array(v.tuple([v.number(), v.string(), v.string(), v.number()])),
});
export type AlarmCounts = v.InferOutput<typeof AlarmCounts>;

/** The last 24 hours and the last 30 days at a glance. */
export const AlarmTrend = v.strictObject({
  t: Epoch,
  /** `[begin, priority]` of the last 24 hours. */
  giorno: v.array(v.tuple([Epoch, v.number()])),
  frequenti: v.array(
    v.strictObject({
      codice: v.string(),
      gruppo: AlarmGroup,
      dispositivo: v.nullable(v.number()),
      nome: v.string(),
      priorita: Priority,
      volte: v.number(),
    }),
  ),
});

/** `t`: epoch seconds of the moment. */
export const AlarmMomentQuery = v.strictObject({ t: v.pipe(v.string(), v.regex(/^\d{1,12}$/)) });

/**
 * The alarms whose condition was true at a moment, without events and without what another alarm hid: the gravest first, at most 100 of
 * `totale`. Each is `[id, code, group, device or null, device name, priority, begin, 1 while nobody had acknowledged it]`.
 */
export const AlarmMoment = v.strictObject({
  t: Epoch,
  totale: v.number(),
  righe: v.array(
    v.tuple([
      v.number(),
      v.string(),
      AlarmGroup,
      v.nullable(v.number()),
      v.string(),
      Priority,
      Epoch,
      v.picklist([0, 1]),
    ]),
  ),
});
export type AlarmMoment = v.InferOutput<typeof AlarmMoment>;

export const Acknowledgement = v.strictObject({ nota: v.optional(Note, '') });
export const ManyAcknowledged = v.strictObject({
  id: v.pipe(v.array(v.number()), v.minLength(1), v.maxLength(100)),
  /** Also what each of them hides and what waits to be acknowledged (`conseguenze.da_riconoscere`): whole incidents. */
  conseguenze: v.optional(v.boolean(), false),
  nota: v.optional(Note, ''),
});
/** For how long, in minutes, at most a day; 0 takes it back. */
export const Shelving = v.strictObject({
  motivo: v.optional(Reason),
  minuti: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440)),
});

export const alarmEndpoints = {
  /** A cci user sees the alarms of its equipment only (`cciAlarmGroups`), here and below. */
  'GET allarmi': { may: 'session', query: AlarmQuery, reply: AlarmPage, cache: 'etag' },
  'GET allarmi/conteggi': { may: 'session', reply: AlarmCounts, cache: 'etag' },
  'GET allarmi/andamento': { may: 'session', reply: AlarmTrend, cache: 'etag' },
  'GET allarmi/momento': { may: 'session', query: AlarmMomentQuery, reply: AlarmMoment },
  'GET allarmi/:id': { may: 'session', query: AlarmDetailQuery, reply: AlarmDetail },
  /**
   * Idempotent: an acknowledged alarm keeps its first acknowledgement, and the answer names its author. A cci user
   * acknowledges on its equipment only.
   */
  'POST allarmi/:id/riconosci': { may: 'session', body: Acknowledgement, reply: Alarm },
  /** All or none. The answer has those asked for, then the consequences that it acknowledged. */
  'POST allarmi/riconosci': { may: 'session', body: ManyAcknowledged, reply: v.array(Alarm) },
  /** For administrators everywhere, for a cci user on its equipment; for a normal user up to 8 h, where `sistema` allows it. */
  'POST allarmi/:id/accantona': { may: 'session', body: Shelving, reply: Alarm, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
