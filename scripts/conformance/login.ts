import { contract } from '../../src/contract';
import { replyFaults } from './judge';
import type { Wire } from './wire';

/** Logs in and returns the token as received. Throws an Error with the reason if there is none. */
export async function logIn(wire: Wire, user: string, password: string): Promise<string> {
  const answer = await wire('POST', 'auth/authenticate', { json: { user, password } });
  const faults =
    answer.status === 200
      ? replyFaults(contract['POST auth/authenticate'], answer)
      : [`${answer.status} instead of 200`];
  if (faults.length > 0) throw new Error(`POST auth/authenticate: ${faults.join('; ')}`);
  return answer.text;
}

/** Ends the session that `logIn` opened; on a device without that call the session expires. */
export async function logOut(wire: Wire, token: string): Promise<void> {
  await wire('POST', 'auth/logout', { token });
}
