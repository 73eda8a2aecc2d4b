import { type FieldFacts, factsOfFields } from '../../../contract/config/facts';
import { type ConfigKind, type Configuration, type RecordOf, schemaOf } from '../../../contract/config/kinds';
import { named } from '../../../contract/config/rules';
import type { DecimalMark } from '../../../contract/config/tables';
import { csvInPieces } from '../support/csv-in-pieces';
import { cellOf, emptyOf, valueIn } from './cells';

/** A field of a kind, as a column of its table. */
export interface Column {
  readonly field: string;
  readonly facts: FieldFacts;
  /** Where the field holds the id of another record: the kind of that record. In a table it is called by its name. */
  readonly refersTo: ConfigKind | null;
}

const references: Readonly<Record<string, ConfigKind>> = { 'box-stringhe inverter': 'inverters' };
/** No field of a device is secret today; one that will be must not leave in a file. */
const secret = /password|chiave|segreto|token/i;

/** The columns of a kind, apart from the id of the record. */
export function columnsOf(kind: ConfigKind): readonly Column[] {
  return Object.entries(factsOfFields(schemaOf(kind)))
    .filter(([field]) => !secret.test(field))
    .map(([field, facts]) => ({ field, facts, refersTo: references[`${kind} ${field}`] ?? null }));
}

export const idColumn = 'id';

/** `pn [kW]`: the name of the field in the API, which is the same in every language, and its unit. */
const headOf = ({ field, facts: { unit } }: Column) => (unit === '' ? field : `${field} [${unit}]`);
/** The name of the field in a head. */
export const fieldOf = (head: string) => head.replace(/\s*\[.*$/, '').toLowerCase();

/** All records of a kind as a CSV file. */
export function tableOf<K extends ConfigKind>(
  kind: K,
  all: Configuration,
  mark: DecimalMark,
): Promise<string> {
  const columns = columnsOf(kind).map(column => ({ ...column, names: namesOf(all, column.refersTo) }));
  const cellsOf = (record: RecordOf<K>) => {
    const values = new Map<string, unknown>(Object.entries(record));
    const cells = columns.map(({ field, facts, names }) =>
      cellOf(facts, values.get(field), id => names.get(id) ?? null),
    );
    return [{ value: record.id, decimals: 0 }, ...cells];
  };
  return csvInPieces([idColumn, ...columns.map(headOf)], all[kind], cellsOf, mark);
}

const namesOf = (all: Configuration, kind: ConfigKind | null): ReadonlyMap<number, string> =>
  new Map(kind === null ? [] : all[kind].map(({ id, nome }) => [id, nome]));

/** The value of a cell as it was understood; undefined where an empty cell says nothing. */
export function cellValue(
  { facts, refersTo }: Column,
  cell: string,
  mark: DecimalMark,
  all: Configuration,
): unknown {
  if (cell === '') return emptyOf(facts);
  return valueIn(facts, cell, mark, name => (refersTo ? idNamed(all, refersTo, name) : null));
}

/** The id of a record that is called by its name; null where no record has it. */
export function idNamed(all: Configuration, kind: ConfigKind, name: string): number | null {
  return named(all[kind], name.toLowerCase())[0]?.id ?? null;
}
