import type { Account } from '../../../contract/account';
import type { Database } from '../database/database';

/** One key for all the spellings of a user name that look the same: full-width letters, case, spaces around it. */
export function accountKey(user: string): string {
  return user.normalize('NFKC').trim().toLowerCase();
}

/** Cyrillic and Greek letters that are drawn like those below them (Unicode Technical Standard 39, confusables). */
const alike = [
  ['АВЕЗІЈКМНОРСТУХЅԌԚԜӀ', 'ABE3IJKMHOPCTYXSGQWI'],
  ['абезіјкморстухѕԁһԛԝѵӏгпьї', 'a6e3ijkmopctyxsdhqwvlrnbï'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αγικνορυχητω', 'ayikvopuxntw'],
  // Latin letters and digits that look alike.
  ['I1|0Oı’', "lllooi'"],
] as const;

const signs = new Map(
  alike.flatMap(([from, to]) => [...from].map((sign, at) => [sign, to[at] ?? sign] as const)),
);
const drawn = (text: string) => [...text].map(sign => signs.get(sign) ?? sign).join('');

/** Whether two user names are the same or look the same. */
export function looksSame(one: string, other: string): boolean {
  return accountKey(one) === accountKey(other) || lookOf(one) === lookOf(other);
}

function lookOf(user: string): string {
  // Applied twice: a letter that looks like a capital I also looks like an l.
  const plain = drawn(drawn(user.normalize('NFKC').trim())).toLowerCase();
  return plain.replaceAll('rn', 'm').replace(/\s+/g, ' ');
}

/** The fields of an account that can be written. `user_key` is the one spelling that must be unique. */
export interface AccountFields {
  readonly nome: string;
  readonly user: string;
  readonly user_key: string;
  readonly livello: Account['livello'];
  readonly comandi: boolean;
  readonly sospeso: boolean;
  readonly email: string;
  readonly lingua: Account['lingua'];
  readonly password_hash: string;
}

/** What is given is written; a field left out stays. */
export type AccountChanges = { readonly [K in keyof AccountFields]?: AccountFields[K] | undefined };

/** What a login needs to know. */
export interface Credentials extends Account {
  readonly password_hash: string;
}

export interface Accounts {
  count(): number;
  /** Of those that are not suspended. */
  countAdministrators(): number;
  all(): Account[];
  find(id: number): Account | null;
  findByKey(userKey: string): Credentials | null;
  passwordHash(id: number): string | null;
  /** The new id. */
  add(fields: AccountFields): number;
  /** Writes the fields given and counts the version up. */
  change(id: number, fields: AccountChanges): void;
  /** Neither a login nor a new hash of the same password is a new version. */
  noteLogin(id: number, atS: number): void;
  rehash(id: number, passwordHash: string): void;
  remove(id: number): void;
}

/** The column that an account got later than the others. */
export const commandsColumn = 'ALTER TABLE account ADD COLUMN comandi INTEGER NOT NULL DEFAULT 0;';

/** The column that came after it. */
export const suspendedColumn = 'ALTER TABLE account ADD COLUMN sospeso INTEGER NOT NULL DEFAULT 0;';

const columns = 'id, nome, user, livello, comandi, sospeso, email, lingua, ultimo_accesso, versione';

/** A change that leaves every field as it is. */
const untouched: Record<keyof AccountFields, null> = {
  nome: null,
  user: null,
  user_key: null,
  livello: null,
  comandi: null,
  sospeso: null,
  email: null,
  lingua: null,
  password_hash: null,
};

/** A row as SQLite stores it: it has no booleans. */
type Row<T> = Omit<T, 'comandi' | 'sospeso'> & { readonly comandi: number; readonly sospeso: number };

const fromRow = <T>(row: Row<T>) => ({ ...row, comandi: row.comandi === 1, sospeso: row.sospeso === 1 });
const optional = <T extends Account>(row: Row<T> | undefined) => (row ? fromRow(row) : null);

export function createAccounts(db: Database): Accounts {
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM account');
  const admins = db.prepare<[], { n: number }>(
    "SELECT count(*) AS n FROM account WHERE livello = '0' AND sospeso = 0",
  );
  const all = db.prepare<[], Row<Account>>(`SELECT ${columns} FROM account ORDER BY id`);
  const find = db.prepare<[number], Row<Account>>(`SELECT ${columns} FROM account WHERE id = ?`);
  const byKey = db.prepare<[string], Row<Credentials>>(
    `SELECT ${columns}, password_hash FROM account WHERE user_key = ?`,
  );
  const hashOf = db.prepare<[number], { hash: string }>(
    'SELECT password_hash AS hash FROM account WHERE id = ?',
  );
  const add = db.prepare<[Row<AccountFields>]>(`
    INSERT INTO account (nome, user, user_key, livello, comandi, sospeso, email, lingua, password_hash)
    VALUES (@nome, @user, @user_key, @livello, @comandi, @sospeso, @email, @lingua, @password_hash)`);
  const change = changeOf(db);
  const login = db.prepare('UPDATE account SET ultimo_accesso = ? WHERE id = ?');
  const rehash = db.prepare('UPDATE account SET password_hash = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM account WHERE id = ?');

  return {
    count: () => count.get()?.n ?? 0,
    countAdministrators: () => admins.get()?.n ?? 0,
    all: () => all.all().map(fromRow),
    find: id => optional(find.get(id)),
    findByKey: key => optional(byKey.get(key)),
    passwordHash: id => hashOf.get(id)?.hash ?? null,
    add({ comandi, sospeso, ...fields }) {
      const flags = { comandi: Number(comandi), sospeso: Number(sospeso) };
      return Number(add.run({ ...fields, ...flags }).lastInsertRowid);
    },
    change,
    noteLogin: (id, atS) => void login.run(atS, id),
    rehash: (id, passwordHash) => void rehash.run(passwordHash, id),
    remove: id => void remove.run(id),
  };
}

function changeOf(db: Database): Accounts['change'] {
  const change = db.prepare<[Record<string, unknown>]>(`
    UPDATE account SET
      nome = coalesce(@nome, nome), user = coalesce(@user, user), user_key = coalesce(@user_key, user_key),
      livello = coalesce(@livello, livello), comandi = coalesce(@comandi, comandi),
      sospeso = coalesce(@sospeso, sospeso), email = coalesce(@email, email),
      lingua = iif(@sets_lingua, @lingua, lingua), password_hash = coalesce(@password_hash, password_hash),
      versione = versione + 1
    WHERE id = @id`);
  const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  return (id, fields) => {
    const flags = { comandi: flag(fields.comandi), sospeso: flag(fields.sospeso) };
    const sets_lingua = fields.lingua === undefined ? 0 : 1;
    change.run({ ...untouched, ...fields, ...flags, id, sets_lingua });
  };
}
