import type { QueryOf } from '../../../contract';
import type { AuditRow } from '../../../contract/audit';
import { csvText } from '../../../contract/csv';
import { oneLine } from '../../core/log';
import type { Audit, AuditFilter, AuditRecord } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import type { Handlers } from '../http/handler';
import type { LongWork } from '../long-work/long-work';
import type { ObjectNames } from '../support/object-names';
import { shownValue } from '../support/shown-value';

/** Rows to a page. */
const pageSize = 100;
/** Rows of a table, and how many of them are read without a pause. */
const mostInTable = 20_000;
const readAtOnce = 1000;

interface AuditDeps {
  readonly config: Pick<ConfigDatabase, 'audit' | 'versions'>;
  readonly longWork: Pick<LongWork, 'inTurn'>;
}

export function auditHandlers(
  { config: { audit, versions }, longWork }: AuditDeps,
  names: () => ObjectNames,
): Pick<Handlers, 'GET registro' | 'GET registro/csv' | 'GET registro/catena'> {
  return {
    'GET registro/csv': ({ query, ...by }) =>
      longWork.inTurn(go => {
        const known = names();
        return tableOf({ audit, go, filter: filterOf(query, known), names: known });
      }, by),
    'GET registro/catena': async by => {
      const { rows, brokenAt } = await longWork.inTurn(go => audit.check(go), by);
      return { righe: rows, interrotta: brokenAt };
    },
    'GET registro': async ({ query: { cursor, ...query } }) => {
      await versions.settled();
      const known = names();
      const filter = filterOf(query, known);
      const before = cursor === undefined ? null : Number(cursor);
      const found = await audit.search(filter, before, pageSize + 1);
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return {
        righe: shown.map(row => rowOf(row, known, versions.ofEntry(row.id))),
        cursor: last ? String(last.id) : null,
      };
    },
  };
}

const filterOf = (
  { da, a, utente, oggetto }: QueryOf<'GET registro/csv'>,
  { objectsNamed }: ObjectNames,
): AuditFilter => ({
  fromMs: da === undefined ? null : Number(da) * 1000,
  // Includes the whole of that second.
  toMs: a === undefined ? null : Number(a) * 1000 + 999,
  user: utente || null,
  object: oggetto || null,
  named: oggetto ? objectsNamed(oggetto) : [],
});

/** The name that a change gave a record or took from it, else its present one. */
function nameIn({ object, changes }: AuditRecord, { nameOf }: ObjectNames): string | null {
  const [old, next] = changes.nome ?? [];
  const name = [next, old].find(each => typeof each === 'string') ?? nameOf(object);
  return name === null ? null : oneLine(String(name));
}

interface Table {
  readonly audit: Audit;
  readonly filter: AuditFilter;
  readonly names: ObjectNames;
  /** Called after each pause. */
  readonly go: () => void;
}

/** The newest rows as CSV, newest first; times in UTC, changes as JSON. */
async function tableOf({ audit, filter, names, go }: Table): Promise<string> {
  const heads = ['id', 'numero', 't [UTC]', 'utente', 'indirizzo', 'azione', 'oggetto', 'nome', 'esito'];
  const pieces = [csvText([[...heads, 'modifiche', 'catena']], ',')];
  for (let before: number | null = null; pieces.length <= mostInTable / readAtOnce; ) {
    const rows: string[][] = [];
    const piece: readonly AuditRecord[] = await audit.search(filter, before, readAtOnce, go);
    for (const row of piece) {
      const { id, nth, atMs, user, address, action, object, result, changes, hash } = row;
      rows.push([
        ...[String(id), String(nth), new Date(atMs).toISOString(), oneLine(user), address, action, object],
        ...[nameIn(row, names) ?? '', result, JSON.stringify(changes), hash],
      ]);
    }
    // Only the head has the byte order mark.
    pieces.push(csvText(rows, ',').slice(1));
    if (piece.length < readAtOnce) break;
    before = piece.at(-1)?.id ?? null;
    await new Promise(setImmediate);
    go();
  }
  return pieces.join('');
}

function rowOf(row: AuditRecord, names: ObjectNames, versione: number | null): AuditRow {
  const { id, atMs, user, address, action, object, result, changes } = row;
  return {
    id,
    t: Math.floor(atMs / 1000),
    utente: oneLine(user),
    indirizzo: address,
    azione: action,
    oggetto: object,
    nome: nameIn(row, names),
    versione,
    esito: result,
    modifiche: Object.entries(changes).map(([campo, [old, next]]) => ({
      campo,
      vecchio: shownValue(old),
      nuovo: shownValue(next),
    })),
  };
}
