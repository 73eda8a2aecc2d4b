import { type GenericSchema, is } from 'valibot';
import { type FieldFacts as ContractFacts, factsOf } from '../../contract/config/facts';
import { valueAt } from './paths';

/** What the contract says of one field, and what its control makes of it. */
export interface FieldFacts extends ContractFacts {
  /** What an empty field is on the wire: null, an empty text, or nothing at all. */
  readonly empty: null | '' | undefined;
  /** Written, never read back. */
  readonly isSecret: boolean;
}

/** As much as is read of a schema to find a field in it. */
interface Node {
  readonly type: string;
  readonly wrapped?: unknown;
  readonly item?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** Of a variant: the field that chooses. */
  readonly key?: string;
}

const secretName = /(password|chiave|segreto)/;
export const isSecret = (path: string) => secretName.test(path);

const isNode = (value: unknown): value is Node & GenericSchema =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The part of a schema at a path. Of a variant the option that the values choose. */
function nodeAt(schema: GenericSchema, path: string, values: unknown): GenericSchema | undefined {
  let node: unknown = schema;
  let before = '';
  for (const step of path.split('.')) {
    while (isNode(node) && node.wrapped) node = node.wrapped;
    if (!isNode(node)) return undefined;
    if (node.type === 'variant') node = chosenOption(node, before === '' ? values : valueAt(values, before));
    if (!isNode(node)) return undefined;
    node = node.entries?.[step] ?? node.item;
    before = before === '' ? step : `${before}.${step}`;
  }
  return isNode(node) ? node : undefined;
}

function chosenOption({ options = [], key = '' }: Node, values: unknown): unknown {
  const chosen = valueAt(values, key);
  return options.find(each => isNode(each) && literalAt(each, key) === chosen) ?? options[0];
}

function literalAt({ entries }: Node, key: string): unknown {
  const entry = entries?.[key];
  return isNode(entry) ? entry.literal : undefined;
}

/** The facts of the field at `path`; undefined for what the schema does not have, as a variant that is not chosen. */
export function factsAt(schema: GenericSchema, path: string, values?: unknown): FieldFacts | undefined {
  const node = nodeAt(schema, path, values);
  if (!node) return undefined;
  const facts = factsOf(node);
  const empty = facts.isNullable ? null : is(node, '') ? '' : undefined;
  return { ...facts, empty, isSecret: isSecret(path) };
}

/** Names of the fields of a record, as it may be sent. */
export function fieldNames(schema: GenericSchema): readonly string[] {
  return isNode(schema) ? Object.keys(schema.entries ?? {}) : [];
}

/** Whether every field may be left out: then only what was changed is sent. */
export const isPartial = (schema: GenericSchema) => is(schema, {});
