import type { Endpoint } from '../../contract';
import { ProblemError } from './handler';
import { parseOrRefuse } from './problems';

/** The parsed query of a call: every parameter known, none given twice. */
export function readQuery(search: string, endpoint: Endpoint): unknown {
  const given = [...new URLSearchParams(search)];
  const names = new Set<string>();
  for (const [name] of given) {
    const campo = name;
    if (!endpoint.query) throw new ProblemError(400, 'unknown_field', 'Unknown parameter.', { campo });
    if (names.has(name)) throw new ProblemError(400, 'bad_request', 'The same parameter twice.', { campo });
    names.add(name);
  }
  return endpoint.query && parseOrRefuse(endpoint.query, Object.fromEntries(given), 400);
}
