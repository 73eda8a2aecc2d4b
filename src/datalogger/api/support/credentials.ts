import { createHash } from 'node:crypto';
import { productName } from '../../core/product';
import { type Accounts, accountKey, looksSame } from '../../storage/config/accounts';
import type { Recorder } from '../../storage/config/audit';
import { unlessRefused } from '../../storage/database/full';
import { isCommonPassword, type Passwords } from '../auth/passwords';
import type { Throttle } from '../auth/throttle';
import { type Caller, ProblemError } from '../http/handler';

/** What is needed to check or to set a secret. */
export interface CredentialDeps {
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly record: Recorder;
}

const busySeconds = 5;

function throttled(waitSeconds: number): ProblemError {
  const headers = { 'Retry-After': String(waitSeconds) };
  return new ProblemError(429, 'throttled', `Too many attempts: wait ${waitSeconds} s.`, { headers });
}

/** 429 while too many passwords are waiting to be hashed. */
function refuseWhileBusy({ passwords }: CredentialDeps): void {
  if (passwords.isSaturated()) throw throttled(busySeconds);
}

/** A checked secret, and the function to call where it was right. */
interface Checked<T> {
  readonly found: T;
  readonly succeed: () => void;
}

/** Whose secret is checked. */
interface Subject {
  readonly what: 'login' | 'reset' | 'setup';
  /** As it was typed. */
  readonly user: string;
  /** The name of the account; empty where there is none. */
  readonly known: string;
}

/**
 * Checks a secret of `user`; waits some seconds where many attempts have failed, or ends the call with 429. It counts as a failure until
 * `succeed` is called. Only a hash of the typed name is stored, because people sometimes type the password in that field.
 */
export async function attempt<T>(
  deps: CredentialDeps,
  caller: Caller,
  { what, user, known }: Subject,
  check: () => T | Promise<T>,
): Promise<Checked<T>> {
  refuseWhileBusy(deps);
  const key = createHash('sha256')
    .update(`${what}\n${accountKey(user)}`)
    .digest('base64url');
  const verdict = deps.throttle.attempt(key, caller.address);
  // Awaited only where it is a promise: of many attempts at once, each must see how many are being hashed.
  const refusal = verdict instanceof Promise ? await verdict : verdict;
  if (refusal === null) {
    return { found: await check(), succeed: () => deps.throttle.succeed(key, caller.address) };
  }
  if (refusal.isFirst)
    unlessRefused(() =>
      deps.record(caller, `${what}.throttled`, 'session', { user: known, result: 'refused' }),
    );
  throw throttled(refusal.waitSeconds);
}

/** 422 at the field `campo` for what is not the caller's own password. */
export async function checkOwnPassword(
  deps: CredentialDeps & { readonly config: { readonly accounts: Accounts } },
  { accountId, ...caller }: Caller,
  password: string,
  campo: string,
): Promise<void> {
  const stored = accountId === null ? null : deps.config.accounts.passwordHash(accountId);
  const user = caller.user ?? '';
  const subject = { what: 'login', user, known: user } as const;
  const { found, succeed } = await attempt(deps, { accountId, ...caller }, subject, () =>
    deps.passwords.verify(password, stored),
  );
  if (!found) throw new ProblemError(422, 'wrong_password', 'Not the current password.', { campo });
  succeed();
}

/** 422 for a password that is easy to guess. */
export function refuseCommonPassword(password: string, user: string): void {
  if (!isCommonPassword(password, user, productName)) return;
  const message = 'Too easy to guess: it holds a name, or is one of the most common.';
  throw new ProblemError(422, 'password_common', message, { campo: 'password' });
}

export async function hashNewPassword(deps: CredentialDeps, password: string, user: string): Promise<string> {
  refuseCommonPassword(password, user);
  refuseWhileBusy(deps);
  return deps.passwords.hash(password);
}

/** 409 for a user name that is, or looks like, that of another account than `id`. */
export function refuseSameLook(accounts: Accounts, user: string, id: number | null): void {
  if (accounts.all().some(other => other.id !== id && looksSame(other.user, user))) {
    const message = 'The user name is taken, or looks like another.';
    throw new ProblemError(409, 'user_taken', message, { campo: 'user' });
  }
}
