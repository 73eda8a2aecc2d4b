import { contract } from '../../src/contract';
import { replyFaults } from './judge';
import type { Wire } from './wire';

/** The token of a login, as it was answered. Throws an Error that says why there is none. */
export async function logIn(wire: Wire, user: string, password: string): Promise<string> {
  const answer = await wire('POST', 'auth/authenticate', { json: { user, password } });
  const faults =
    answer.status === 200
      ? replyFaults(contract['POST auth/authenticate'], answer)
      : [`${answer.status} instead of 200`];
  if (faults.length > 0) throw new Error(`POST auth/authenticate: ${faults.join('; ')}`);
  return answer.text;
}

/** Ends the session that `logIn` opened; a device without that call lets it run out. */
export async function logOut(wire: Wire, token: string): Promise<void> {
  await wire('POST', 'auth/logout', { token });
}
