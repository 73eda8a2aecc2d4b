import type { Statement } from 'better-sqlite3';
import type { Database } from '../database/database';
import { fineGroups, type KeptGroup, keptGroups, type Tier, tiers } from './kept';

/** A row of the archive: all devices of a group in one slot. */
export interface Row {
  readonly t: number;
  readonly layout: number;
  readonly data: Buffer;
}

export const tableName = (tier: Tier, group: KeptGroup) => `${group}_${tier}`;

export const slotTable = (name: string) =>
  `CREATE TABLE ${name} (t INTEGER PRIMARY KEY, layout INTEGER NOT NULL, data BLOB NOT NULL);`;

export const standTable =
  'stand (counter TEXT PRIMARY KEY, t INTEGER NOT NULL, value INTEGER NOT NULL) WITHOUT ROWID';

const everyName = [
  ...keptGroups.flatMap(group => tiers.map(tier => tableName(tier, group))),
  ...fineGroups.map(group => tableName('fine', group)),
];

/**
 * Opens a second database in memory with the same tables. Rows that wait for the disk stand there: each page of flash is written once
 * for several minutes, and every reader sees the rows at once.
 */
export function attachWaiting(db: Database): void {
  db.exec(`ATTACH ':memory:' AS waiting; CREATE TABLE waiting.${standTable};`);
  for (const name of everyName) db.exec(slotTable(`waiting.${name}`));
}

/** Statements that move the waiting rows to the disk, and forget them. */
export function prepareSettle(db: Database): () => void {
  const columns = { stand: 'counter, t, value' } as const;
  const moves = ['stand' as const, ...everyName].map(name => ({
    isAny: db.prepare(`SELECT 1 FROM waiting.${name} LIMIT 1`),
    copy: db.prepare(
      `INSERT OR REPLACE INTO main.${name} SELECT ${name === 'stand' ? columns.stand : 't, layout, data'} FROM waiting.${name}`,
    ),
    clear: db.prepare(`DELETE FROM waiting.${name}`),
  }));
  return () => {
    for (const { isAny, copy, clear } of moves) {
      if (isAny.get() === undefined) continue;
      copy.run();
      clear.run();
    }
  };
}

/** Rows that wait for the disk, by table. */
export type WaitingRows = Readonly<Record<string, readonly Row[]>>;

export function waitingRows(db: Database): WaitingRows {
  const read = (name: string) => db.prepare<[], Row>(`SELECT t, layout, data FROM waiting.${name}`).all();
  const all = everyName.map(name => [name, read(name)] as const);
  return Object.fromEntries(all.filter(([, rows]) => rows.length > 0));
}

/** Lets rows of another connection wait here, in place of those before, except for what has come to the disk since. */
export function takeWaitingRows(db: Database, waiting: WaitingRows): void {
  for (const name of everyName) {
    db.exec(`DELETE FROM waiting.${name}`);
    const insert = db.prepare<[number, number, Uint8Array, number]>(
      `INSERT INTO waiting.${name} SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM main.${name} WHERE t = ?)`,
    );
    for (const { t, layout, data } of waiting[name] ?? []) insert.run(t, layout, data, t);
  }
}

/** Forgets rows that wait for longer than `seconds`, as a disk that takes nothing for days must not fill the memory. */
export function dropWaiting(db: Database, seconds: number): void {
  for (const name of everyName)
    db.exec(`DELETE FROM waiting.${name} WHERE t < (SELECT max(t) FROM waiting.${name}) - ${seconds}`);
}

export interface SlotTable {
  readonly select: Statement<[{ from: number; to: number }], Row>;
  readonly before: Statement<[{ t: number }], Row>;
  readonly since: Statement<[{ t: number }], Row>;
  readonly newest: Statement<[], { t: number | null }>;
  readonly nth: Statement<[number], { t: number }>;
  readonly isOnDisk: Statement<[number], unknown>;
  readonly put: Statement<[number, number, Buffer]>;
  readonly wait: Statement<[number, number, Buffer]>;
  readonly remove: Statement<[number, number]>;
  readonly removeWaiting: Statement<[number, number]>;
}

/** The statements of one table. A slot is on the disk or waits, never both; readers see both. */
export function prepareTable(db: Database, name: string): SlotTable {
  const both = (from: string) => `SELECT ${from.replace('?', `main.${name}`)}
    UNION ALL SELECT ${from.replace('?', `waiting.${name}`)}`;
  const nearest = (condition: string) => {
    const one = (database: string) =>
      `SELECT * FROM (SELECT t, layout, data FROM ${database}.${name} ${condition} LIMIT 1)`;
    return `${one('main')} UNION ALL ${one('waiting')}`;
  };
  const put = (database: string) =>
    db.prepare<[number, number, Buffer]>(
      `INSERT OR REPLACE INTO ${database}.${name} (t, layout, data) VALUES (?, ?, ?)`,
    );
  const remove = (database: string) =>
    db.prepare<[number, number]>(`DELETE FROM ${database}.${name} WHERE t >= ? AND t < ?`);
  return {
    select: db.prepare<[{ from: number; to: number }], Row>(
      `${both('t, layout, data FROM ? WHERE t >= @from AND t < @to')} ORDER BY t`,
    ),
    before: db.prepare<[{ t: number }], Row>(
      `${nearest('WHERE t < @t ORDER BY t DESC')} ORDER BY t DESC LIMIT 1`,
    ),
    since: db.prepare<[{ t: number }], Row>(`${nearest('WHERE t >= @t ORDER BY t')} ORDER BY t LIMIT 1`),
    newest: db.prepare<[], { t: number | null }>(`SELECT max(t) AS t FROM (${both('max(t) AS t FROM ?')})`),
    nth: db.prepare<[number], { t: number }>(`${both('t FROM ?')} ORDER BY t DESC LIMIT 1 OFFSET ?`),
    isOnDisk: db.prepare<[number], unknown>(`SELECT 1 FROM main.${name} WHERE t = ?`),
    put: put('main'),
    wait: put('waiting'),
    remove: remove('main'),
    removeWaiting: remove('waiting'),
  };
}
