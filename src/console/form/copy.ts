import type { GenericSchema } from 'valibot';
import { defaultsOf } from '../../contract/config/facts';
import { textIn } from '../data/read';
import type { Edits } from './edits';
import { factsAt, fieldNames, shaped } from './facts';
import { inputOf } from './inputs';
import { isSame, type Values, valueAt } from './paths';

/** The initial values of a new record: the defaults of its schema; optional fields are empty. */
export function blankOf(schema: GenericSchema): Values {
  const empty = fieldNames(schema).map(name => {
    const facts = factsAt(schema, name);
    return [name, shaped(schema, name, facts?.kind === 'flag' ? false : facts?.empty)];
  });
  return { ...Object.fromEntries(empty), ...defaultsOf(schema) };
}

/** Edits that copy the fields of a record to a new one, except those whose value must be unique. */
export const editsOfCopy = (schema: GenericSchema, record: Values): Edits =>
  editsOfRecord(schema, { ...record, nome: `${textIn(record.nome)} (2)`.trim(), seriale: '' });

/** Edits that make a new record of these values. */
export function editsOfRecord(schema: GenericSchema, record: Values): Edits {
  const blank = blankOf(schema);
  const paths = fieldNames(schema).flatMap(name => leaves(schema, name, record));
  const edits = paths.flatMap(path => {
    const facts = factsAt(schema, path, record);
    const [value, base] = [valueAt(record, path), valueAt(blank, path)];
    return facts && value !== undefined && !isSame(value, base)
      ? [[path, { input: inputOf(facts, value), base }] as const]
      : [];
  });
  return Object.fromEntries(edits);
}

/** The paths of the fields below a path; the path itself unless it is a group. */
function leaves(schema: GenericSchema, path: string, record: Values): readonly string[] {
  const value = valueAt(record, path);
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isGroup ? Object.keys(value).flatMap(name => leaves(schema, `${path}.${name}`, record)) : [path];
}
