import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../../contract/account';
import { mostAccounts } from '../../../contract/most-records';
import type { Clock } from '../../core/time/clock';
import { accountKey } from '../../storage/config/accounts';
import { changesBetween } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { longestSessionS } from '../../storage/config/sessions';
import { refusalOf, unlessRefused } from '../../storage/database/full';
import type { Storage } from '../../storage/database/storage';
import type { FirstAccount } from '../auth/first-account';
import { hashOneTimeCode } from '../auth/one-time-code';
import type { RecentPasswords } from '../auth/recent-passwords';
import type { Tokens } from '../auth/tokens';
import { type Caller, type Handler, type Handlers, ProblemError } from '../http/handler';
import type { KeptLanguages } from '../languages/kept-languages';
import {
  attempt,
  type CredentialDeps,
  checkOwnPassword,
  hashNewPassword,
  refuseCommonPassword,
  refuseSameLook,
} from '../support/credentials';

export interface SessionDeps extends CredentialDeps {
  readonly config: ConfigDatabase;
  /** The device's clock: sessions do not follow the time of a simulated plant. */
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly firstAccount: FirstAccount;
  readonly recent: RecentPasswords;
  readonly languages: Pick<KeptLanguages, 'offered'>;
  readonly storage: Pick<Storage, 'relieve'>;
  /** s that a token is valid. */
  readonly sessionS: () => number;
}

type SessionKey =
  | 'POST auth/register'
  | 'POST auth/authenticate'
  | 'POST auth/logout'
  | 'POST auth/conferma'
  | 'POST auth/rinnova'
  | 'POST auth/reset-pwd'
  | 'GET auth/primo_avvio';

export function sessionHandlers(deps: SessionDeps): Pick<Handlers, SessionKey> {
  return {
    'POST auth/register': register(deps),
    'POST auth/authenticate': authenticate(deps),
    'POST auth/logout': logOut(deps),
    'POST auth/conferma': confirmPassword(deps),
    'POST auth/rinnova': ({ caller }) => renew(deps, caller),
    'POST auth/reset-pwd': resetPassword(deps),
    'GET auth/primo_avvio': () => {
      const necessario = deps.config.accounts.count() === 0;
      const lingue = [...deps.languages.offered()];
      return {
        necessario,
        ...(necessario && deps.firstAccount.code !== null && { codice: true }),
        ...(lingue.length > 0 && { lingue }),
      };
    },
  };
}

function register(deps: SessionDeps): Handler<'POST auth/register'> {
  const { accounts, atomically } = deps.config;
  return async ({ body, caller }) => {
    const { nome, user } = body;
    if (caller.role !== 'admin') await checkSetupCode(deps, caller, body);
    const password_hash = await hashNewPassword(deps, body.password, user);
    const created = atomically(() => {
      // Checked again after the hashing: of two first visitors only one becomes the administrator.
      const isFirst = accounts.count() === 0;
      if (!isFirst && caller.role !== 'admin') {
        throw new ProblemError(401, 'session_invalid', 'A valid session is needed.');
      }
      if (accounts.count() >= mostAccounts)
        throw new ProblemError(409, 'conflict', `There are at most ${mostAccounts} accounts.`);
      refuseSameLook(accounts, user, null);
      const user_key = accountKey(user);
      const livello = isFirst ? '0' : body.livello;
      const id = accounts.add({
        nome,
        user,
        user_key,
        livello,
        comandi: false,
        sospeso: false,
        email: '',
        lingua: null,
        password_hash,
      });
      const changes = changesBetween({}, { nome, user, livello });
      deps.record(caller, 'account.create', `account/${id}`, { changes });
      return { id: String(id), isFirst };
    });
    if (created.isFirst) deps.firstAccount.made();
    return created.id;
  };
}

/** 422 for the wrong set-up code where one is needed. */
async function checkSetupCode(
  deps: SessionDeps,
  caller: Caller,
  { codice = '' }: { readonly codice?: string | undefined },
): Promise<void> {
  if (deps.firstAccount.code === null) return;
  if (codice === '') throw new ProblemError(422, 'required', 'Missing.', { campo: 'codice' });
  const subject = { what: 'setup', user: '', known: '' } as const;
  const { found, succeed } = await attempt(deps, caller, subject, () => deps.firstAccount.accepts(codice));
  if (!found) {
    deps.record(caller, 'account.create', 'account', { result: 'refused' });
    throw new ProblemError(422, 'wrong_code', 'Wrong code.', { campo: 'codice' });
  }
  succeed();
}

/** The name of an account for the audit log. Empty where there is none: what was typed may be the password. */
const nameOf = ({ config }: SessionDeps, typed: string) =>
  config.accounts.findByKey(accountKey(typed))?.user ?? '';

function authenticate(deps: SessionDeps): Handler<'POST auth/authenticate'> {
  const { passwords, config } = deps;
  const find = (user: string) => config.accounts.findByKey(accountKey(user));
  return async ({ body: { user, password }, caller }) => {
    const verify = async () => {
      const known = find(user);
      return { known, isRight: await passwords.verify(password, known?.password_hash ?? null) };
    };
    const subject = { what: 'login', user, known: nameOf(deps, user) } as const;
    const { found, succeed } = await attempt(deps, caller, subject, verify);
    const { known, isRight } = found;
    const isOutdated = isRight && known && passwords.isOutdated(known.password_hash);
    const rehashed = isOutdated ? await passwords.hash(password) : null;
    // The account may have been changed or deleted while the hash was computed.
    const unchanged = () => {
      const account = find(user);
      return isRight && account?.password_hash === known?.password_hash ? account : null;
    };
    const logIn = () =>
      config.atomically(() => {
        const account = unchanged();
        if (!account) return null;
        if (rehashed) config.accounts.rehash(account.id, rehashed);
        succeed();
        deps.record(caller, 'login', 'session', { user: account.user });
        return openSession(deps, account);
      });
    const isSuspended = unchanged()?.sospeso;
    const logInMemory = () => {
      const account = unchanged();
      return account && openSessionInMemory(deps, account);
    };
    const token = isSuspended ? null : onDiskOrNot(deps, logIn, logInMemory);
    if (token) return token;
    unlessRefused(() => deps.record(caller, 'login', 'session', { user: subject.known, result: 'refused' }));
    if (isSuspended) throw new ProblemError(401, 'account_suspended', 'An administrator has suspended it.');
    throw new ProblemError(401, 'wrong_credentials', 'Wrong user or password.');
  };
}

/** A logout ends the session also while the disk takes nothing; it is not in the audit log then. */
function logOut(deps: SessionDeps): Handler<'POST auth/logout'> {
  const { sessions, atomically } = deps.config;
  return ({ caller }) => {
    const { sessionId } = caller;
    const end = () =>
      atomically(() => {
        if (sessionId) sessions.end(sessionId);
        deps.record(caller, 'logout', 'session');
      });
    onDiskOrNot(deps, end, () => {
      if (sessionId) sessions.endInMemory(sessionId);
    });
  };
}

/** Login must work while the disk refuses writes, so that somebody can repair it. */
function onDiskOrNot<T>({ storage }: Pick<SessionDeps, 'storage'>, work: () => T, inMemory: () => T): T {
  try {
    return work();
  } catch (error) {
    if (refusalOf(error) === null) throw error;
    storage.relieve(error);
    return inMemory();
  }
}

/** Starts a session in memory, because the disk refuses writes. The login is not in the audit log. */
function openSessionInMemory(deps: SessionDeps, account: Account): string {
  const { iat, exp, sid } = newSession(deps);
  deps.config.sessions.addInMemory(sid, account.id, iat, exp);
  return deps.tokens.issue({ ...claimsOf(account), exp, iat, sid });
}

/** What a token says of its account. */
const claimsOf = ({
  id,
  user,
  livello,
  nome,
  comandi,
}: Pick<Account, 'id' | 'user' | 'livello' | 'nome' | 'comandi'>) => ({
  sub: String(id),
  user,
  livello,
  nome,
  ...(comandi && { comandi }),
});

/** The end (epoch s) and the id of a session that begins now. */
function newSession({ clock, sessionS }: Pick<SessionDeps, 'clock' | 'sessionS'>) {
  const iat = Math.floor(clock.now() / 1000);
  const exp = iat + Math.min(sessionS(), longestSessionS);
  return { iat, exp, sid: randomBytes(16).toString('base64url') };
}

/** Starts a session and returns its token. */
export function openSession(
  deps: Pick<SessionDeps, 'config' | 'clock' | 'tokens' | 'sessionS'>,
  account: Account,
) {
  const { accounts, sessions } = deps.config;
  const { iat, exp, sid } = newSession(deps);
  accounts.noteLogin(account.id, iat);
  sessions.add(sid, account.id, iat, exp);
  return deps.tokens.issue({ ...claimsOf(account), exp, iat, sid });
}

/** For a while the password is not asked for again. */
function confirmPassword(deps: SessionDeps): Handler<'POST auth/conferma'> {
  return async ({ body: { password }, caller }) => {
    await checkOwnPassword(deps, caller, password, 'password');
    if (caller.sessionId) deps.recent.note(caller.sessionId);
  };
}

function renew(deps: SessionDeps, caller: Caller): string {
  const { sessions } = deps.config;
  const iat = Math.floor(deps.clock.now() / 1000);
  const session = caller.sessionId && sessions.find(caller.sessionId, iat);
  // A token is not valid longer than its session, so this one is younger than the longest session.
  if (!session) throw new ProblemError(401, 'session_invalid', 'A valid session is needed.');
  const exp = Math.min(iat + deps.sessionS(), session.createdS + longestSessionS);
  sessions.extend(session.id, exp);
  return deps.tokens.issue({ ...claimsOf({ ...session, id: session.accountId }), exp, iat, sid: session.id });
}

function resetPassword(deps: SessionDeps): Handler<'POST auth/reset-pwd'> {
  const { accounts, resetCodes, sessions, atomically } = deps.config;
  return async ({ body: { user, codice, password }, caller }) => {
    refuseCommonPassword(password, user);
    const subject = { what: 'reset', user, known: nameOf(deps, user) } as const;
    const { found, succeed } = await attempt(deps, caller, subject, () => deps.passwords.hash(password));
    const password_hash = found;
    const isDone = atomically(() => {
      const account = accounts.findByKey(accountKey(user));
      const expected = account && resetCodes.find(account.id, Math.floor(deps.clock.now() / 1000));
      if (!account || !expected || !isSameHash(hashOneTimeCode(codice), expected)) return false;
      resetCodes.remove(account.id);
      accounts.change(account.id, { password_hash });
      sessions.endAllOf(account.id);
      succeed();
      const changes = changesBetween({}, { password });
      deps.record(caller, 'password.reset', `account/${account.id}`, { user: account.user, changes });
      return true;
    });
    if (isDone) return;
    deps.record(caller, 'password.reset', 'session', { user: subject.known, result: 'refused' });
    throw new ProblemError(422, 'wrong_code', 'Wrong user or code.', { campo: 'codice' });
  };
}

function isSameHash(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
