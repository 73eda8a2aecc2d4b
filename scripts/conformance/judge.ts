import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Endpoint } from '../../src/contract';
import { Problem } from '../../src/contract/problem';
import type { Answer } from './wire';

/** The value of a JSON text; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function typeFault({ headers }: Answer, wanted: string): string[] {
  const type = headers.get('content-type') ?? 'none';
  return type.toLowerCase().startsWith(wanted) ? [] : [`content type ${type} instead of ${wanted}`];
}

/** Faults of an answer with status 2xx: its type, its shape, keys that are not in the contract. */
export function replyFaults({ reply, type }: Endpoint, answer: Answer): string[] {
  if (!reply) return answer.text === '' ? [] : ['a body where the contract has none'];
  if (reply.type === 'string')
    return [...typeFault(answer, type ?? 'text/plain'), ...shapeFaults(reply, answer.text)];
  return [...typeFault(answer, 'application/json'), ...shapeFaults(reply, parsed(answer.text))];
}

function shapeFaults(schema: v.GenericSchema, value: unknown): string[] {
  if (value === undefined) return ['the body is no JSON'];
  const result = v.safeParse(schema, value);
  if (result.success) return isDeepStrictEqual(result.output, value) ? [] : ['keys that are not documented'];
  const [issue] = result.issues;
  return [`${v.getDotPath(issue) ?? 'reply'}: ${issue.message}`];
}

/** Faults of a refusal that must have one of these statuses and the shape of a problem. */
export function refusalFaults(answer: Answer, statuses: readonly number[], when: string): string[] {
  if (!statuses.includes(answer.status))
    return [`${when}: ${answer.status} instead of ${statuses.join(' or ')}`];
  const isProblem = v.is(Problem, parsed(answer.text));
  return isProblem ? [] : [`${when}: ${answer.status} is not told as {codice, messaggio}`];
}
