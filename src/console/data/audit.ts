import type { QueryInputOf } from '../../contract';
import { invalidAnswer } from './api-error';
import {
  type Json,
  numberOrNull,
  objectsIn,
  readArray,
  readObject,
  textIn,
  textOrNull,
  timeOrNull,
} from './read';
import { type Resource, resource } from './resource';
import { call } from './transport';

/** One action of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** Epoch seconds of the datalogger's clock. */
  readonly atS: number | null;
  readonly user: string;
  readonly address: string;
  /** Such as `plant.network`. */
  readonly action: string;
  /** Such as `config/inverters/3`. */
  readonly object: string;
  /** The name of that record; empty where it has none. */
  readonly name: string;
  /** The version of the configuration that it led to; null where it led to none. */
  readonly version: number | null;
  readonly isRefused: boolean;
  readonly changes: readonly FieldChange[];
}

/** What a field was and is, as it was sent; anything larger than a text as its JSON text. */
export interface FieldChange {
  readonly field: string;
  readonly old: unknown;
  readonly next: unknown;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Cursor of the next, older page; null on the last page. */
  readonly cursor: string | null;
}

/** A page of the audit log, newest entry first. It is read once, not polled. */
export function auditLog(query: QueryInputOf<'GET registro'>): Resource<AuditPage> {
  return resource('GET registro', { query }, readPage);
}

/** The rows of a query, all that the datalogger gives, as CSV. Rejects with an ApiError. */
export async function auditTable(query: QueryInputOf<'GET registro/csv'>): Promise<string> {
  const { value } = await call('GET registro/csv', { query });
  if (typeof value !== 'string') throw invalidAnswer('the table of the audit log');
  return value;
}

/** How many rows the log has, and the first one that was changed outside of the datalogger; null where none was. Rejects with an ApiError. */
export async function checkAudit(): Promise<{ readonly rows: number; readonly brokenAt: number | null }> {
  const { value } = await call('GET registro/catena', {});
  const { righe, interrotta } = readObject(value, 'the chain of the audit log');
  return { rows: numberOrNull(righe) ?? 0, brokenAt: numberOrNull(interrotta) };
}

function readPage(raw: unknown): AuditPage {
  const page = readObject(raw, 'the audit log');
  return { entries: readArray(page.righe, 'actions').map(readEntry), cursor: textOrNull(page.cursor) };
}

function readEntry(raw: unknown): AuditEntry {
  const row = readObject(raw, 'an action');
  return {
    id: numberOrNull(row.id) ?? 0,
    atS: timeOrNull(row.t),
    user: textIn(row.utente),
    address: textIn(row.indirizzo),
    action: textIn(row.azione),
    object: textIn(row.oggetto),
    name: textIn(row.nome),
    version: numberOrNull(row.versione),
    isRefused: row.esito === 'refused',
    changes: changesIn(row.modifiche),
  };
}

function changesIn(raw: unknown): readonly FieldChange[] {
  const changes = objectsIn(raw);
  return changes.map(({ campo, vecchio = null, nuovo = null }) => ({
    field: textIn(campo),
    old: vecchio,
    next: nuovo,
  }));
}

/** What would change in one object. */
export interface Difference {
  readonly object: string;
  readonly changes: readonly FieldChange[];
}

/** The differences that a restore would make, object by object. */
export function differencesIn(raw: unknown): readonly Difference[] {
  const objects = new Map<string, Json[]>();
  for (const row of objectsIn(raw)) {
    const object = textIn(row.oggetto);
    objects.set(object, [...(objects.get(object) ?? []), row]);
  }
  return [...objects].map(([object, rows]) => ({ object, changes: changesIn(rows) }));
}
