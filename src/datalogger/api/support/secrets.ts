import { ProblemError } from '../http/handler';

/** A console that shows dots for a stored secret may send these dots back: they are not a new secret. */
const mask = /^[*•●]+$/;

/** The password in a body; undefined for dots. */
export function sentPassword(password: string | undefined): string | undefined {
  return password === undefined || mask.test(password) ? undefined : password;
}

/**
 * The fields of any service that decide who can read its password: server and user, and what protects the way to them (encryption,
 * protocol, pinned certificate).
 */
export const receiverFields = [
  'host',
  'server',
  'porta',
  'provider',
  'url',
  'utente',
  'sicurezza',
  'protocollo',
  'impronta',
  'interfaccia',
];
type Receiver = { readonly [F in (typeof receiverFields)[number]]?: unknown };

/** Whether both settings send the password to the same server and user on an equally protected way. */
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
  throw new ProblemError(422, 'required', 'A new server, user or protection needs the password again.', {
    campo: 'password',
  });
}
