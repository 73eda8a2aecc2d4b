import type { GenericSchema } from 'valibot';
import { ApiError } from '../data/api-error';
import { readNow } from '../data/poll';
import { type ConfigRecord, recordsOf, setPasswordHandler, takeAnswered, write } from '../data/records';
import { readDraft, writeDraft } from '../form/drafts';
import { bodyOf, conflictsOf, draftOf, isWritten } from '../form/edits';
import { loadPart } from '../i18n/translate';
import { idOf, paramsOf, recordsIn, type Source } from './descriptor';

const loadDialog = () => Promise.all([import('./ask-password'), loadPart('config-opened')]);
setPasswordHandler(() =>
  loadDialog().then(
    ([{ askPassword }]) => askPassword(),
    () => false,
  ),
);

/** The result of saving a draft. Only `saved` deletes the draft. */
export type Stored =
  | { readonly kind: 'saved'; readonly id: string | null; readonly count: number }
  /** Another user saved other values in the same fields: this user must choose. */
  | { readonly kind: 'conflict' }
  /** There was no answer, and the record that was read afterwards does not have the changes; or nothing could be read. */
  | { readonly kind: 'unanswered' }
  /** The record no longer exists. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly error: ApiError };

export interface Job {
  readonly schema: GenericSchema;
  readonly source: Source;
  /** The key that `draftKey` returns. */
  readonly key: string;
}

/** Number of attempts while other users keep saving first; then the user must save again. */
const mostAttempts = 5;

/**
 * Saves the draft over the record as it was last read. It never overwrites the changes of another user: a field that both changed is a
 * conflict, all other changes are merged. If the answer is lost, the request is not repeated: the record is read again and shows whether
 * the changes were saved.
 */
export async function storeDraft(job: Job, record: ConfigRecord): Promise<Stored> {
  const { schema, source, key } = job;
  const id = idOf(source, record) ?? '1';
  let saved = record;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const edits = readDraft(key);
    if (conflictsOf(schema, saved, edits).length > 0) return { kind: 'conflict' };
    const body = bodyOf(schema, draftOf(schema, saved, edits), edits);
    const written = await write(source.change, { params: paramsOf(source, id), body, record: saved });
    if (written.kind === 'refused') return refusal(written.error);
    const isIt = (each: ConfigRecord) => (idOf(source, each) ?? '1') === id;
    const records = recordsOf(source.read, source.params, source.query);
    if (written.kind === 'saved' && takeAnswered(records, written.value, isIt)) return taken(key, id);
    const found = await readAgain(source, isIt);
    if (found === 'unanswered' || found === 'gone') return { kind: found };
    if (written.kind === 'saved' || isWritten(schema, found, edits)) return taken(key, id);
    if (written.kind === 'unanswered') return { kind: 'unanswered' };
    saved = found;
  }
  return { kind: 'unanswered' };
}

/** Creates a record from the draft. `known`: the ids that existed before. */
export async function storeNew(
  job: Job,
  blank: ConfigRecord,
  known: ReadonlySet<string | null>,
): Promise<Stored> {
  const { schema, source, key } = job;
  if (!source.create) return { kind: 'gone' };
  const edits = readDraft(key);
  const body = bodyOf(schema, draftOf(schema, blank, edits), edits);
  const written = await write(source.create, { body });
  if (written.kind === 'refused') return refusal(written.error);
  const isNew = (each: ConfigRecord) => !known.has(idOf(source, each));
  const found = await readAgain(
    source,
    each => isNew(each) && isWritten(schema, { ...each, ...secretsOf(body) }, edits),
  );
  if (found === 'unanswered' || found === 'gone') {
    return written.kind === 'saved' ? taken(key, null) : { kind: 'unanswered' };
  }
  return taken(key, idOf(source, found));
}

/** The datalogger never returns secrets, so they are treated as written. */
const secretsOf = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => /password/.test(name)));

/** Status 404 means that another user deleted the record meanwhile. */
function refusal(error: ApiError): Stored {
  return error.details.status === 404 ? { kind: 'gone' } : { kind: 'refused', error };
}

function taken(key: string, id: string | null): Stored {
  const count = Object.keys(readDraft(key)).length;
  writeDraft(key, {});
  return { kind: 'saved', id, count };
}

async function readAgain(source: Source, isIt: (record: ConfigRecord) => boolean) {
  try {
    const records = await readNow(recordsOf(source.read, source.params, source.query));
    return recordsIn(source, records).find(isIt) ?? 'gone';
  } catch (cause) {
    if (cause instanceof ApiError) return 'unanswered';
    throw cause;
  }
}

/** Deletes a record as it was last read. */
export async function removeRecord(source: Source, record: ConfigRecord): Promise<Stored> {
  const id = idOf(source, record);
  if (!source.remove || id === null) return { kind: 'gone' };
  const written = await write(source.remove, { params: paramsOf(source, id), record });
  const found = await readAgain(source, each => idOf(source, each) === id);
  if (found === 'gone') return { kind: 'saved', id, count: 0 };
  if (written.kind === 'refused') return refusal(written.error);
  return { kind: written.kind === 'changed' ? 'conflict' : 'unanswered' };
}
