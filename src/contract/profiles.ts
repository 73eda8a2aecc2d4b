import * as v from 'valibot';
import { RegistersBody, SerialPortChoice } from './bus';
import { BusCause } from './bus-cause';
import { measuredKinds, ProfileKey, profiledKinds } from './config/profiles';
import type { Endpoint } from './endpoint';
import { ProfileDraft } from './profile-draft';
import { wholeRange } from './quantity';

/*
 * Profiles: what the registers of a device without SunSpec mean, as a file (JSON). Those of the library come with the program; those that
 * administrators bring are kept with the configuration and its backup, and go before. The JSON schema of a file is published beside the
 * API document.
 */

/** How many profiles are kept beside the library, and characters of one. */
export const mostProfiles = 32;
const longestProfile = 65_536;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Kind = v.picklist(profiledKinds);
const MeasuredKind = v.picklist(measuredKinds);

/** A profile as it is listed. */
export const ProfileSummary = v.strictObject({
  chiave: ProfileKey,
  marca: v.string(),
  serie: v.string(),
  tipo: Kind,
  /** Whether an administrator has brought it. */
  propria: v.boolean(),
  /** Whether its values were compared with those of a real device. */
  provata: v.boolean(),
  /** Points of the device and of an input, and what its alarms may report. */
  punti: v.array(v.string()),
  ingressi: v.array(v.string()),
  segnalazioni: Count,
  /** The published documents. */
  fonti: v.array(v.string()),
  /** Names of the devices that are configured with it. */
  usata_da: v.array(v.string()),
});
export type ProfileSummary = v.InferOutput<typeof ProfileSummary>;

const Text = v.pipe(v.string(), v.maxLength(longestProfile));
const ProfileText = v.strictObject({ testo: Text });

/** What is wrong with a file, line by line, from 1. */
export const ProfileCheck = v.strictObject({
  profilo: v.nullable(ProfileSummary),
  errori: v.array(v.strictObject({ riga: Count, motivo: v.string() })),
});
export type ProfileCheck = v.InferOutput<typeof ProfileCheck>;

/** What registers may hold, by kind of device. Its name is a symbol with its unit. */
export const NameableQuantity = v.strictObject({ tipo: MeasuredKind, id: v.string(), nome: v.string() });
export type NameableQuantity = v.InferOutput<typeof NameableQuantity>;

export const mostSpans = 64;
const longestDump = 300_000;

/** Registers that somebody has written down: what a dump holds. */
export const Dump = v.strictObject({
  funzione: v.picklist([3, 4]),
  da: wholeRange(0, 65_535),
  valori: v.pipe(v.array(wholeRange(0, 65_535)), v.minLength(1), v.maxLength(1000)),
});

/** A profile that is not kept yet: its file, or what a person has named. One of both. */
const brought = { testo: v.exactOptional(Text), bozza: v.exactOptional(ProfileDraft) } as const;

/** Whose registers are read: those of a device on a line (which of them the profile says), or those of a dump. */
export const ProfileReadBody = v.strictObject({
  ...brought,
  /** One that there is, in place of both. */
  chiave: v.exactOptional(ProfileKey),
  /** Which of several devices side by side, from 1. */
  istanza: v.optional(wholeRange(1, 999), 1),
  /** Inputs that are shown. */
  ingressi: v.optional(wholeRange(0, 64), 0),
  linea: v.exactOptional(v.partial(RegistersBody, ['funzione', 'da', 'quanti'])),
  registri: v.exactOptional(v.pipe(v.array(Dump), v.maxLength(mostSpans))),
  /** The dump as a file: such a list, or what the console saves of a unit. */
  file: v.exactOptional(v.pipe(v.string(), v.maxLength(longestDump))),
});
export type ProfileReadBody = v.InferOutput<typeof ProfileReadBody>;

/** What a profile makes of registers; `parte` is the input, 0 the device itself. A value is null where the device has none. */
export const ProfileReading = v.strictObject({
  letture: v.array(
    v.strictObject({
      parte: Count,
      punto: v.string(),
      /** Its symbol with its unit. */
      nome: v.string(),
      valore: v.nullable(v.number()),
    }),
  ),
  /** The words of the file for what its alarms report now. */
  segnalazioni: v.array(v.string()),
  /** Registers that were not answered, or are not in the dump. */
  mancanti: v.array(v.strictObject({ da: Count, quanti: Count, causa: v.nullable(BusCause) })),
});
export type ProfileReading = v.InferOutput<typeof ProfileReading>;

const choices = { reply: v.array(SerialPortChoice) } as const;
const largestBody = 400_000;

export const profileEndpoints = {
  /** By maker and series. */
  'GET bus/profili': { may: 'admin', reply: v.strictObject({ profili: v.array(ProfileSummary) }) },
  /** The file. */
  'GET bus/profili/:chiave': { may: 'admin', reply: v.string() },
  /** What would be refused of a file, and what it is; nothing is kept. */
  'POST bus/profili/esame': { may: 'admin', body: ProfileText, reply: ProfileCheck, mostBytes: largestBody },
  /** What registers may be named in a draft. */
  'GET bus/grandezze': { may: 'admin', reply: v.array(NameableQuantity) },
  /** What a file reads, live or from a dump; nothing is kept. 404 with a line where there is no field bus, 422 for a wrong file or field. */
  'POST bus/profili/lettura': {
    may: 'admin',
    body: ProfileReadBody,
    reply: ProfileReading,
    mostBytes: largestBody,
  },
  /**
   * Keeps a file in place of the one with its key. 422 for a wrong one, with the line of the first fault in `da`, or with the field of a
   * draft; 409 `in_use` where the key is that of a device of another kind, 409 `conflict` where there is no room.
   */
  'POST bus/profili': {
    may: 'admin',
    body: v.strictObject(brought),
    reply: ProfileSummary,
    mostBytes: largestBody,
    asksPassword: true,
  },
  /** 409 `in_use` while a device is configured with it, 404 for one of the library. */
  'DELETE bus/profili/:chiave': { may: 'admin', asksPassword: true },
  /** What a record of this kind may name as its profile; without a name what the console has words for. */
  'GET bus/scelte/inverters': { may: 'admin-or-cci', ...choices },
  'GET bus/scelte/contatori': { may: 'admin', ...choices },
  'GET bus/scelte/sensori': { may: 'admin', ...choices },
  'GET bus/scelte/box-stringhe': { may: 'admin', ...choices },
  'GET bus/scelte/moduli-io': { may: 'admin', ...choices },
  'GET bus/scelte/trackers': { may: 'admin', ...choices },
  'GET bus/scelte/protezioni-interfaccia': { may: 'admin', ...choices },
  'GET bus/scelte/cci': { may: 'admin-or-cci', ...choices },
} as const satisfies Record<string, Endpoint>;
