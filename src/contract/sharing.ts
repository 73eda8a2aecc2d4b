import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { wholeRange } from './quantity';
import { HostName, isOneLine, isVisible, line, TimeOfDay } from './text';

/*
 * Data sharing: what the plant measured, as files on an FTP server. Passwords are write-only: left out, the stored one stays;
 * a new server or user wants it again, so that it is never sent to where it was not meant for.
 */

export const sharingProtocols = ['ftps', 'ftps_implicito', 'ftp'] as const;
/** Groups of measures that the archive keeps, and so can be shared. */
export const sharedGroups = [
  'impianto',
  'inverter',
  'contatori',
  'sensori',
  'stringhe',
  'tracker',
  'cci',
  'spi',
  'di',
] as const;
/** Files wait for a server at most this many days, and at most this many bytes. */
export const spoolDays = 30;
export const spoolBytes = 500_000_000;
/** Newest transfers that are listed. */
export const listedTransfers = 200;

export const Password = v.pipe(v.string(), v.maxLength(128), isOneLine);
/** A folder below that of the login, or from the root; never upwards. */
const Folder = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200),
  isVisible,
  v.regex(/^(?!\.\.(\/|$))(?!.*\/\.\.(\/|$))[^\\\p{Cc}]*$/u),
);
/** SHA-256 of the only accepted certificate, in hexadecimal; empty accepts certificates of the usual authorities. */
export const Fingerprint = v.pipe(v.string(), v.trim(), v.regex(/^([0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31})?$/));

const sharingFields = {
  abilitata: v.boolean(),
  /** `ftp` sends password and data in clear. */
  protocollo: v.picklist(sharingProtocols),
  /** Empty while nothing is set. */
  host: v.union([v.literal(''), HostName]),
  porta: wholeRange(1, 65_535),
  utente: line(64),
  impronta: Fingerprint,
  cartella: Folder,
  attesa: wholeRange(5, 120, 's'),
  /** Minutes between two files; 1440 is once a day, at `ora`. */
  frequenza: v.pipe(v.picklist([5, 15, 30, 60, 1440]), v.metadata({ unit: 'min' })),
  ora: TimeOfDay,
  formato: v.picklist(['csv', 'json']),
  gzip: v.boolean(),
  /** Of CSV: `it` with `;` and decimal comma, `iso` with `,` and decimal point. */
  scrittura: v.picklist(['it', 'iso']),
  /** Groups of measures, one file each. */
  contenuto: v.pipe(v.array(v.picklist(sharedGroups)), v.minLength(1), v.maxLength(sharedGroups.length)),
} as const;

export const SharingBody = v.strictObject({ ...sharingFields, password: v.optional(Password) });
export type SharingBody = v.InferOutput<typeof SharingBody>;

export const Sharing = v.strictObject({
  ...sharingFields,
  /** Whether a password is stored. */
  ha_password: v.boolean(),
  /** Names of the schedules that send files. */
  usata_da: v.array(v.string()),
  versione: v.number(),
});
export type Sharing = v.InferOutput<typeof Sharing>;

/** In the order they are taken. `tls` is skipped with plain `ftp`. */
export const trialSteps = [
  'nome',
  'connessione',
  'tls',
  'accesso',
  'cartella',
  'scrittura',
  'rinomina',
  'cancellazione',
] as const;

/** Why a connection failed. Texts of the other side are never repeated. */
export const transferReasons = [
  'nome_sconosciuto',
  /** An address of this device, or one that no server can have. */
  'indirizzo_vietato',
  'non_raggiungibile',
  'rifiutata',
  'attesa_scaduta',
  'certificato',
  'tls',
  'credenziali',
  'permesso',
  'disco_pieno',
  /** No request of this size is taken. */
  'troppo_grande',
  /** A field has another type there. */
  'tipo_diverso',
  /** The server takes neither this file name nor this message, whenever it is sent. */
  'rifiutato',
  'interrotta',
  'protocollo',
] as const;
export const TransferReason = v.picklist(transferReasons);
export type TransferReason = v.InferOutput<typeof TransferReason>;

export const TrialStep = v.strictObject({
  /** `invio`: a message, where no file is written. */
  passo: v.picklist([...trialSteps, 'invio']),
  /** After the first failure nothing more is tried. */
  esito: v.picklist(['riuscito', 'fallito', 'saltato']),
  motivo: v.nullable(TransferReason),
  millisecondi: v.nullable(v.number()),
});
export type TrialStep = v.InferOutput<typeof TrialStep>;

export const Transfer = v.strictObject({
  id: v.number(),
  /** Epoch seconds of the device's clock. */
  t: v.number(),
  file: v.string(),
  byte: v.number(),
  /** 1 for the first. */
  tentativo: v.number(),
  esito: v.picklist(['riuscito', 'fallito', 'scartato']),
  motivo: v.nullable(TransferReason),
});
export type Transfer = v.InferOutput<typeof Transfer>;

export const TransferLog = v.strictObject({
  /** Newest first. */
  trasferimenti: v.array(Transfer),
  in_attesa: v.strictObject({ file: v.number(), byte: v.number() }),
  /** Epoch seconds of the next attempt; null when nothing waits. */
  prossimo: v.nullable(v.number()),
});

/** `conservazione`: older than the database keeps. */
export const refusedFor = [...transferReasons, 'conservazione', 'altro'] as const;

/** What another service has not taken: lines, or one field of them (the rest was taken), messages, or attempts to deliver them. */
export const RefusedLines = v.strictObject({
  motivo: v.picklist(refusedFor),
  /** Measurement and field, the topics, or the recipient; null where none is named. */
  gruppo: v.nullable(v.string()),
  campo: v.nullable(v.string()),
  righe: v.number(),
  /** First and last refusal, epoch seconds of the device's clock. */
  da: v.number(),
  ultimo: v.number(),
});
export type RefusedLines = v.InferOutput<typeof RefusedLines>;

/** Result of a trial of settings, stored or not. */
export const Trial = v.strictObject({ passi: v.array(TrialStep) });
export type Trial = v.InferOutput<typeof Trial>;

export const sharingEndpoints = {
  // No 304: the schedules change while the version of the record stays.
  'GET condivisione-dati': { may: 'admin', reply: Sharing },
  /** 422 `required` at `password` when host or user change and a password was stored for the old ones. */
  'PUT condivisione-dati': { may: 'admin', body: SharingBody, reply: Sharing, ifMatch: true },
  /** Tries settings without storing them: writes, renames and deletes a small file there. */
  'POST condivisione-dati/prova': { may: 'admin', body: SharingBody, reply: Trial },
  'GET condivisione-dati/registro': { may: 'admin', reply: TransferLog },
} as const satisfies Record<string, Endpoint>;
