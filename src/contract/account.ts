import * as v from 'valibot';
import type { Endpoint } from './endpoint';
import { languageCodes } from './languages';
import { Livello, Nome, Password, User } from './session';
import { EmailAddress } from './text';

export const Lingua = v.picklist(languageCodes);
export type Lingua = v.InferOutput<typeof Lingua>;

export const Account = v.strictObject({
  id: v.number(),
  nome: v.string(),
  user: v.string(),
  livello: Livello,
  /** Whether a controller technician may give commands; false for every other role, which is what says it there. */
  comandi: v.optional(v.boolean()),
  /** Whether nobody can log in with it; another datalogger may know no such state. */
  sospeso: v.optional(v.boolean()),
  email: v.string(),
  lingua: v.nullable(Lingua),
  /** Epoch seconds of the last login, null before the first. */
  ultimo_accesso: v.nullable(v.number()),
  /** The record's version: its ETag is `"<versione>"`. */
  versione: v.number(),
});
export type Account = v.InferOutput<typeof Account>;

export const Email = v.union([v.literal(''), EmailAddress]);

/**
 * Every field may be left out. `user`, `livello`, `comandi`, `sospeso` and `passa_a` are the administrator's; 422 for `comandi` of another role
 * than `cci`. One's own new `password` needs `password_attuale`, the current one. `sospeso` ends the sessions; `passa_a` names the account
 * that gets the e-mails of a suspended one from now on: 422 where that has no e-mail address, or is suspended as well.
 */
export const AccountUpdate = v.strictObject({
  nome: v.optional(Nome),
  user: v.optional(User),
  livello: v.optional(Livello),
  comandi: v.optional(v.boolean()),
  sospeso: v.optional(v.boolean()),
  passa_a: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))),
  email: v.optional(Email),
  lingua: v.optional(v.nullable(Lingua)),
  password: v.optional(Password),
  password_attuale: v.optional(v.string()),
});
export type AccountUpdate = v.InferOutput<typeof AccountUpdate>;

/** A one-time code for `auth/reset-pwd`; `scade` in epoch seconds. */
export const ResetCode = v.strictObject({ codice: v.string(), scade: v.number() });

export const accountEndpoints = {
  /** All accounts for an administrator; only the caller's own for the others. */
  'GET account': { may: 'session', reply: v.array(Account) },
  'PUT account/:id': {
    may: 'own-or-admin',
    body: AccountUpdate,
    reply: Account,
    ifMatch: true,
    asksPassword: true,
  },
  'DELETE account/:id': { may: 'admin', ifMatch: true, asksPassword: true },
  /** Ends every session of the account; of one's own all but this one. */
  'DELETE account/:id/sessioni': { may: 'own-or-admin', asksPassword: true },
  'POST account/:id/codice': { may: 'admin', reply: ResetCode, asksPassword: true },
} as const satisfies Record<string, Endpoint>;
