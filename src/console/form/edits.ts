import type { GenericSchema } from 'valibot';
import { factsAt, fieldNames, isPartial, shaped } from './facts';
import { type Input, wireOf } from './inputs';
import { isSame, type Values, valueAt, withValueAt } from './paths';

/** A field that was changed here, and the saved value at the time of the change. */
export interface Edit {
  readonly input: Input;
  readonly base: unknown;
}

/** The changes of the user, by the path of the field. The draft is always `{ ...saved, ...edits }`. */
export type Edits = Readonly<Record<string, Edit>>;

/** A field that another user has meanwhile saved with a different value. */
export interface Conflict {
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

function wireAt(schema: GenericSchema, path: string, input: Input, values: unknown): unknown {
  const facts = factsAt(schema, path, values);
  return facts ? wireOf(facts, input) : input;
}

/** The record with the edits applied, whatever has been saved meanwhile. */
export function draftOf(schema: GenericSchema, saved: Values, edits: Edits): Values {
  return Object.entries(edits).reduce(
    (values, [path, { input }]) => withValueAt(values, path, wireAt(schema, path, input, values)),
    saved,
  );
}

/** Adds an edit. An edit that restores the saved value is removed instead. */
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

/** The edited fields for which another user has meanwhile saved a different value. */
export function conflictsOf(schema: GenericSchema, saved: Values, edits: Edits): readonly Conflict[] {
  const draft = draftOf(schema, saved, edits);
  return Object.entries(edits).flatMap(([path, { base }]) => {
    const theirs = valueAt(saved, path);
    const mine = valueAt(draft, path);
    return isSame(base ?? null, theirs ?? null) || isSame(mine, theirs) ? [] : [{ path, mine, theirs }];
  });
}

/** Resolves conflicts: either the own value stays and overwrites the other one, or the edit is removed. */
export function resolved(saved: Values, edits: Edits, keepsMine: (path: string) => boolean): Edits {
  const kept = Object.entries(edits).flatMap(([path, edit]): [string, Edit][] => {
    const theirs = valueAt(saved, path);
    if (isSame(edit.base ?? null, theirs ?? null)) return [[path, edit]];
    return keepsMine(path) ? [[path, { ...edit, base: theirs }]] : [];
  });
  return Object.fromEntries(kept);
}

/** Whether all edits are in the saved record: then a write whose answer was lost has succeeded. */
export function isWritten(schema: GenericSchema, saved: Values, edits: Edits): boolean {
  const draft = draftOf(schema, saved, edits);
  return Object.keys(edits).every(path => isSame(valueAt(draft, path), valueAt(saved, path)));
}

/** The body to send: all fields of the schema, or only the changed ones where the schema lets fields be omitted. */
export function bodyOf(schema: GenericSchema, draft: Values, edits: Edits): Values {
  const changed = new Set(Object.keys(edits).map(path => path.replace(/\..*/, '')));
  const isLeftOut = isPartial(schema) ? (name: string) => !changed.has(name) : () => false;
  const fields = fieldNames(schema).filter(name => draft[name] !== undefined && !isLeftOut(name));
  return Object.fromEntries(fields.map(name => [name, shaped(schema, name, draft[name])]));
}
