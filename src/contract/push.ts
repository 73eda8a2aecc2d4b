import * as v from 'valibot';
import { Lingua } from './account';
import { notifiedGroups } from './alarm-codes';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';
import { Fingerprint, Password, RefusedLines, Trial } from './sharing';
import { HostName, TimeOfDay, webAddress } from './text';

/*
 * Alarms sent to other services while they happen: to a web address (webhook), and to a log server (syslog). Each says which alarms, when,
 * and after how long without acknowledgement, so that one can follow the other. Secrets are write-only, as in data sharing.
 */

export const webhookFormats = ['json', 'ntfy', 'slack', 'telegram'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** In a web address it stands for the secret: addresses are shown, secrets never. */
export const secretPlace = '{segreto}';

/** What the addresses of services look like behind `https://`: `NAME` is replaced by the user. */
export const webhookExamples: Readonly<Record<WebhookFormat, string>> = {
  json: 'NAME/',
  ntfy: 'ntfy.sh/NAME',
  slack: `hooks.slack.com/services/${secretPlace}`,
  telegram: `api.telegram.org/bot${secretPlace}/sendMessage`,
};

/** Which alarms are sent, and when. */
const ruleFields = {
  abilitato: v.boolean(),
  lingua: Lingua,
  /** Alarms of this priority and higher (1 is the highest). */
  priorita_minima: wholeRange(1, 5),
  /** Alarms of one kind of devices, or of all. */
  gruppo: v.optional(v.picklist(notifiedGroups), 'tutti'),
  /** Only those that are still active and unacknowledged after so long; 0: at once. */
  dopo: wholeRange(0, 1440, 'min'),
  /** Between these plant times; two equal times mean always. What comes outside of them waits until `dalle`. */
  dalle: TimeOfDay,
  alle: TimeOfDay,
  /** Messages in an hour; further alarms wait and are sent together in one. */
  massimo_ora: wholeRange(1, 60),
} as const;

const webhookFields = {
  ...ruleFields,
  url: v.union([
    v.literal(''),
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.url(),
      webAddress,
      // Names are looked up by others.
      v.check(url => !/^\w+:\/\/[^/?#]*\{/.test(url)),
    ),
  ]),
  impronta: Fingerprint,
  formato: v.picklist(webhookFormats),
  /** Telegram: the chat to write to, its number or its public name. */
  chat: v.pipe(v.string(), v.regex(/^(-?\d{1,20}|@\w{1,63})?$/)),
} as const;

/** `password`: takes the place of `{segreto}` in the address; where that is not in it, it signs (`json`) or logs in (`ntfy`). */
export const WebhookBody = v.strictObject({
  ...webhookFields,
  password: v.optional(Password),
});
export type WebhookBody = v.InferOutput<typeof WebhookBody>;

export const Webhook = v.strictObject({
  ...webhookFields,
  ha_password: v.boolean(),
  /** Epoch seconds of the last message that was taken; null before the first. */
  ultimo_invio: v.nullable(v.number()),
  versione: v.number(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

const syslogFields = {
  ...ruleFields,
  server: v.union([v.literal(''), HostName]),
  porta: wholeRange(1, 65_535),
  /** RFC 5426, RFC 6587 with counted octets, or RFC 5425. */
  trasporto: v.picklist(['udp', 'tcp', 'tls']),
  /** Of TLS. */
  impronta: Fingerprint,
} as const;

export const SyslogBody = v.strictObject(syslogFields);
export type SyslogBody = v.InferOutput<typeof SyslogBody>;

export const Syslog = v.strictObject({
  ...syslogFields,
  ultimo_invio: v.nullable(v.number()),
  versione: v.number(),
});
export type Syslog = v.InferOutput<typeof Syslog>;

/** Services to which the datalogger delivers messages, or writes values, by itself. */
export const deliveringServices = ['posta', 'webhook', 'syslog', 'dyn_dns', 'knx'] as const;
export type DeliveringService = (typeof deliveringServices)[number];

const Refused = v.array(RefusedLines);
/** Attempts that failed, by service: until the service takes the message, the settings change, or a week has passed. */
export const Deliveries = v.strictObject({
  posta: Refused,
  webhook: Refused,
  syslog: Refused,
  dyn_dns: Refused,
  knx: Refused,
});
export type Deliveries = v.InferOutput<typeof Deliveries>;

export const pushEndpoints = {
  'GET sistema/consegne': { may: 'admin', reply: Deliveries },
  'GET sistema/webhook': { may: 'admin', reply: Webhook, cache: 'etag' },
  /** 422 `required` for `password` when the address changes while a secret for the old one is stored. */
  'PUT sistema/webhook': { may: 'admin', body: WebhookBody, reply: Webhook, ifMatch: true },
  /** Sends a message with these settings, which need not be stored. */
  'POST sistema/webhook/prova': { may: 'admin', body: WebhookBody, reply: Trial },
  'GET sistema/syslog': { may: 'admin', reply: Syslog, cache: 'etag' },
  'PUT sistema/syslog': { may: 'admin', body: SyslogBody, reply: Syslog, ifMatch: true },
  'POST sistema/syslog/prova': { may: 'admin', body: SyslogBody, reply: Trial },
} as const satisfies Record<string, Endpoint>;
