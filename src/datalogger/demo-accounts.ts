import type { Livello } from '../contract/session';
import { accountKey } from './session/account-key';
import type { Passwords } from './session/passwords';
import type { ConfigDatabase } from './store/config-database';

/** One account of each role, for a plant that is only simulated. */
export const demoAccounts: readonly { user: string; nome: string; livello: Livello }[] = [
  { user: 'admin', nome: 'M. Ferrara', livello: '0' },
  { user: 'operatore', nome: 'G. Conti', livello: '1' },
  { user: 'cci', nome: 'Tecnico CCI', livello: 'cci' },
];

/** Creates the demonstration accounts where there is no account yet. Whether it did. */
export async function createDemoAccounts(
  { accounts, atomically }: ConfigDatabase,
  passwords: Passwords,
  password: string,
): Promise<boolean> {
  if (accounts.count() > 0) return false;
  const password_hash = await passwords.hash(password);
  atomically(() => {
    for (const { user, nome, livello } of demoAccounts) {
      const user_key = accountKey(user);
      accounts.add({ nome, user, user_key, livello, email: '', lingua: null, password_hash });
    }
  });
  return true;
}
