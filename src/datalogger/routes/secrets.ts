import { ProblemError } from '../serve/handler';

/** A console that shows dots for a stored secret may send these dots back: they are not a new secret. */
const mask = /^[*•●]+$/;

/** The password in a body; undefined for dots. */
export function sentPassword(password: string | undefined): string | undefined {
  return password === undefined || mask.test(password) ? undefined : password;
}

/** The fields that name server and user in the settings of any service. */
const receiverFields = ['host', 'server', 'porta', 'provider', 'url', 'utente'] as const;
type Receiver = { readonly [F in (typeof receiverFields)[number]]?: unknown };

/** Whether both settings name the same server and user, so that a stored password is meant for both. */
export function isSameReceiver(old: Receiver | null, next: Receiver | null): boolean {
  return receiverFields.every(field => old?.[field] === next?.[field]);
}

/**
 * The password to use: the one sent, else the stored one. 422 where the stored one was for another server or user: otherwise somebody
 * could learn it by entering a server of their own.
 */
export function passwordFor(sent: string | undefined, stored: string | null, isSame: boolean): string | null {
  const password = sentPassword(sent);
  if (password !== undefined) return password === '' ? null : password;
  if (stored === null || isSame) return stored;
  throw new ProblemError(422, 'required', 'A new server or user needs the password again.', {
    campo: 'password',
  });
}
