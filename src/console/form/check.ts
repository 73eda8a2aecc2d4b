import { type GenericSchema, getDotPath, safeParse } from 'valibot';
import { codeOf } from '../../contract/issue-codes';

/** The fault of a field. The datalogger uses the same codes. */
export interface Fault {
  readonly code: string;
  /** With `in_use`: the name of the record that already uses it; with `too_low` and `too_high`: least and most, where not the schema says them. */
  readonly by?: string | undefined;
}

/** Faults by the path of their field. */
export type Faults = ReadonlyMap<string, Fault>;

/** A result of the rules over several fields of a record. A warning does not prevent saving. */
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

/** Checks a body against the schema, with at most one fault per field. The rules run only when the schema finds no fault. */
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
    const own = type === 'number' ? 'not_a_number' : type === 'integer' ? 'not_whole' : codeOf(issue);
    const code = isEmpty ? 'required' : own;
    if (!faults.has(path)) faults.set(path, { code });
  }
  const warnings = new Map<string, Fault>();
  for (const { campo, codice, da, isWarning } of findings)
    (isWarning ? warnings : faults).set(campo, { code: codice, by: da });
  return { faults, warnings };
}
