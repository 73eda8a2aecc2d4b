import { type GenericSchema, is } from 'valibot';
import { type FieldFacts as ContractFacts, factsOf } from '../../contract/config/facts';
import { valueAt } from './paths';

/** The properties of a field in the contract, and those that its control derives from them. */
export interface FieldFacts extends ContractFacts {
  /** How an empty field is sent: null, an empty text, or not at all. */
  readonly empty: null | '' | undefined;
  /** A secret is written but never read. */
  readonly isSecret: boolean;
  /** The length of a network prefix, which may be typed as a netmask too. */
  readonly isNetmask: boolean;
  /** A time of the day, `07:30`. */
  readonly isTime: boolean;
}

/** The parts of a schema that are needed to find a field in it. */
interface Node {
  readonly type: string;
  readonly wrapped?: unknown;
  readonly item?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  /** In a variant: the field that selects the option. */
  readonly key?: string;
}

const secretName = /(password|chiave|segreto)/;
export const isSecret = (path: string) => secretName.test(path);
const netmaskName = /^maschera(_[ab])?$/;

const isNode = (value: unknown): value is Node & GenericSchema =>
  typeof value === 'object' && value !== null && 'type' in value;

interface Found {
  readonly node: Node & GenericSchema;
  /** The possible values of a field that selects an option of a variant; else null. */
  readonly choices: readonly string[] | null;
}

/** The part of a schema at a path. In a variant it follows the option that the values select. */
function nodeAt(schema: GenericSchema, path: string, values: unknown): Found | undefined {
  let node: unknown = schema;
  let before = '';
  let choices: Found['choices'] = null;
  for (const step of path.split('.')) {
    while (isNode(node) && node.wrapped) node = node.wrapped;
    if (!isNode(node)) return undefined;
    choices = node.key === step ? optionNames(node) : null;
    if (node.type === 'variant') node = chosenOption(node, before === '' ? values : valueAt(values, before));
    if (!isNode(node)) return undefined;
    node = node.entries?.[step] ?? node.item;
    before = before === '' ? step : `${before}.${step}`;
  }
  return isNode(node) ? { node, choices } : undefined;
}

function chosenOption({ options = [], key = '' }: Node, values: unknown): unknown {
  const chosen = valueAt(values, key);
  return options.find(each => isNode(each) && literalAt(each, key) === chosen) ?? options[0];
}

const optionNames = ({ options = [], key = '' }: Node) =>
  options.map(each => (isNode(each) ? String(literalAt(each, key)) : ''));

function literalAt({ entries }: Node, key: string): unknown {
  const entry = entries?.[key];
  return isNode(entry) ? entry.literal : undefined;
}

/** The facts of the field at `path`; undefined where the schema has no such field, or only in an option that is not selected. */
export function factsAt(schema: GenericSchema, path: string, values?: unknown): FieldFacts | undefined {
  const found = nodeAt(schema, path, values);
  if (!found) return undefined;
  const { node, choices } = found;
  const facts = factsOf(node);
  const empty = facts.isNullable ? null : is(node, '') ? '' : undefined;
  return {
    ...facts,
    ...(choices ? { kind: 'choice', choices } : {}),
    item: facts.item && withFewChoices(facts.item),
    empty,
    isSecret: isSecret(path),
    isNetmask: netmaskName.test(path),
    isTime: is(node, '07:30') && !is(node, '7:30'),
  };
}

/** A range of a few whole numbers, such as the days of a week, becomes a list of choices. */
function withFewChoices(item: ContractFacts): ContractFacts {
  const { kind, isWhole, min, max } = item;
  if (kind !== 'number' || !isWhole || min === null || max === null || max - min > 8) return item;
  return { ...item, choices: Array.from({ length: max - min + 1 }, (_, index) => min + index) };
}

/** The value to send for a field. For a variant: only the fields of the selected option; missing ones are set to empty where possible. */
export function shaped(schema: GenericSchema, name: string, value: unknown): unknown {
  const node = nodeAt(schema, name, {})?.node;
  if (node?.type !== 'variant') return value;
  const option = chosenOption(node, value);
  if (!isNode(option)) return value;
  const entries = Object.entries(option.entries ?? {});
  const fields = entries.map(([field, each]) => {
    const own = field === node.key ? literalAt(option, field) : valueAt(value, field);
    const facts = isNode(each) ? factsOf(each) : null;
    return [field, own ?? (facts?.kind === 'flag' ? false : facts?.isNullable ? null : own)];
  });
  return Object.fromEntries(fields.filter(([, own]) => own !== undefined));
}

/** Names of the fields of a record that can be sent. */
export function fieldNames(schema: GenericSchema): readonly string[] {
  return isNode(schema) ? Object.keys(schema.entries ?? {}) : [];
}

/** Whether every field may be omitted: then only changed fields are sent. */
export const isPartial = (schema: GenericSchema) => is(schema, {});
