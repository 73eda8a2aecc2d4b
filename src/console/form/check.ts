import { type GenericSchema, getDotPath, safeParse } from 'valibot';
import { codeOf } from '../../contract/issue-codes';

/** What is wrong with a field: by the same codes here and at the datalogger. */
export interface Fault {
  readonly code: string;
  /** With `in_use`: who has it. */
  readonly by?: string | undefined;
}

/** Faults by the path of their field. */
export type Faults = ReadonlyMap<string, Fault>;

/** What the rules of a record say of its fields together. A warning does not keep anybody from saving. */
export interface Finding {
  readonly campo: string;
  readonly codice: string;
  readonly da?: string;
  readonly isWarning: boolean;
}

export interface Checked {
  readonly faults: Faults;
  readonly warnings: Faults;
}

/** Everything that the schema has against a body, one fault for each field; the rules are asked once it has nothing. */
export function checkBody<T>(
  schema: GenericSchema<unknown, T>,
  body: unknown,
  findingsOf: (record: T) => readonly Finding[] = () => [],
): Checked {
  const result = safeParse(schema, body);
  const findings = result.success ? findingsOf(result.output) : [];
  const faults = new Map<string, Fault>();
  for (const issue of result.issues ?? []) {
    const path = getDotPath(issue) ?? '';
    const { input, type } = issue;
    const isEmpty = input === '' || input === null || input === undefined;
    const code = isEmpty ? 'required' : type === 'number' ? 'not_a_number' : codeOf(issue);
    if (!faults.has(path)) faults.set(path, { code });
  }
  const warnings = new Map<string, Fault>();
  for (const { campo, codice, da, isWarning } of findings)
    (isWarning ? warnings : faults).set(campo, { code: codice, by: da });
  return { faults, warnings };
}
