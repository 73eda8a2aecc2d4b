import type { Livello } from '../../../contract/session';
import { accountKey } from '../../storage/config/accounts';
import type { ConfigDatabase } from '../../storage/config/config-database';

/** One account for each role, for a simulated plant. */
export const demoAccounts: readonly { user: string; nome: string; livello: Livello }[] = [
  { user: 'admin', nome: 'M. Ferrara', livello: '0' },
  { user: 'operatore', nome: 'G. Conti', livello: '1' },
  { user: 'cci', nome: 'Tecnico CCI', livello: 'cci' },
];

/** Creates the demonstration accounts, each with its hash, where there is no account yet. Returns whether it did. */
export function createDemoAccounts(
  { accounts, atomically }: ConfigDatabase,
  hashes: readonly string[],
): boolean {
  return atomically(() => {
    if (accounts.count() > 0) return false;
    for (const [at, { user, nome, livello }] of demoAccounts.entries()) {
      const password_hash = hashes[at] ?? '';
      const user_key = accountKey(user);
      const unset = { comandi: false, sospeso: false, email: '', lingua: null } as const;
      accounts.add({ nome, user, user_key, livello, ...unset, password_hash });
    }
    return true;
  });
}
