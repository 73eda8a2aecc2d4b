import type * as v from 'valibot';

/** What a form has to know of a field. All of it is read from the schema of the field. */
export interface FieldFacts {
  readonly kind: 'number' | 'text' | 'choice' | 'flag' | 'date' | 'list' | 'group';
  /** Empty when the field has no unit. */
  readonly unit: string;
  /** Of a number: its limits, and whether it must be a whole number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly isWhole: boolean;
  /** Whether it can be below zero. */
  readonly isSigned: boolean;
  /** The greatest length: of a text in characters, of a list in items. */
  readonly longest: number | null;
  readonly choices: readonly (string | number)[];
  /** The default; undefined when the field must be given. */
  readonly otherwise: unknown;
  readonly isNullable: boolean;
  /** `item` describes an item of a list; `fields` describes the fields of a group. */
  readonly item: FieldFacts | null;
  readonly fields: Readonly<Record<string, FieldFacts>>;
}

const unknownFacts: FieldFacts = {
  kind: 'text',
  unit: '',
  min: null,
  max: null,
  isWhole: false,
  isSigned: true,
  longest: null,
  choices: [],
  otherwise: undefined,
  isNullable: false,
  item: null,
  fields: {},
};

const kinds: Readonly<Record<string, FieldFacts['kind']>> = {
  number: 'number',
  boolean: 'flag',
  picklist: 'choice',
  array: 'list',
  strict_object: 'group',
};

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const partOf = (schema: object, name: string): unknown => Reflect.get(schema, name);

function textOrNumber(value: unknown): (string | number)[] {
  return typeof value === 'string' || typeof value === 'number' ? [value] : [];
}

export function factsOf(schema: v.GenericSchema): FieldFacts {
  const wrapped = partOf(schema, 'wrapped');
  if (isSchema(wrapped)) {
    const inner = factsOf(wrapped);
    if (schema.type === 'nullable') return { ...inner, isNullable: true };
    return { ...inner, otherwise: partOf(schema, 'default') };
  }
  // The configuration uses a union only to let a text be empty. The last member of the union says what else the text may be.
  const members = partOf(schema, 'options');
  const last = Array.isArray(members) ? members.at(-1) : null;
  if (schema.type === 'union' && isSchema(last)) return factsOf(last);
  const item = partOf(schema, 'item');
  return {
    ...unknownFacts,
    kind: kinds[schema.type] ?? 'text',
    choices: Array.isArray(members) ? members.flatMap(textOrNumber) : [],
    item: isSchema(item) ? factsOf(item) : null,
    fields: factsOfFields(schema),
    ...factsOfPipe(schema),
  };
}

/** The facts of every field of a record, by name. */
export function factsOfFields(schema: v.GenericSchema): Record<string, FieldFacts> {
  const entries = partOf(schema, 'entries');
  if (typeof entries !== 'object' || entries === null) return {};
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, field]) => (isSchema(field) ? [[name, factsOf(field)]] : [])),
  );
}

function factsOfPipe(schema: v.GenericSchema): Partial<FieldFacts> {
  const pipe = partOf(schema, 'pipe');
  if (!Array.isArray(pipe)) return {};
  const [first, ...actions] = pipe;
  return Object.assign({}, isSchema(first) ? factsOfPipe(first) : {}, ...actions.map(factsOfAction));
}

const isBelowZero = (limit: number | null) => limit === null || limit < 0;

function factsOfAction(action: unknown): Partial<FieldFacts> {
  if (isSchema(action)) return {};
  if (typeof action !== 'object' || action === null || !('type' in action)) return {};
  const requirement = partOf(action, 'requirement');
  const limit = typeof requirement === 'number' ? requirement : null;
  switch (action.type) {
    case 'min_value':
      return { min: limit, isSigned: isBelowZero(limit) };
    case 'gt_value':
      return { isSigned: isBelowZero(limit) };
    case 'max_value':
      return { max: limit };
    case 'integer':
      return { isWhole: true };
    case 'max_length':
      return { longest: limit };
    case 'iso_date':
      return { kind: 'date' };
    case 'metadata': {
      const metadata = partOf(action, 'metadata');
      const unit = typeof metadata === 'object' && metadata !== null ? partOf(metadata, 'unit') : '';
      return typeof unit === 'string' ? { unit } : {};
    }
    default:
      return {};
  }
}

/** The values of a new record: the default of every field that has one. Fields that must be given are left out. */
export function defaultsOf(schema: v.GenericSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(factsOfFields(schema)).flatMap(([name, { otherwise }]) =>
      otherwise === undefined ? [] : [[name, otherwise]],
    ),
  );
}
