import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';
import { Fingerprint, Password, RefusedLines, sharedGroups, TransferReason, Trial } from './sharing';
import { HostName, line, webAddress } from './text';

/*
 * Feeds: what the plant measures, given to the engines that whole fleets run on. Secrets are write-only, as in data sharing.
 */

/** Lines of a request to a time-series database; a request may be somewhat longer, as it holds whole minutes. */
export const linesAtOnce = 5000;

const Groups = v.pipe(v.array(v.picklist(sharedGroups)), v.minLength(1), v.maxLength(sharedGroups.length));

const influxFields = {
  abilitata: v.boolean(),
  /** How the database is written to: `v1` is `/write`, `v2` is `/api/v2/write` with a token. */
  protocollo: v.picklist(['v1', 'v2']),
  /** Its address before `/write`; empty while nothing is set. */
  url: v.union([
    v.literal(''),
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.url(),
      webAddress,
      v.check(url => !/[?#]/.test(url)),
    ),
  ]),
  /** The database (v1) or the bucket (v2). */
  archivio: line(64),
  /** Of v2. */
  organizzazione: line(64),
  /** Of v1; empty where it needs no login. */
  utente: line(64),
  impronta: Fingerprint,
  attesa: wholeRange(5, 120, 's'),
  /** Minutes between two requests. */
  frequenza: v.pipe(v.picklist([1, 5, 15, 60]), v.metadata({ unit: 'min' })),
  /** Days of the archive that a new target is given first. */
  storia: wholeRange(0, 3660, 'd'),
  /** Groups of measures: one measurement each. */
  contenuto: Groups,
} as const;

/** `password` is the token of v2. */
export const InfluxBody = v.strictObject({ ...influxFields, password: v.optional(Password) });
export type InfluxBody = v.InferOutput<typeof InfluxBody>;
const Influx = v.strictObject({ ...influxFields, ha_password: v.boolean(), versione: v.number() });

const mqttFields = {
  abilitata: v.boolean(),
  /** `nessuna` sends password and data in clear. */
  sicurezza: v.picklist(['tls', 'nessuna']),
  host: v.union([v.literal(''), HostName]),
  porta: wholeRange(1, 65_535),
  /** Empty where it needs no login. */
  utente: line(64),
  impronta: Fingerprint,
  attesa: wholeRange(5, 120, 's'),
  /** What every topic begins with: `prefisso/seriale/gruppo/id`. */
  prefisso: v.pipe(v.string(), v.regex(/^[\w-]{1,32}(\/[\w-]{1,32}){0,3}$/)),
  /** Time between two messages of a device whose values change. */
  intervallo: wholeRange(2, 3600, 's'),
  /** Whether plant, inverters and meters are announced to Home Assistant. */
  scoperta: v.boolean(),
  contenuto: Groups,
} as const;

export const MqttBody = v.strictObject({ ...mqttFields, password: v.optional(Password) });
export type MqttBody = v.InferOutput<typeof MqttBody>;
const Mqtt = v.strictObject({ ...mqttFields, ha_password: v.boolean(), versione: v.number() });

const prometheusFields = { abilitata: v.boolean(), contenuto: Groups } as const;

/** `password` is the token that a request for the page must carry: letters, digits, `_`, `.` and `-`. */
export const PrometheusBody = v.strictObject({
  ...prometheusFields,
  password: v.optional(v.pipe(v.string(), v.regex(/^([\w.-]{20,128})?$/))),
});
export type PrometheusBody = v.InferOutput<typeof PrometheusBody>;
const Prometheus = v.strictObject({ ...prometheusFields, ha_password: v.boolean(), versione: v.number() });

/** How far the feeds have come. */
export const FeedState = v.strictObject({
  influx: v.strictObject({
    /** Everything that was measured until then is in the database, except `rifiutati`; epoch seconds of the plant's clock, null before the first request. */
    fino: v.nullable(v.number()),
    /** Why the last request failed; null where none did since it last went well. */
    motivo: v.nullable(TransferReason),
    /** Epoch seconds of the next attempt after a failure; null where none failed. */
    prossimo: v.nullable(v.number()),
    /** Forgotten a week after the last refusal, or when the settings change. */
    rifiutati: v.array(RefusedLines),
  }),
  mqtt: v.strictObject({
    /** Whether the broker answers now. */
    connesso: v.boolean(),
    motivo: v.nullable(TransferReason),
    prossimo: v.nullable(v.number()),
    /** Known of brokers with MQTT 5.0: older ones acknowledge also what they throw away. */
    rifiutati: v.array(RefusedLines),
  }),
  /** When the page was last asked for with the token, epoch seconds of the device's clock. */
  prometheus: v.strictObject({ letto: v.nullable(v.number()) }),
});
export type FeedState = v.InferOutput<typeof FeedState>;

export const feedEndpoints = {
  'GET condivisione-dati/flussi': { may: 'admin', reply: FeedState },
  'GET condivisione-dati/influx': { may: 'admin', reply: Influx, cache: 'etag' },
  /** 422 `required` at `password` when address or user change and a secret was stored for the old ones. */
  'PUT condivisione-dati/influx': { may: 'admin', body: InfluxBody, reply: Influx, ifMatch: true },
  /** Tries settings without storing them: writes a line of the measurement `prova` and the newest line of each measurement of `contenuto`. */
  'POST condivisione-dati/influx/prova': { may: 'admin', body: InfluxBody, reply: Trial },
  'GET condivisione-dati/mqtt': { may: 'admin', reply: Mqtt, cache: 'etag' },
  'PUT condivisione-dati/mqtt': { may: 'admin', body: MqttBody, reply: Mqtt, ifMatch: true },
  /** Tries settings without storing them: publishes `prefisso/seriale/prova` and empty messages where the feed writes; nothing is kept. */
  'POST condivisione-dati/mqtt/prova': { may: 'admin', body: MqttBody, reply: Trial },
  'GET condivisione-dati/prometheus': { may: 'admin', reply: Prometheus, cache: 'etag' },
  'PUT condivisione-dati/prometheus': {
    may: 'admin',
    body: PrometheusBody,
    reply: Prometheus,
    ifMatch: true,
  },
  /** The plant now, in the text format of Prometheus. 404 while it is switched off, 401 without its token, which is no session's. */
  'GET metriche': { may: 'anyone', reply: v.string() },
} as const satisfies Record<string, Endpoint>;
