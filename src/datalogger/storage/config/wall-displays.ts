import type { WallDisplay } from '../../../contract/wall';
import type { Database } from '../database/database';

/** Displays on a wall. Of a token only the hash is kept. */
export interface WallDisplays {
  all(): WallDisplay[];
  find(id: number): WallDisplay | null;
  findByToken(tokenHash: string): WallDisplay | null;
  add(display: Omit<WallDisplay, 'id' | 'visto'>, tokenHash: string): number;
  noteSeen(id: number, atS: number): void;
  /** Whether there was one. */
  remove(id: number): boolean;
}

export const wallTable = `
  CREATE TABLE wall_display (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    nome TEXT NOT NULL,
    disposizione TEXT NOT NULL,
    lingua TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    creato INTEGER NOT NULL,
    visto INTEGER
  ) STRICT;
`;

const columns = 'id, nome, disposizione, lingua, creato, visto';

export function createWallDisplays(db: Database): WallDisplays {
  const all = db.prepare<[], WallDisplay>(`SELECT ${columns} FROM wall_display ORDER BY id`);
  const find = db.prepare<[number], WallDisplay>(`SELECT ${columns} FROM wall_display WHERE id = ?`);
  const byToken = db.prepare<[string], WallDisplay>(
    `SELECT ${columns} FROM wall_display WHERE token_hash = ?`,
  );
  const add = db.prepare<[Omit<WallDisplay, 'id' | 'visto'> & { tokenHash: string }]>(`
    INSERT INTO wall_display (nome, disposizione, lingua, token_hash, creato)
    VALUES (@nome, @disposizione, @lingua, @tokenHash, @creato)`);
  const see = db.prepare<[number, number]>('UPDATE wall_display SET visto = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM wall_display WHERE id = ?');
  return {
    all: () => all.all(),
    find: id => find.get(id) ?? null,
    findByToken: tokenHash => byToken.get(tokenHash) ?? null,
    add: (display, tokenHash) => Number(add.run({ ...display, tokenHash }).lastInsertRowid),
    noteSeen: (id, atS) => void see.run(atS, id),
    remove: id => remove.run(id).changes > 0,
  };
}
