import * as v from 'valibot';
import { expect, test } from 'vitest';
import { keyboardOf } from '../../../src/console/form/inputs';
import { contract } from '../../../src/contract';
import { type FieldFacts, factsOf } from '../../../src/contract/config/facts';

/** A schema, or a part of one, as far as the fields in it are reached. */
interface Node {
  readonly wrapped?: unknown;
  readonly item?: unknown;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
}

const isNode = (value: unknown): value is Node & v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

interface Field {
  readonly path: string;
  readonly schema: v.GenericSchema;
  readonly facts: FieldFacts;
}

/** Every number that can be typed into a form, at any depth. */
function numbersIn(node: unknown, path: string): readonly Field[] {
  if (!isNode(node)) return [];
  const facts = factsOf(node);
  if (facts.kind === 'number') return [{ path, schema: node, facts }];
  return [
    ...numbersIn(node.wrapped, path),
    ...numbersIn(node.item, `${path}.0`),
    ...(node.options ?? []).flatMap(option => numbersIn(option, path)),
    ...Object.entries(node.entries ?? {}).flatMap(([name, entry]) => numbersIn(entry, `${path}.${name}`)),
  ];
}

const numbers = Object.entries(contract).flatMap(([key, endpoint]) =>
  'body' in endpoint ? numbersIn(endpoint.body, key) : [],
);
/** What a field may hold below zero, whole or not. */
const negative = [-1, -0.5, -0.05, -10, -40];

test('a number that can be below zero is typed with a keyboard that has a minus sign', () => {
  expect(numbers.length).toBeGreaterThan(150);
  const signed = numbers.filter(({ schema }) => negative.some(value => v.is(schema, value)));
  expect(signed.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['POST config/trackers.angolo_riposo', 'PUT config/cci/:id.cosphi']),
  );
  expect(signed.filter(({ facts }) => keyboardOf(facts) !== 'text').map(({ path }) => path)).toEqual([]);
});

test('a number that is never below zero is typed with the keyboard of figures', () => {
  const unsigned = numbers.filter(({ schema }) => !negative.some(value => v.is(schema, value)));
  const typed = unsigned.filter(({ facts }) => keyboardOf(facts) === 'text');
  expect(typed.map(({ path }) => path)).toEqual([]);
});

test('a netmask, whose dots the keyboard of figures lacks, and a text are typed with letters', () => {
  const whole = factsOf(v.pipe(v.number(), v.minValue(0)));
  expect(keyboardOf(whole)).toBe('decimal');
  expect(keyboardOf({ ...whole, isNetmask: true })).toBe('text');
  expect(keyboardOf(factsOf(v.string()))).toBe('text');
});
