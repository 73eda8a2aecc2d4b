import * as v from 'valibot';
import { type FieldFacts, factsOfFields } from '../../../contract/config/facts';
import { type ConfigKind, type ConfigOf, configSchemas, schemaOf } from '../../../contract/config/kinds';

/*
 * How records outlive versions of this program. A record is stored as it was sent. It is read field by field: one that is missing, or
 * no longer valid, gets the default of today; one that is not known any more is left out; what has no default gets the least that
 * is valid. So a field may be added (with a default), dropped or narrowed without a migration; a field that changes its meaning
 * needs a new name. The record is written in today's form when it is next changed.
 */

/** A stored record of `kind` as this version understands it: never refused. */
export function readConfig<K extends ConfigKind>(kind: K, id: number, stored: unknown): ConfigOf<K> {
  const schema = schemaOf(kind);
  const whole = v.safeParse(schema, stored);
  if (whole.success) return whole.output;
  const given = typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)) : new Map();
  const { entries } = configSchemas[kind];
  const facts = factsOfFields(configSchemas[kind]);
  const fields = Object.entries(entries).map(([name, field]: [string, v.GenericSchema]) => {
    const read = v.safeParse(field, given.get(name));
    return [name, read.success ? read.output : insteadOf(name, id, facts[name])];
  });
  return v.parse(schema, Object.fromEntries(fields));
}

/** The least that a field takes which has no default. */
function insteadOf(name: string, id: number, facts: FieldFacts | undefined): unknown {
  if (!facts || facts.otherwise !== undefined) return facts?.otherwise;
  switch (facts.kind) {
    case 'number':
      return facts.min ?? 0;
    case 'choice':
      return facts.choices[0];
    case 'list':
      return facts.item ? [insteadOf(name, id, facts.item)] : [];
    case 'group':
      return Object.fromEntries(
        Object.entries(facts.fields).map(([inner, of]) => [inner, insteadOf(inner, id, of)]),
      );
    default:
      return `# ${id}`;
  }
}
