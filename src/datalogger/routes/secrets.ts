import { ProblemError } from '../serve/handler';

/** A console that shows dots for a stored secret may send them back: they are not the secret. */
const mask = /^[*•●]+$/;

/** The password a body really carries. */
export function sentPassword(password: string | undefined): string | undefined {
  return password === undefined || mask.test(password) ? undefined : password;
}

/** What names server and user, in the settings of whichever service. */
const receiverFields = ['host', 'server', 'porta', 'provider', 'url', 'utente'] as const;
type Receiver = { readonly [F in (typeof receiverFields)[number]]?: unknown };

/** Whether a password that was stored for the one is meant for the other. */
export function isSameReceiver(old: Receiver | null, next: Receiver | null): boolean {
  return receiverFields.every(field => old?.[field] === next?.[field]);
}

/**
 * The password to use: the one sent, or else the one stored. 422 where it would go to another server or user than it was stored
 * for: nobody learns a password by pointing it at a server of their own.
 */
export function passwordFor(sent: string | undefined, stored: string | null, isSame: boolean): string | null {
  const password = sentPassword(sent);
  if (password !== undefined) return password === '' ? null : password;
  if (stored === null || isSame) return stored;
  throw new ProblemError(422, 'required', 'A new server or user needs the password again.', {
    campo: 'password',
  });
}
