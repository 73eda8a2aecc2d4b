import { join } from 'node:path';
import { oneLine } from '../../core/log';
import { accountKey } from '../../storage/config/accounts';
import { openConfigDatabase } from '../../storage/config/config-database';
import { codeValidS } from '../../storage/config/reset-codes';
import { isBlank } from '../../storage/database/database';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code';

/** Who did it, in the audit log: somebody with access to the device, whom no account names. */
const onDevice = { user: '', address: 'console' };

/**
 * Issues a one-time code for an account whose password is lost, on the device itself; the datalogger may run meanwhile. Answers the code,
 * which is valid for an hour and is typed at the login. Throws an Error of one clear line where there are no accounts, or not this one.
 */
export function issueCode(dataFolder: string, user: string, nowMs: number): string {
  const path = join(dataFolder, 'config.db');
  if (isBlank(path))
    throw new Error(`data folder ${dataFolder} has no accounts: open the console to register`);
  const config = openConfigDatabase(path);
  try {
    const account = config.accounts.findByKey(accountKey(user));
    if (!account) throw new Error(unknownAccount(user, config.accounts.all()));
    const code = newOneTimeCode();
    config.atomically(() => {
      config.resetCodes.put(account.id, hashOneTimeCode(code), Math.floor(nowMs / 1000) + codeValidS);
      const object = `account/${account.id}`;
      config.audit.write({
        ...onDevice,
        atMs: nowMs,
        action: 'account.code',
        object,
        changes: {},
        result: 'ok',
      });
    });
    return code;
  } finally {
    config.close();
  }
}

function unknownAccount(user: string, accounts: readonly { readonly user: string }[]): string {
  const names = accounts.map(each => oneLine(each.user)).join(', ');
  return `there is no account ${JSON.stringify(user)}; name one of: ${names}`;
}
