import type { Endpoint } from '../../contract';
import { ProblemError } from './handler';
import { parseOrRefuse } from './problems';

/** The parsed query of a call: every parameter known, none given twice. */
export function readQuery(search: string, endpoint: Endpoint): unknown {
  const given: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (name in {} || !endpoint.query) {
      throw new ProblemError(400, 'unknown_field', 'Unknown parameter.', { campo: name });
    }
    if (Object.hasOwn(given, name)) {
      throw new ProblemError(400, 'bad_request', 'The same parameter twice.', { campo: name });
    }
    given[name] = value;
  }
  return endpoint.query && parseOrRefuse(endpoint.query, given, 400);
}
