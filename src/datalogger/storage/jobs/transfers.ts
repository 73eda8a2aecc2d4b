import { listedTransfers, type Transfer } from '../../../contract/sharing';
import type { Database } from '../database/database';

/** The newest transfers, as many as are listed. */
export interface Transfers {
  add(transfer: Omit<Transfer, 'id'>): void;
  /** Newest first. */
  all(): Transfer[];
}

export const transferTable = `
  CREATE TABLE transfer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    t INTEGER NOT NULL,
    file TEXT NOT NULL,
    byte INTEGER NOT NULL,
    tentativo INTEGER NOT NULL,
    esito TEXT NOT NULL,
    motivo TEXT
  ) STRICT;
`;

export function createTransfers(db: Database): Transfers {
  const insert = db.prepare<[Omit<Transfer, 'id'>]>(`
    INSERT INTO transfer (t, file, byte, tentativo, esito, motivo)
    VALUES (@t, @file, @byte, @tentativo, @esito, @motivo)`);
  const trim = db.prepare('DELETE FROM transfer WHERE id <= ?');
  const all = db.prepare<[], Transfer>(
    'SELECT id, t, file, byte, tentativo, esito, motivo FROM transfer ORDER BY id DESC',
  );
  return {
    add: transfer => void trim.run(Number(insert.run(transfer).lastInsertRowid) - listedTransfers),
    all: () => all.all(),
  };
}
