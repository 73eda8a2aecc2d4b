import * as v from 'valibot';
import { Reason } from './alarms';
import { lastOutput } from './config/output-numbers';
import type { Endpoint } from './endpoint';
import { range, wholeRange } from './quantity';
import { Recipient } from './recipient';
import { Nome } from './session';
import { TimeOfDay } from './text';

/*
 * Schedules: what the plant does by itself, at times of its own wall clock. A local time that the clocks skip runs at the first
 * minute that exists; one that comes twice runs once.
 */

/** Minutes that a window lasts at most: a day; a maintenance 31 days. */
export const longestWindowMin = 1440;
export const longestMaintenanceMin = 31 * 1440;

/** 1 Monday to 7 Sunday. */
const Weekdays = v.pipe(
  v.array(wholeRange(1, 7)),
  v.minLength(1),
  v.maxLength(7),
  v.check(days => new Set(days).size === days.length),
);
const isoDate = v.pipe(v.string(), v.isoDate());

/** When it runs. */
export const Recurrence = v.variant('ricorrenza', [
  v.strictObject({ ricorrenza: v.literal('una_volta'), data: isoDate, ora: TimeOfDay }),
  v.strictObject({ ricorrenza: v.literal('giornaliera'), ora: TimeOfDay }),
  v.strictObject({ ricorrenza: v.literal('settimanale'), ora: TimeOfDay, giorni: Weekdays }),
  /** In a shorter month on its last day. */
  v.strictObject({ ricorrenza: v.literal('mensile'), ora: TimeOfDay, giorno: wholeRange(1, 31) }),
  /** `scarto` minutes after the sunrise or sunset of those days, before it when negative. */
  v.strictObject({
    ricorrenza: v.literal('sole'),
    evento: v.picklist(['alba', 'tramonto']),
    scarto: wholeRange(-720, 720, 'min'),
    giorni: Weekdays,
  }),
]);
export type Recurrence = v.InferOutput<typeof Recurrence>;

const DeviceId = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

const window = {
  durata: wholeRange(1, longestWindowMin, 'min'),
  /** What happens when the window ends: back to what was before it, or left as it is. */
  a_fine: v.picklist(['ripristina', 'mantieni']),
} as const;

/** What it does, with the parameters of its kind. */
export const ScheduleAction = v.variant('tipo', [
  v.strictObject({
    tipo: v.literal('report_email'),
    /** The report of the day, ISO week, month, quarter or year that is over. */
    report: v.picklist(['giornaliero', 'settimanale', 'mensile', 'trimestrale', 'annuale']),
    destinatari: v.pipe(v.array(Recipient), v.minLength(1), v.maxLength(10)),
    /** Whether the report comes as CSV too. */
    allegato: v.boolean(),
    /** Whether it comes as PDF. */
    pdf: v.optional(v.boolean(), false),
  }),
  v.strictObject({ tipo: v.literal('invio_ftp') }),
  /** Limit in % of the rated power. Of overlapping windows the lowest counts; grid operator and CCI commands outrank it. */
  v.strictObject({ tipo: v.literal('limite_potenza'), percentuale: range(0, 100, '%'), ...window }),
  v.strictObject({
    tipo: v.literal('uscita_rele'),
    /** Of the box up to 8; from 9 on that of the digital signal with this `uscita`, on the bus. */
    uscita: wholeRange(1, lastOutput),
    attiva: v.boolean(),
    ...window,
  }),
  v.strictObject({ tipo: v.literal('riavvio'), bersaglio: v.picklist(['datalogger', 'router']) }),
  /** Keeps the newest `copie` on the datalogger. */
  v.strictObject({ tipo: v.literal('backup'), copie: wholeRange(1, 30) }),
  v.strictObject({ tipo: v.literal('sincronizzazione_ora') }),
  v.strictObject({ tipo: v.literal('test_ups') }),
  /** The trackers of a group, or all, to the angle for cleaning. */
  v.strictObject({ tipo: v.literal('angolo_pulizia'), gruppo: v.nullable(wholeRange(1, 10_000)), ...window }),
  /** No e-mail of alarms of priority `da_priorita` (1 is the highest) and lower. */
  v.strictObject({
    tipo: v.literal('silenzio_notifiche'),
    da_priorita: wholeRange(1, 5),
    durata: wholeRange(1, longestWindowMin, 'min'),
  }),
  /**
   * Maintenance of some devices (of an inverter: its strings too), of the plant where none is named, or of one alarm. Its alarms are kept and not
   * sent. A note of the log book says so at the device and in the report; the losses of inverters, where no alarm is named, are planned, or
   * agreed: then they do not count in the contractual availability.
   */
  v.strictObject({
    tipo: v.literal('manutenzione'),
    inverter: DeviceId,
    quadro: DeviceId,
    tracker: DeviceId,
    segnale: DeviceId,
    codice: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{3}\d{2}$/))),
    motivo: Reason,
    concordata: v.boolean(),
    durata: wholeRange(1, longestMaintenanceMin, 'min'),
  }),
]);
export type ScheduleAction = v.InferOutput<typeof ScheduleAction>;
export type ScheduleKind = ScheduleAction['tipo'];

const ScheduleFields = v.strictObject({
  nome: Nome,
  abilitata: v.optional(v.boolean(), true),
  /** 1 runs first of those due at the same minute. */
  priorita: v.optional(wholeRange(1, 9), 5),
  /** First and last day on which it may begin; null without a limit. */
  valida_dal: v.nullable(isoDate),
  valida_al: v.nullable(isoDate),
  quando: Recurrence,
  azione: ScheduleAction,
});

export const ScheduleBody = v.pipe(
  ScheduleFields,
  v.forward(
    v.partialCheck(
      [['valida_dal'], ['valida_al']],
      ({ valida_dal: from, valida_al: to }) => from === null || to === null || from <= to,
    ),
    ['valida_al'],
  ),
);
export type ScheduleBody = v.InferOutput<typeof ScheduleBody>;

/** Why a run came to nothing. */
export const scheduleReasons = [
  'posta_mancante',
  'invio_posta',
  'condivisione_spenta',
  'trasferimento',
  'dati_mancanti',
  /** Grid operator, controller or an operator's command outranks it. */
  'comando_superiore',
  'rifiutato',
  'nessun_dispositivo',
  /** The box has no such output, or cannot do it. */
  'non_possibile',
  /** The output was not read back as it was switched: it is silent, cannot be read, or somebody else has switched it. */
  'non_riletta',
  /** The datalogger was off when it was due, too long ago to make up for. */
  'persa',
  'interno',
] as const;

export type ScheduleReason = (typeof scheduleReasons)[number];

export const ScheduleRun = v.strictObject({
  /** Epoch seconds of the plant's clock. */
  inizio: v.number(),
  /** Null while its window lasts. */
  fine: v.nullable(v.number()),
  esito: v.picklist(['in_corso', 'riuscita', 'fallita', 'saltata']),
  motivo: v.nullable(v.picklist(scheduleReasons)),
});
export type ScheduleRun = v.InferOutput<typeof ScheduleRun>;

export const Schedule = v.strictObject({
  id: v.number(),
  ...ScheduleFields.entries,
  ultimo: v.nullable(ScheduleRun),
  /** Epoch seconds of the next run; null if none is planned. */
  prossimo: v.nullable(v.number()),
  /** Why a run would come to nothing as things are now; null when nothing is in its way. */
  ostacolo: v.nullable(v.picklist(scheduleReasons)),
  /** The record's version: its ETag is `"<versione>"`. A run is no new version. */
  versione: v.number(),
});
export type Schedule = v.InferOutput<typeof Schedule>;

export const scheduleEndpoints = {
  'GET pianificazioni': { may: 'admin', reply: v.array(Schedule) },
  /** 409 `conflict` where there are as many as there may be. */
  'POST pianificazioni': { may: 'admin', body: ScheduleBody, reply: Schedule },
  'PUT pianificazioni/:id': { may: 'admin', body: ScheduleBody, reply: Schedule, ifMatch: true },
  /** What a window of it has changed is undone. */
  'DELETE pianificazioni/:id': { may: 'admin', ifMatch: true },
  /**
   * Sends the report of a schedule that sends one by e-mail, to all its recipients, now and as it is stored; its next run stays. `motivo` is
   * null when the server has accepted all. 409 `conflict` for another schedule, 429 after ten in an hour.
   */
  'POST pianificazioni/:id/invia': {
    may: 'admin',
    reply: v.strictObject({ motivo: v.nullable(v.picklist(scheduleReasons)) }),
  },
} as const satisfies Record<string, Endpoint>;
