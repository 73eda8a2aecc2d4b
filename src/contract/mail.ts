import * as v from 'valibot';
import { notifiedGroups } from './alarm-codes';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';
import { Recipient } from './recipient';
import { TransferReason, TrialStep } from './sharing';
import { EmailAddress, HostName, isOneLine, line, TimeOfDay } from './text';

/** Greatest number of e-mails in an hour, whatever happens in the plant. */
export const mostMailsAnHour = 20;

const mailFields = {
  abilitata: v.boolean(),
  server: v.union([v.literal(''), HostName]),
  porta: wholeRange(1, 65_535),
  /** `starttls` on 587, `tls` on 465; `nessuna` sends password and text unencrypted. */
  sicurezza: v.picklist(['starttls', 'tls', 'nessuna']),
  /** Empty when the server needs no login. */
  utente: line(128),
  mittente: v.union([v.literal(''), EmailAddress]),
  nome_mittente: line(64),
} as const;

/** `password` is write-only, as in data sharing. */
export const MailBody = v.strictObject({
  ...mailFields,
  password: v.optional(v.pipe(v.string(), v.maxLength(128), isOneLine)),
});
export type MailBody = v.InferOutput<typeof MailBody>;

export const Mail = v.strictObject({
  ...mailFields,
  ha_password: v.boolean(),
  /** Names of the schedules that send e-mail. */
  usata_da: v.array(v.string()),
  versione: v.number(),
});
export type Mail = v.InferOutput<typeof Mail>;

/** A recipient of everything, at once and always. */
export const everyAlarm = {
  priorita_minima: 5,
  gruppo: 'tutti',
  dopo: 0,
  dalle: '00:00',
  alle: '00:00',
} as const;

/**
 * Recipients and their alarms. Each has own conditions beside those of all recipients, so that one follows the other where nobody
 * acknowledges, or by day and by night.
 */
export const AlarmRecipient = v.strictObject({
  ...Recipient.entries,
  priorita_minima: v.optional(wholeRange(1, 5), everyAlarm.priorita_minima),
  /** Alarms of one kind of devices, or of all. */
  gruppo: v.optional(v.picklist(notifiedGroups), everyAlarm.gruppo),
  /** Only what is still active and unacknowledged after so long; 0: at once. */
  dopo: v.optional(wholeRange(0, 1440, 'min'), everyAlarm.dopo),
  dalle: v.optional(TimeOfDay, everyAlarm.dalle),
  alle: v.optional(TimeOfDay, everyAlarm.alle),
});
export type AlarmRecipient = v.InferOutput<typeof AlarmRecipient>;

const notificationFields = {
  abilitate: v.boolean(),
  destinatari: v.pipe(v.array(AlarmRecipient), v.maxLength(10)),
  /** Alarms of this priority and higher (1 is the highest). */
  priorita_minima: wholeRange(1, 5),
  /** Sends an e-mail at once. Alarms that come within a minute share one e-mail. */
  immediata: v.boolean(),
  /** Sends one e-mail a day at `ora_riepilogo`, with the alarms since the last one. */
  riepilogo: v.boolean(),
  ora_riepilogo: TimeOfDay,
  /** E-mails are sent at once between these plant times; two equal times mean always. Alarms outside of them wait until `dalle`. */
  dalle: TimeOfDay,
  alle: TimeOfDay,
  massimo_ora: wholeRange(1, mostMailsAnHour),
  /** An alarm that nobody has acknowledged is sent again, to all whom it concerns, after this time; 0: never. */
  ripeti: v.pipe(
    wholeRange(0, 1440, 'min'),
    v.check(minutes => minutes === 0 || minutes >= 15),
  ),
} as const;

export const NotificationBody = v.strictObject(notificationFields);
export type NotificationBody = v.InferOutput<typeof NotificationBody>;

export const Notifications = v.strictObject({
  ...notificationFields,
  /** Epoch seconds of the last e-mail that was sent; null before the first. */
  ultimo_invio: v.nullable(v.number()),
  /** Whether e-mail is switched on; without it no e-mail is sent. */
  posta_attiva: v.boolean(),
  versione: v.number(),
});
export type Notifications = v.InferOutput<typeof Notifications>;

export const mailEndpoints = {
  // No 304: data of other records changes while the version of the record stays.
  'GET sistema/posta': { may: 'admin', reply: Mail },
  /** 422 `required` for `password` when server or user change while a password for the old ones is stored. */
  'PUT sistema/posta': { may: 'admin', body: MailBody, reply: Mail, ifMatch: true },
  /** Sends a short e-mail with the stored settings. `motivo` is null when the server has accepted it; `passi` says each step. */
  'POST sistema/posta/prova': {
    may: 'admin',
    body: Recipient,
    reply: v.strictObject({ motivo: v.nullable(TransferReason), passi: v.array(TrialStep) }),
  },
  'GET sistema/notifiche': { may: 'admin', reply: Notifications },
  'PUT sistema/notifiche': { may: 'admin', body: NotificationBody, reply: Notifications, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
