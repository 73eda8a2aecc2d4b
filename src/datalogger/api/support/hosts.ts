import type { Guard } from '../../integrations/outgoing/guard';
import { ProblemError } from '../http/handler';

/** 422 with the field of the first of these hosts that the datalogger may not connect to. Empty and absent ones are skipped. */
export function refuseHosts(
  guard: Pick<Guard, 'refuses'>,
  hosts: Readonly<Record<string, string | readonly string[] | undefined>>,
): void {
  const named = Object.entries(hosts).flatMap(([field, value]): [string, string][] =>
    typeof value === 'object' ? value.map((host, at) => [`${field}.${at}`, host]) : [[field, value ?? '']],
  );
  const refused = named.find(([, host]) => host !== '' && guard.refuses(host));
  if (!refused) return;
  const message = 'This device itself, or an address that is no server.';
  throw new ProblemError(422, 'forbidden_address', message, { campo: refused[0] });
}
