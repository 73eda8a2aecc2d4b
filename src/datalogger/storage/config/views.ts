import type { KeptView } from '../../../contract/views';
import type { Database } from '../database/database';

/** The views of the archive that accounts have kept. */
export interface Views {
  /** Of an account, by name. */
  of(account: number): KeptView[];
  /** Takes the place of the account's view of the same name. */
  keep(account: number, view: Omit<KeptView, 'id'>): KeptView;
  /** Whether the account had it. */
  remove(account: number, id: number): boolean;
}

export const viewTable = `
  CREATE TABLE kept_view (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    nome TEXT NOT NULL,
    ricerca TEXT NOT NULL,
    UNIQUE (account_id, nome)
  ) STRICT;
`;

export function createViews(db: Database): Views {
  const ofAccount = db.prepare<[number], KeptView>(
    'SELECT id, nome, ricerca FROM kept_view WHERE account_id = ? ORDER BY nome COLLATE NOCASE, id',
  );
  const put = db.prepare<[{ account: number; nome: string; ricerca: string }], { id: number }>(`
    INSERT INTO kept_view (account_id, nome, ricerca) VALUES (@account, @nome, @ricerca)
    ON CONFLICT (account_id, nome) DO UPDATE SET ricerca = excluded.ricerca RETURNING id`);
  const remove = db.prepare<[number, number]>('DELETE FROM kept_view WHERE account_id = ? AND id = ?');
  return {
    of: account => ofAccount.all(account),
    keep: (account, view) => ({ id: put.get({ account, ...view })?.id ?? 0, ...view }),
    remove: (account, id) => remove.run(account, id).changes > 0,
  };
}
