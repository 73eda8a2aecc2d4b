import type { Account, AccountUpdate } from '../../../contract/account';
import type { Clock } from '../../core/time/clock';
import { type AccountChanges, accountKey } from '../../storage/config/accounts';
import { changesBetween } from '../../storage/config/audit';
import type { ConfigDatabase } from '../../storage/config/config-database';
import { codeValidS } from '../../storage/config/reset-codes';
import { hashOneTimeCode, newOneTimeCode } from '../auth/one-time-code';
import {
  type Caller,
  type Handler,
  type Handlers,
  idOf,
  notFound,
  ProblemError,
  requireVersion,
  Versioned,
} from '../http/handler';
import {
  type CredentialDeps,
  checkOwnPassword,
  hashNewPassword,
  refuseSameLook,
} from '../support/credentials';
import { handOver } from '../support/hand-over';

export interface AccountDeps extends CredentialDeps {
  readonly config: ConfigDatabase;
  /** The device's clock. */
  readonly clock: Clock;
}

type AccountKey = Extract<keyof Handlers, `${string} account${string}`>;

export function accountHandlers(deps: AccountDeps): Pick<Handlers, AccountKey> {
  const { accounts } = deps.config;
  return {
    'GET account': ({ caller }) =>
      caller.role === 'admin' ? accounts.all() : accounts.all().filter(({ id }) => id === caller.accountId),
    'PUT account/:id': update(deps),
    'DELETE account/:id': remove(deps),
    'DELETE account/:id/sessioni': ({ params, caller }) => {
      const { id } = existing(deps, params.id);
      deps.config.sessions.endAllOf(id, caller.sessionId);
      deps.record(caller, 'account.sessions', `account/${id}`);
    },
    'POST account/:id/codice': ({ params, caller }) => {
      const { id } = existing(deps, params.id);
      const codice = newOneTimeCode();
      const scade = Math.floor(deps.clock.now() / 1000) + codeValidS;
      deps.config.resetCodes.put(id, hashOneTimeCode(codice), scade);
      deps.record(caller, 'account.code', `account/${id}`);
      return { codice, scade };
    },
  };
}

function existing({ config }: AccountDeps, id: string): Account {
  const account = config.accounts.find(idOf(id));
  if (!account) throw notFound();
  return account;
}

function update(deps: AccountDeps): Handler<'PUT account/:id'> {
  const { accounts, sessions, resetCodes, atomically } = deps.config;
  return async ({ params, body, caller, ifMatch }) => {
    const seen = existing(deps, params.id);
    refuseOthersFields(caller, body);
    requireVersion(ifMatch, seen.versione);
    const password_hash = await newHash(deps, caller, seen, body);
    return atomically(() => {
      const account = existing(deps, params.id);
      requireVersion(ifMatch, account.versione);
      keepAdministrator(deps, caller, account, body.sospeso ? null : (body.livello ?? account.livello));
      const fields = fieldsOf(deps, account, body);
      accounts.change(account.id, password_hash === null ? fields : { ...fields, password_hash });
      const isOther =
        (fields.livello ?? account.livello) !== account.livello ||
        (fields.comandi ?? account.comandi) !== account.comandi ||
        (fields.sospeso ?? account.sospeso) !== account.sospeso;
      if (password_hash !== null || isOther) {
        sessions.endAllOf(account.id);
        // A code that was issued before could otherwise still be used to set another password.
        resetCodes.remove(account.id);
      }
      const { user_key: _, ...visible } = fields;
      const secret = password_hash === null ? {} : { password: '' };
      const changes = changesBetween(account, { ...visible, ...secret });
      deps.record(caller, 'account.change', `account/${account.id}`, { changes });
      const changed = existing(deps, params.id);
      if (body.passa_a) handOver(deps, caller, changed, body.passa_a);
      return new Versioned(changed, changed.versione);
    });
  };
}

const administratorsFields = ['user', 'livello', 'comandi', 'sospeso', 'passa_a'] as const;

/** Only administrators may send these, even unchanged ones. */
function refuseOthersFields(caller: Caller, body: AccountUpdate): void {
  const isTouched = administratorsFields.some(name => body[name] !== undefined);
  if (isTouched && caller.role !== 'admin') {
    throw new ProblemError(
      403,
      'forbidden',
      'Only an administrator changes user name, level, commands and suspension.',
    );
  }
}

/** The hash of the new password, null without one. To change one's own, the current password is needed as well: an open session is not enough. */
async function newHash(deps: AccountDeps, caller: Caller, account: Account, body: AccountUpdate) {
  const { password, password_attuale: current } = body;
  if (password === undefined) return null;
  if (caller.accountId === account.id) {
    const campo = 'password_attuale';
    if (current === undefined)
      throw new ProblemError(422, 'required', 'Needed with a new password.', { campo });
    await checkOwnPassword(deps, caller, current, campo);
  }
  return hashNewPassword(deps, password, body.user ?? account.user);
}

/** Administrators cannot remove, demote or suspend themselves, so that there is always one: another administrator has to do it. */
function keepAdministrator(
  { config }: AccountDeps,
  caller: Caller,
  account: Account,
  livello: string | null,
) {
  if (account.livello !== '0' || account.sospeso || livello === '0') return;
  if (config.accounts.countAdministrators() === 1) {
    throw new ProblemError(409, 'last_admin', 'The last administrator stays.');
  }
  if (caller.accountId === account.id) {
    throw new ProblemError(409, 'conflict', 'Another administrator has to do this.');
  }
}

/** The fields to write. 409 for a user name that looks like another one. */
function fieldsOf({ config }: AccountDeps, account: Account, body: AccountUpdate): AccountChanges {
  const { password: _, password_attuale: __, passa_a: ___, ...said } = body;
  const livello = body.livello ?? account.livello;
  if (body.comandi && livello !== 'cci')
    throw new ProblemError(422, 'invalid', 'Commands are allowed to controller technicians.', {
      campo: 'comandi',
    });
  // Another role has no such permission, nor has it when it comes back.
  const fields = livello === 'cci' ? said : { ...said, comandi: false };
  if (body.user === undefined) return fields;
  if (body.user !== account.user) refuseSameLook(config.accounts, body.user, account.id);
  return { ...fields, user_key: accountKey(body.user) };
}

function remove(deps: AccountDeps): Handler<'DELETE account/:id'> {
  const { accounts, atomically } = deps.config;
  return ({ params, caller, ifMatch }) => {
    atomically(() => {
      const account = existing(deps, params.id);
      requireVersion(ifMatch, account.versione);
      keepAdministrator(deps, caller, account, null);
      accounts.remove(account.id);
      const { user, livello } = account;
      const changes = { user: [user, null], livello: [livello, null] } as const;
      deps.record(caller, 'account.delete', `account/${account.id}`, { changes });
    });
  };
}
