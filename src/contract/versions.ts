import * as v from 'valibot';
import { Backup, RestorePlan } from './backup';
import type { Endpoint } from './endpoint';

/*
 * Versions of the configuration. Each change of devices, plant, rules, schedules, services or system is one, with the row of the audit
 * log that led to it. Accounts and other secrets, the network, log book and readings are in none.
 */

export const Version = v.strictObject({
  id: v.number(),
  /** Epoch seconds of the device's clock. */
  t: v.number(),
  /** As in the audit log; all empty for the first version, and for changes that no row of the log explains. */
  utente: v.string(),
  indirizzo: v.string(),
  azione: v.string(),
  oggetto: v.string(),
  /** How many records it changed. */
  record: v.number(),
});

const VersionId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/));
/** Objects as the differences name them: `config/inverters/3`. All schedules are one object. */
const ObjectPath = v.pipe(v.string(), v.maxLength(200), v.regex(/^[a-z][\w/-]*$/));
const Objects = v.pipe(v.array(ObjectPath), v.minLength(1), v.maxLength(1000));

const CopyName = v.pipe(v.string(), v.maxLength(200), v.regex(/^meridiana-[\w-]+Z\.json$/));

/** An automatic copy in the folder of the datalogger, a backup file without secrets. */
export const BackupCopy = v.strictObject({
  nome: v.string(),
  /** Epoch seconds. */
  creato: v.number(),
  byte: v.number(),
});

export const versionEndpoints = {
  /** One page, newest first: the newest is the present configuration. With `oggetto` those that changed that record. */
  'GET sistema/versioni': {
    may: 'admin',
    query: v.strictObject({
      oggetto: v.optional(ObjectPath),
      cursor: v.optional(VersionId),
    }),
    /** `cursor` leads to the next, older page; null on the last. */
    reply: v.strictObject({ righe: v.array(Version), cursor: v.nullable(v.string()) }),
  },
  /** What differs between two versions, from `con` to `id`; without `con` from the one before, so what this version changed. */
  'GET sistema/versioni/:id': {
    may: 'admin',
    query: v.strictObject({ con: v.optional(VersionId) }),
    reply: v.strictObject({ ...Version.entries, ...v.pick(RestorePlan, ['differenze', 'totale']).entries }),
  },
  /** The whole of a version as a backup file without secrets. */
  'GET sistema/versioni/:id/file': { may: 'admin', reply: Backup },
  /**
   * What a return to a version would change, all of it or only these objects; changes nothing. It is confirmed like a file
   * (`sistema/ripristino/:id/conferma`). 422 where an object of then is not possible beside the others of today.
   */
  'POST sistema/versioni/:id/ripristino': {
    may: 'admin',
    body: v.strictObject({ oggetti: v.optional(Objects) }),
    reply: RestorePlan,
    asksPassword: true,
  },
  /** The automatic copies, newest first. */
  'GET sistema/copie': { may: 'admin', reply: v.array(BackupCopy) },
  /** What a return to an automatic copy would change; confirmed like a file. */
  'POST sistema/copie/ripristino': {
    may: 'admin',
    body: v.strictObject({ copia: CopyName }),
    reply: RestorePlan,
    asksPassword: true,
  },
} as const satisfies Record<string, Endpoint>;
