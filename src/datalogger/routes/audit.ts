import type { AuditRow } from '../../contract/audit';
import { oneLine } from '../log';
import type { Handlers } from '../serve/handler';
import type { Audit, AuditRecord } from '../store/audit';

/** Rows to a page. */
const pageSize = 100;

export function auditHandlers(audit: Audit): Pick<Handlers, 'GET registro'> {
  return {
    'GET registro': ({ query: { da, a, utente, oggetto, cursor } }) => {
      const filter = {
        fromMs: da === undefined ? null : Number(da) * 1000,
        // Includes the whole of that second.
        toMs: a === undefined ? null : Number(a) * 1000 + 999,
        user: utente || null,
        object: oggetto || null,
      };
      const found = audit.find(filter, cursor === undefined ? null : Number(cursor), pageSize + 1);
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return { righe: shown.map(rowOf), cursor: last ? String(last.id) : null };
    },
  };
}

function rowOf({ id, atMs, user, address, action, object, result, changes }: AuditRecord): AuditRow {
  return {
    id,
    t: Math.floor(atMs / 1000),
    utente: oneLine(user),
    indirizzo: address,
    azione: action,
    oggetto: object,
    esito: result,
    modifiche: Object.entries(changes).map(([campo, [old, next]]) => ({
      campo,
      vecchio: shownValue(old),
      nuovo: shownValue(next),
    })),
  };
}

/** A value as the log shows it, with invisible characters made visible. */
export function shownValue(value: unknown): AuditRow['modifiche'][number]['nuovo'] {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}
