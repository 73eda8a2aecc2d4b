import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { hostOrAddress } from './plant';
import { wholeRange } from './quantity';
import { Recipient } from './recipient';
import { TransferReason } from './sharing';
import { EmailAddress, isOneLine, line, TimeOfDay } from './text';

/** E-mails an hour at most, whatever happens on the plant. */
export const mostMailsAnHour = 20;

const mailFields = {
  abilitata: v.boolean(),
  server: v.union([v.literal(''), hostOrAddress]),
  porta: wholeRange(1, 65_535),
  /** `starttls` on 587, `tls` on 465; `nessuna` sends password and text in clear. */
  sicurezza: v.picklist(['starttls', 'tls', 'nessuna']),
  /** Empty: the server wants no login. */
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

export const Mail = v.strictObject({ ...mailFields, ha_password: v.boolean(), versione: v.number() });
export type Mail = v.InferOutput<typeof Mail>;

const notificationFields = {
  abilitate: v.boolean(),
  destinatari: v.pipe(v.array(Recipient), v.maxLength(10)),
  /** Alarms of this priority and higher (1 is the highest). */
  priorita_minima: wholeRange(1, 5),
  /** At once, one e-mail for what came within a minute. */
  immediata: v.boolean(),
  /** One e-mail a day with what came since the last, at `ora_riepilogo`. */
  riepilogo: v.boolean(),
  ora_riepilogo: TimeOfDay,
  /** Plant time in which e-mails are sent at once; the same twice: always. What comes outside waits for its beginning. */
  dalle: TimeOfDay,
  alle: TimeOfDay,
  massimo_ora: wholeRange(1, mostMailsAnHour),
  /** Repeats an alarm nobody has acknowledged after so long; 0 never. */
  ripeti: v.pipe(
    wholeRange(0, 1440, 'min'),
    v.check(minutes => minutes === 0 || minutes >= 15),
  ),
} as const;

export const NotificationBody = v.strictObject(notificationFields);
export type NotificationBody = v.InferOutput<typeof NotificationBody>;

export const Notifications = v.strictObject({
  ...notificationFields,
  /** Epoch seconds of the last e-mail that left, null before the first. */
  ultimo_invio: v.nullable(v.number()),
  versione: v.number(),
});
export type Notifications = v.InferOutput<typeof Notifications>;

export const mailEndpoints = {
  'GET sistema/posta': { may: 'admin', reply: Mail, cache: 'etag' },
  /** 422 `required` at `password` when server or user change and a password was stored for the old ones. */
  'PUT sistema/posta': { may: 'admin', body: MailBody, reply: Mail, ifMatch: true },
  /** Sends a short e-mail with the stored settings; null when the server has taken it. */
  'POST sistema/posta/prova': {
    may: 'admin',
    body: Recipient,
    reply: v.strictObject({ motivo: v.nullable(TransferReason) }),
  },
  'GET sistema/notifiche': { may: 'admin', reply: Notifications, cache: 'etag' },
  'PUT sistema/notifiche': { may: 'admin', body: NotificationBody, reply: Notifications, ifMatch: true },
} as const satisfies Record<string, Endpoint>;
