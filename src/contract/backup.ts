import * as v from 'valibot';
import { largestLanguage, mostLanguages } from './added-languages';
import { AlarmRuleUpdate } from './alarm-rules';
import { configSchemas } from './config/kinds';
import type { Endpoint } from './endpoint';
import { InfluxBody, MqttBody, PrometheusBody } from './feeds';
import { Base64, HistoryId, HistoryNote } from './history';
import { LogGroup } from './logbook';
import { Logo } from './logo';
import { lossCauses } from './loss-causes';
import { MailBody, NotificationBody } from './mail';
import { ModbusServerBody } from './modbus-server';
import { mostDevices, mostSchedules } from './most-records';
import { DynDns, Knx, PlantBody } from './plant';
import { mostProfiles } from './profiles';
import { SyslogBody, WebhookBody } from './push';
import { ScheduleBody } from './schedules';
import { Password } from './session';
import { SharingBody } from './sharing';
import { SystemBody } from './system';
import { Ups } from './ups';
import { mostPhotoText, photoTypes } from './work-limits';
import { WorkOrder } from './work-orders';

/*
 * The whole configuration in one file, and what people wrote and what was frozen beside it: log book and fiscal readings. The network stays out of it: a backup of another device must not take this one off its
 * network. Secrets (accounts with their password hashes, passwords of services) are in it only encrypted, under a passphrase that is
 * kept nowhere; the key that signs sessions never is.
 */

const recordsOf = <E extends v.ObjectEntries>(fields: v.StrictObjectSchema<E, undefined>) =>
  v.pipe(
    v.array(v.strictObject({ id: v.pipe(v.number(), v.integer(), v.minValue(1)), ...fields.entries })),
    v.maxLength(mostDevices),
  );

const filesOf = (most: number, longest: number) =>
  v.pipe(
    v.record(v.string(), v.pipe(v.string(), v.maxLength(longest))),
    v.check(files => Object.keys(files).length <= most),
  );

/** A note of the log book; `allarme` is an id of the device that wrote the file. */
const KeptNote = v.strictObject({
  gruppo: LogGroup,
  dispositivo: v.nullable(v.number()),
  nome: v.string(),
  allarme: v.nullable(v.number()),
  da: v.number(),
  a: v.nullable(v.number()),
  testo: v.string(),
  causa: v.nullable(v.picklist(lossCauses)),
  autore: v.string(),
  scritta: v.number(),
});
export type KeptNote = v.InferOutput<typeof KeptNote>;

/** What a meter showed at a midnight of the 1st (`mese`) or, where it was silent then, before (`presa`); kWh, kvarh by quadrant. */
const KeptReading = v.strictObject({
  contatore: v.number(),
  mese: v.number(),
  presa: v.number(),
  immessa: v.nullable(v.number()),
  prelevata: v.nullable(v.number()),
  reattiva: v.array(v.nullable(v.number())),
  /** The meter as it was configured then; a file of an earlier version does not say. */
  seriale: v.optional(v.string(), ''),
  pod: v.optional(v.string(), ''),
  rapporto: v.optional(v.nullable(v.number()), null),
});
export type KeptReading = v.InferOutput<typeof KeptReading>;

/** An order of work; `allarmi` are ids of the device that wrote the file. */
const KeptWork = v.strictObject({
  ...v.omit(WorkOrder, ['id', 'versione', 'assegnato', 'foto']).entries,
  foto: v.array(
    v.strictObject({
      tipo: v.picklist(photoTypes),
      foto: v.pipe(Base64, v.maxLength(mostPhotoText)),
      aggiunta: v.number(),
      autore: v.string(),
    }),
  ),
});
export type KeptWork = v.InferOutput<typeof KeptWork>;

export const BackupContent = v.strictObject({
  impianto: v.nullable(v.omit(PlantBody, ['id'])),
  knx: v.nullable(Knx),
  dyn_dns: v.nullable(v.omit(DynDns, ['password'])),
  ups: v.boolean(),
  gruppo_continuita: v.nullable(v.omit(Ups, ['ups', 'password'])),
  dispositivi: v.strictObject({
    inverters: recordsOf(configSchemas.inverters),
    'box-stringhe': recordsOf(configSchemas['box-stringhe']),
    contatori: recordsOf(configSchemas.contatori),
    sensori: recordsOf(configSchemas.sensori),
    'protezioni-interfaccia': recordsOf(configSchemas['protezioni-interfaccia']),
    'digital-signals': recordsOf(configSchemas['digital-signals']),
    /** Files of earlier versions have none. */
    'moduli-io': v.optional(recordsOf(configSchemas['moduli-io']), []),
    trackers: recordsOf(configSchemas.trackers),
    cci: recordsOf(configSchemas.cci),
  }),
  /** What was changed of the rules as delivered, by code. */
  allarmi: v.record(v.string(), AlarmRuleUpdate),
  pianificazioni: v.pipe(v.array(ScheduleBody), v.maxLength(mostSchedules)),
  condivisione: v.omit(SharingBody, ['password']),
  posta: v.omit(MailBody, ['password']),
  notifiche: NotificationBody,
  /** Files of earlier versions have none: a restore leaves the feeds as they are. */
  flussi: v.optional(
    v.strictObject({
      influx: v.omit(InfluxBody, ['password']),
      mqtt: v.omit(MqttBody, ['password']),
      prometheus: v.omit(PrometheusBody, ['password']),
    }),
  ),
  /** Files of earlier versions have neither: a restore leaves both as they are. */
  webhook: v.optional(v.omit(WebhookBody, ['password'])),
  syslog: v.optional(SyslogBody),
  sistema: SystemBody,
  /** Files of earlier versions have none: a restore leaves it as it is. */
  modbus: v.optional(ModbusServerBody),
  /** Profiles that administrators have brought, by key. Files of earlier versions have none: a restore leaves them as they are. */
  profili: v.optional(filesOf(mostProfiles, 65_536)),
  /** Languages that administrators have added, by code; likewise. */
  lingue: v.optional(filesOf(mostLanguages, largestLanguage)),
  /** Missing in files of earlier versions; likewise. */
  logo: v.optional(Logo),
  /** Both are missing in files of earlier versions. A restore adds what is not there and takes nothing away. */
  diario: v.optional(v.array(KeptNote)),
  letture_fiscali: v.optional(v.array(KeptReading)),
  /** Missing in files of earlier versions. A restore adds what is not there. */
  lavori: v.optional(v.array(KeptWork)),
});
export type BackupContent = v.InferOutput<typeof BackupContent>;

/** AES-256-GCM under a key that scrypt makes of the passphrase. */
export const SealedSecrets = v.strictObject({ sale: Base64, iv: Base64, testo: Base64, sigillo: Base64 });
export type SealedSecrets = v.InferOutput<typeof SealedSecrets>;

export const Backup = v.strictObject({
  formato: v.literal('meridiana-backup'),
  versione: v.literal(1),
  /** Epoch seconds; of which device. */
  creato: v.number(),
  seriale: v.string(),
  prodotto: v.string(),
  /** SHA-256, in hexadecimal, of content, secrets and note on the history, so that a damaged or changed file is detected. */
  impronta: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  contenuto: BackupContent,
  segreti: v.nullable(SealedSecrets),
  /** How many of the oldest notes and work orders had no room (`mostNoteBytes`, `mostWorkBytes`); absent where all are in it. */
  note_escluse: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** In the file as it is saved, the bytes of the history follow this object and a zero byte. */
  storia: v.optional(HistoryNote),
});
export type Backup = v.InferOutput<typeof Backup>;

/** An uploaded file: its content is checked after its fingerprint. */
export const BackupFile = v.strictObject({
  ...Backup.entries,
  contenuto: v.record(v.string(), v.unknown()),
});
export type BackupFile = v.InferOutput<typeof BackupFile>;

/** Bytes of notes in a file: where there are more, the newest are in it. */
export const mostNoteBytes = 1_500_000;
/** Bytes of work orders in a file: the newest are in it. */
export const mostWorkBytes = 1_000_000;
/** Bytes of photos of work orders in a file: the newest are in it. */
export const mostPhotoBytesKept = 1_000_000;
/** Bytes of a file that is taken, without its history; the web servers of deploy/ let no more through. */
export const largestBackup = 8_000_000;
/** Bytes of the configuration in a file: no more is configured, so that each file can be restored. */
export const mostConfigured = 6_000_000;
/** Bytes of a restore beside its file: the passphrase. */
const restoreBytes = 8000;
/** s that a file that was checked waits for its confirmation. */
export const restoreS = 600;
/** How many differences are listed; there may be more. */
export const listedDifferences = 500;

const Value = v.nullable(v.union([v.string(), v.number(), v.boolean()]));
export const RestorePlan = v.strictObject({
  id: v.string(),
  /** Epoch seconds of the device's clock. */
  scade: v.number(),
  creato: v.number(),
  seriale: v.string(),
  /** Whether the secrets are there and could be read. */
  segreti: v.boolean(),
  /** The differences, each with the path of its record. */
  differenze: v.array(
    v.strictObject({ oggetto: v.string(), campo: v.string(), vecchio: Value, nuovo: Value }),
  ),
  totale: v.number(),
  /** The history that is in the file, if it is sent too; whether it is of a plant with the same zone and devices. */
  storia: v.nullable(
    v.strictObject({ ...v.pick(HistoryNote, ['da', 'a', 'giorni', 'byte']).entries, adatta: v.boolean() }),
  ),
});
export type RestorePlan = v.InferOutput<typeof RestorePlan>;

export const backupEndpoints = {
  /** With a passphrase the secrets are in it, encrypted; `storia` names a copy of the history that is ready (404 otherwise). */
  'POST sistema/backup': {
    may: 'admin',
    body: v.strictObject({ passphrase: v.optional(Password), storia: v.optional(HistoryId) }),
    reply: Backup,
    asksPassword: true,
  },
  /** Checks the whole file and returns what it would change; changes nothing. 422 `wrong_password` for the passphrase. */
  'POST sistema/ripristino': {
    may: 'admin',
    body: v.strictObject({ file: BackupFile, passphrase: v.optional(v.string()) }),
    reply: RestorePlan,
    mostBytes: largestBackup + restoreBytes,
    asksPassword: true,
  },
  /**
   * All of it or nothing. 404 for what was not checked by this session, 409 while its history is on the way, 410 when too late. A
   * history takes its place at the next start: `riavvio`.
   */
  'POST sistema/ripristino/:id/conferma': {
    may: 'admin',
    reply: v.strictObject({ riavvio: v.boolean() }),
    asksPassword: true,
  },
} as const satisfies Record<string, Endpoint>;
