import type { QueryInputOf } from '../../contract';
import { isObject, numberOrNull, readArray, readObject, textOrNull, timeOrNull } from './read';
import { type Resource, resource } from './resource';

/** One action of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** Epoch seconds of the datalogger's clock. */
  readonly atS: number | null;
  readonly user: string;
  readonly address: string;
  /** Such as `plant.network`. */
  readonly action: string;
  readonly object: string;
  readonly isRefused: boolean;
  readonly changes: readonly {
    readonly field: string;
    readonly old: string | null;
    readonly next: string | null;
  }[];
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

function readPage(raw: unknown): AuditPage {
  const page = readObject(raw, 'the audit log');
  return { entries: readArray(page.righe, 'actions').map(readEntry), cursor: textOrNull(page.cursor) };
}

function readEntry(raw: unknown): AuditEntry {
  const row = readObject(raw, 'a action');
  const changes = Array.isArray(row.modifiche) ? row.modifiche.filter(isObject) : [];
  return {
    id: numberOrNull(row.id) ?? 0,
    atS: timeOrNull(row.t),
    user: textOrNull(row.utente) ?? '',
    address: textOrNull(row.indirizzo) ?? '',
    action: textOrNull(row.azione) ?? '',
    object: textOrNull(row.oggetto) ?? '',
    isRefused: row.esito === 'refused',
    changes: changes.map(change => ({
      field: textOrNull(change.campo) ?? '',
      old: valueText(change.vecchio),
      next: valueText(change.nuovo),
    })),
  };
}

const valueText = (value: unknown) => (typeof value === 'boolean' ? String(value) : textOrNull(value));
