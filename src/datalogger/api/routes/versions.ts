import { setImmediate as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { type BackupContent, BackupFile } from '../../../contract/backup';
import { copyText, keptCopies } from '../../storage/backup/copies';
import { fileOf } from '../../storage/backup/file';
import type { Changes } from '../../storage/config/audit-entry';
import type { Version } from '../../storage/config/versions';
import { type Handlers, notFound, ProblemError } from '../http/handler';
import { type Asking, newPlanId, planOf } from '../support/restore-plan';
import type { BackupDeps } from './backup';

export interface VersionDeps extends BackupDeps {
  /** The folder of the automatic copies. */
  readonly copies: string;
}

type VersionKey = Extract<keyof Handlers, `${string} sistema/${'versioni' | 'copie'}${string}`>;

/** Versions on a page. */
const pageSize = 100;

export function versionHandlers(deps: VersionDeps): Pick<Handlers, VersionKey> {
  const { versions, installation } = deps.config;
  const existing = (id: string) => {
    const version = versions.find(Number(id));
    if (!version) throw notFound();
    return version;
  };
  return {
    'GET sistema/versioni': async ({ query: { cursor, oggetto } }) => {
      await versions.settled();
      const record = oggetto?.replace(/^(pianificazioni)\/.*/, '$1') ?? null;
      const found = versions.page(cursor ? Number(cursor) : null, record, pageSize + 1);
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return { righe: shown.map(rowOf), cursor: last ? String(last.id) : null };
    },
    'GET sistema/versioni/:id': async ({ params, query, ...by }) => {
      await versions.settled();
      const version = existing(params.id);
      const other = query.con === undefined ? versions.find(version.id - 1) : existing(query.con);
      // The oldest has none before it: what it changed is not known.
      if (!other) return { ...rowOf(version), differenze: [], totale: 0 };
      const before = versions.recordsOf(other.id);
      await pause();
      const of = { before, after: versions.recordsOf(version.id) };
      await pause();
      return { ...rowOf(version), ...(await deps.longWork.file('versions', of, by)) };
    },
    'GET sistema/versioni/:id/file': async ({ params, ...by }) => {
      await versions.settled();
      const { id, atMs } = existing(params.id);
      const content = await deps.longWork.file('version', versions.recordsOf(id), by);
      return fileOf(content, Math.floor(atMs / 1000), installation.serial);
    },
    ...restoring(deps, existing),
  };
}

const rowOf = ({ id, atMs, user, address, action, object, changed }: Version) => ({
  id,
  t: Math.floor(atMs / 1000),
  utente: user,
  indirizzo: address,
  azione: action,
  oggetto: object,
  record: changed,
});

function restoring(
  deps: VersionDeps,
  existing: (id: string) => Version,
): Pick<
  Handlers,
  'POST sistema/versioni/:id/ripristino' | 'GET sistema/copie' | 'POST sistema/copie/ripristino'
> {
  const { config } = deps;
  return {
    'POST sistema/versioni/:id/ripristino': async ({ params, body: { oggetti }, ...by }) => {
      await config.versions.settled();
      const { id, atMs } = existing(params.id);
      const present = config.versions.recordsOf(Number.MAX_SAFE_INTEGER);
      await pause();
      const version = config.versions.recordsOf(id);
      await pause();
      const content = await deps.longWork.file('restored', { present, version, objects: oggetti }, by);
      const origin: Changes = {
        versione: [null, id],
        ...(oggetti ? { oggetti: [null, oggetti.join(' ')] } : {}),
      };
      return held(deps, { content, createdS: Math.floor(atMs / 1000), origin }, by);
    },
    'GET sistema/copie': () =>
      keptCopies(deps.copies).map(({ name, createdS, bytes }) => ({
        nome: name,
        creato: createdS,
        byte: bytes,
      })),
    'POST sistema/copie/ripristino': async ({ body: { copia }, ...by }) => {
      const text = copyText(deps.copies, copia);
      if (text === null) throw notFound();
      const file = v.safeParse(BackupFile, jsonOf(text));
      if (!file.success) throw new ProblemError(422, 'invalid', 'The copy is damaged.', { campo: 'copia' });
      const { content } = await deps.longWork.file('backup', { file: file.output }, by);
      return held(deps, { content, createdS: file.output.creato, origin: { copia: [null, copia] } }, by);
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface Wanted {
  readonly content: BackupContent;
  readonly createdS: number;
  readonly origin: Changes;
}

/** Holds the content for its confirmation, and says what it would change. */
async function held(deps: VersionDeps, { content, createdS, origin }: Wanted, by: Asking) {
  const id = newPlanId();
  const { serial } = deps.config.installation;
  const what = { content, secrets: null, origin, serial, upload: null };
  deps.waiting.hold({ ...what, id, sessionId: by.caller.sessionId });
  return { id, ...(await planOf(deps, { creato: createdS, seriale: serial }, what, by)) };
}
