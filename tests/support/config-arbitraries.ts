import fc from 'fast-check';
import * as v from 'valibot';
import { type FieldFacts, factsOfFields } from '../../src/contract/config/facts';
import { type ConfigKind, configSchemas } from '../../src/contract/config/kinds';

/** Texts for fields with a pattern, tried in addition to arbitrary texts. */
const patterned = ['', 'IT001E12345678', 'CCI016_01', '10.20.4.7', 'plc.example.it', 'sim', 'modbus-tcp'];

function numberOf({ min, max, isWhole }: FieldFacts): fc.Arbitrary<number> {
  const [low, high] = [min ?? -1e6, max ?? 1e6];
  return isWhole
    ? fc.integer({ min: low, max: high })
    : fc.double({ min: low, max: high, noNaN: true, noDefaultInfinity: true }).map(value => value + 0);
}

/** A value within the limits of a field; the pattern of the field may still refuse it. */
function anyOf(facts: FieldFacts): fc.Arbitrary<unknown> {
  const plain = plainOf(facts);
  return facts.isNullable ? fc.option(plain, { nil: null, freq: 4 }) : plain;
}

function plainOf(facts: FieldFacts): fc.Arbitrary<unknown> {
  switch (facts.kind) {
    case 'number':
      return numberOf(facts);
    case 'choice':
      return fc.constantFrom(...facts.choices);
    case 'flag':
      return fc.boolean();
    case 'date':
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map(date => date.toISOString().slice(0, 10));
    case 'list':
      return fc.array(facts.item ? anyOf(facts.item) : fc.constant(null), { maxLength: facts.longest ?? 5 });
    case 'group':
      return fc.record(
        Object.fromEntries(Object.entries(facts.fields).map(([name, field]) => [name, anyOf(field)])),
      );
    case 'text':
      return fc.oneof(
        fc.string({ maxLength: facts.longest ?? 40, unit: 'grapheme' }),
        fc.constantFrom(...patterned),
      );
  }
}

/** Records that the schema of a kind accepts; the rules about several fields may still refuse them. */
export function validRecords(kind: ConfigKind): fc.Arbitrary<Record<string, unknown>> {
  const schema: v.GenericSchema = configSchemas[kind];
  const { entries }: { entries: Readonly<Record<string, v.GenericSchema>> } = configSchemas[kind];
  const fields = Object.entries(factsOfFields(schema)).map(
    ([name, facts]): [string, fc.Arbitrary<unknown>] => {
      const field = entries[name];
      return [name, anyOf(facts).filter(value => field !== undefined && v.is(field, value))];
    },
  );
  return fc.record(Object.fromEntries(fields)).filter(record => v.is(schema, record));
}

/** A field, and a value that the schema refuses for it. */
export function invalidFields(kind: ConfigKind): fc.Arbitrary<readonly [string, unknown]> {
  const { entries }: { entries: Readonly<Record<string, v.GenericSchema>> } = configSchemas[kind];
  const hostile = fc.constantFrom<unknown>(
    ...[null, [], {}, '', -1, 1e300, '0', 'true', '$(touch /tmp/pwn)', "' OR 1=1--", '../../etc/passwd'],
    ...['<img src=x onerror=alert(1)>', 'a\nb', 'x'.repeat(10_000), { __proto__: { a: 1 } }, [[[[]]]]],
  );
  return fc
    .tuple(fc.constantFrom(...Object.keys(entries)), fc.oneof(hostile, fc.jsonValue()))
    .map(([name, value]): [string, unknown] => [name, JSON.parse(JSON.stringify(value))])
    .filter(([name, value]) => !v.is(entries[name] ?? v.never(), value));
}
