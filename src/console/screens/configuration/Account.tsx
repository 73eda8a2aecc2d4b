import { AccountUpdate } from '../../../contract/account';
import { Registration } from '../../../contract/session';
import { ConfigSheet } from '../../configuration/ConfigSheet';
import { type AnyScreen, configScreen } from '../../configuration/descriptor';
import { textIn, textOrNull } from '../../data/read';
import type { ConfigRecord } from '../../data/records';
import { useSession } from '../../data/session';
import { textOf } from '../../i18n/translate';
import { AccountParts } from './AccountParts';

const common = {
  title: 'menu.account',
  words: 'accountField',
} as const;
const noteOf = ({ user, livello }: ConfigRecord) =>
  [textOrNull(user), textOf('accountField', 'choice', 'livello', textIn(livello))].filter(Boolean).join(', ');

/** A new account is a registration; its other fields are edited afterwards. */
const registration = configScreen({
  ...common,
  source: { read: 'GET account', create: 'POST auth/register', change: 'PUT account/:id' },
  schema: Registration,
  groups: [{ title: 'accountGroup.account', fields: ['nome', 'user', 'livello', 'password'] }],
});

/** Administrators see all accounts. Other users see their own, without the fields that only administrators edit. */
export function accountScreen(ownId: string, isAdministrator: boolean): AnyScreen {
  return {
    ...configScreen({
      ...common,
      source: {
        read: 'GET account',
        change: 'PUT account/:id',
        noteOf,
        ...(isAdministrator ? { create: 'POST auth/register', remove: 'DELETE account/:id' } : {}),
      },
      schema: AccountUpdate,
      groups: [
        {
          title: 'accountGroup.account',
          fields: ['nome', 'user', 'livello', 'comandi', 'email', 'lingua', 'sospeso', 'passa_a'],
        },
        { title: 'accountGroup.password', fields: ['password', 'password_attuale'] },
      ],
      rules: {
        ...(isAdministrator ? { refers: { passa_a: 'GET account' } as const } : {}),
        shown: {
          user: () => isAdministrator,
          livello: () => isAdministrator,
          comandi: ({ livello }) => isAdministrator && livello === 'cci',
          sospeso: ({ id }) => isAdministrator && textOrNull(id) !== ownId,
          passa_a: ({ sospeso }) => isAdministrator && sospeso === true,
          password_attuale: ({ id }) => textOrNull(id) === ownId,
        },
      },
      Parts: AccountParts,
    }),
    fresh: registration,
  };
}

export function Screen() {
  const session = useSession();
  return <ConfigSheet screen={accountScreen(session?.sub ?? '', session?.role === 'admin')} />;
}
