import type { GenericSchema } from 'valibot';
import { factsAt, fieldNames, isPartial, shaped } from './facts';
import { type Input, wireOf } from './inputs';
import { isSame, type Values, valueAt, withValueAt } from './paths';

/** One field as it was changed here, and what was saved when it was. */
export interface Edit {
  readonly input: Input;
  readonly base: unknown;
}

/** What the user typed, by the path of the field. The draft is always `{ ...saved, ...edits }`. */
export type Edits = Readonly<Record<string, Edit>>;

/** A field of which another meanwhile saved something else than what is here. */
export interface Conflict {
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

function wireAt(schema: GenericSchema, path: string, input: Input, values: unknown): unknown {
  const facts = factsAt(schema, path, values);
  return facts ? wireOf(facts, input) : input;
}

/** The record with the edits over it, whatever came of the record meanwhile. */
export function draftOf(schema: GenericSchema, saved: Values, edits: Edits): Values {
  return Object.entries(edits).reduce(
    (values, [path, { input }]) => withValueAt(values, path, wireAt(schema, path, input, values)),
    saved,
  );
}

/** The edits with one more; one that leads back to what is saved is none. */
export function withEdit(
  schema: GenericSchema,
  saved: Values,
  edits: Edits,
  path: string,
  input: Input,
): Edits {
  const { [path]: before, ...others } = edits;
  const now = valueAt(saved, path);
  const wire = wireAt(schema, path, input, draftOf(schema, saved, edits));
  const isBack = isSame(wire ?? null, now ?? null);
  return isBack ? others : { ...others, [path]: { input, base: before ? before.base : now } };
}

/** Where this draft and what another saved since say different things of one field. */
export function conflictsOf(schema: GenericSchema, saved: Values, edits: Edits): readonly Conflict[] {
  const draft = draftOf(schema, saved, edits);
  return Object.entries(edits).flatMap(([path, { base }]) => {
    const theirs = valueAt(saved, path);
    const mine = valueAt(draft, path);
    return isSame(base ?? null, theirs ?? null) || isSame(mine, theirs) ? [] : [{ path, mine, theirs }];
  });
}

/** Of each conflict either mine, which is now meant over theirs, or theirs, and then the edit is gone. */
export function resolved(saved: Values, edits: Edits, keepsMine: (path: string) => boolean): Edits {
  const kept = Object.entries(edits).flatMap(([path, edit]): [string, Edit][] => {
    const theirs = valueAt(saved, path);
    if (isSame(edit.base ?? null, theirs ?? null)) return [[path, edit]];
    return keepsMine(path) ? [[path, { ...edit, base: theirs }]] : [];
  });
  return Object.fromEntries(kept);
}

/** Whether everything that was to be written is what is saved now: then an answer that was lost was a good one. */
export function isWritten(schema: GenericSchema, saved: Values, edits: Edits): boolean {
  const draft = draftOf(schema, saved, edits);
  return Object.keys(edits).every(path => isSame(valueAt(draft, path), valueAt(saved, path)));
}

/** What is sent: the fields of the schema as the draft has them, or those that were changed where the others may be left out. */
export function bodyOf(schema: GenericSchema, draft: Values, edits: Edits): Values {
  const changed = new Set(Object.keys(edits).map(path => path.replace(/\..*/, '')));
  const isLeftOut = isPartial(schema) ? (name: string) => !changed.has(name) : () => false;
  const fields = fieldNames(schema).filter(name => draft[name] !== undefined && !isLeftOut(name));
  return Object.fromEntries(fields.map(name => [name, shaped(schema, name, draft[name])]));
}
