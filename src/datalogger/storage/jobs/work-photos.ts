import type { photoTypes } from '../../../contract/work-limits';
import type { WorkPhoto } from '../../../contract/work-orders';
import type { Database } from '../database/database';

export type PhotoType = (typeof photoTypes)[number];

export interface StoredPhoto extends WorkPhoto {
  readonly order: number;
  readonly type: PhotoType;
  readonly bytes: Buffer;
}

/** Photos of work orders. Apart from the configuration, whose copies would be larger and rarer with them. */
export interface WorkPhotos {
  of(order: number): WorkPhoto[];
  find(order: number, number: number): StoredPhoto | null;
  /** Newest first. */
  all(): Iterable<StoredPhoto>;
  add(photo: Omit<StoredPhoto, 'numero' | 'byte'>): WorkPhoto;
  remove(order: number, number: number): void;
  removeAllOf(order: number): void;
  /** Bytes of all photos. */
  size(): number;
}

export const photoTable = `
  CREATE TABLE work_photo (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    work INTEGER NOT NULL,
    type TEXT NOT NULL,
    added_s INTEGER NOT NULL,
    author TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX work_photo_of ON work_photo (work);
`;

const facts = 'id AS numero, length(bytes) AS byte, added_s AS aggiunta, author AS autore';

export function createWorkPhotos(db: Database): WorkPhotos {
  const of = db.prepare<[number], WorkPhoto>(`SELECT ${facts} FROM work_photo WHERE work = ? ORDER BY id`);
  const whole = `SELECT ${facts}, work AS "order", type, bytes FROM work_photo`;
  const find = db.prepare<[number, number], StoredPhoto>(`${whole} WHERE work = ? AND id = ?`);
  const all = db.prepare<[], StoredPhoto>(`${whole} ORDER BY id DESC`);
  const insert = db.prepare<[Omit<StoredPhoto, 'numero' | 'byte'>]>(`
    INSERT INTO work_photo (work, type, added_s, author, bytes)
    VALUES (@order, @type, @aggiunta, @autore, @bytes)`);
  const remove = db.prepare<[number, number]>('DELETE FROM work_photo WHERE work = ? AND id = ?');
  const removeAll = db.prepare<[number]>('DELETE FROM work_photo WHERE work = ?');
  const size = db.prepare<[], { n: number | null }>('SELECT sum(length(bytes)) AS n FROM work_photo');
  return {
    of: order => of.all(order),
    find: (order, number) => find.get(order, number) ?? null,
    all: () => all.iterate(),
    add: photo => {
      const numero = Number(insert.run(photo).lastInsertRowid);
      return { numero, byte: photo.bytes.length, aggiunta: photo.aggiunta, autore: photo.autore };
    },
    remove: (order, number) => void remove.run(order, number),
    removeAllOf: order => void removeAll.run(order),
    size: () => size.get()?.n ?? 0,
  };
}
