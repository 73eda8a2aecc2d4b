import * as v from 'valibot';
import { codeOf } from '../../contract/issue-codes';
import type { Problem } from '../../contract/problem';
import { ProblemError } from './handler';
import { jsonType } from './json';

/**
 * Parses `input` or ends the call: 400 `unknown_field` for a key the schema does not have, `status` with the field for
 * anything else.
 */
export function parseOrRefuse(schema: v.GenericSchema, input: unknown, status: 400 | 422): unknown {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const unknown = result.issues.find(isUnknownKey);
  const issue = unknown ?? result.issues[0];
  const campo = v.getDotPath(issue) ?? undefined;
  const details = campo === undefined ? {} : { campo };
  if (unknown) throw new ProblemError(400, 'unknown_field', 'Unknown field.', details);
  throw new ProblemError(status, codeOf(issue), issue.message, details);
}

function isUnknownKey(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

/** An error answer, in the API's one shape. */
export function problemResponse(problem: ProblemError): Response {
  const { campo, da, headers } = problem.details;
  const body: Problem = {
    codice: problem.codice,
    ...(campo === undefined ? {} : { campo }),
    ...(da === undefined ? {} : { da }),
    messaggio: problem.message,
  };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { 'Content-Type': jsonType, ...headers },
  });
}
