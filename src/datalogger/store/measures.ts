import type { Statement } from 'better-sqlite3';
import { copyDatabase } from './backups';
import { type Database, openDatabase } from './database';
import { encode } from './measures-codec';
import type { Frame } from './measures-frame';
import { fieldsOf, fineGroups, type KeptGroup, keptGroups, type Tier, tiers } from './measures-kept';
import { Layouts, layoutTable } from './measures-layout';

/**
 * One table a group and tier, one row a slot: all devices of the group packed together, keyed by the start of the slot.
 * Rowid tables, because the rows of a large plant are longer than a WITHOUT ROWID page holds without overflow.
 * Measured (`npm run bench`): `medium` 650 bytes a quarter-hour for all groups, ten years with the minutes that are kept 350 MiB, and
 * no more than 362 afterwards; a year of day bars of all inverters of `xl` is read in 10 ms. A number takes 1.6 bytes.
 */
const slotTables = (groups: readonly string[], ofTiers: readonly Tier[] = tiers) =>
  groups
    .flatMap(group => ofTiers.map(tier => `${group}_${tier}`))
    .map(name => `CREATE TABLE ${name} (t INTEGER PRIMARY KEY, layout INTEGER NOT NULL, data BLOB NOT NULL);`)
    .join('\n');

const migrations = [
  `${layoutTable};
   CREATE TABLE note (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
   ${slotTables(['impianto', 'inverter', 'contatori', 'sensori', 'stringhe'])}`,
  slotTables(['tracker']),
  'CREATE TABLE stand (counter TEXT PRIMARY KEY, t INTEGER NOT NULL, value INTEGER NOT NULL) WITHOUT ROWID;',
  `CREATE TABLE clock_step (
     id INTEGER PRIMARY KEY, said INTEGER NOT NULL, says INTEGER NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0);`,
  'CREATE TABLE days_zone (id INTEGER PRIMARY KEY CHECK (id = 1), zone TEXT NOT NULL);',
  slotTables(['cci', 'spi', 'di']) + slotTables(fineGroups, ['fine']),
];

interface Row {
  readonly t: number;
  readonly layout: number;
  readonly data: Buffer;
}

function prepareTable(db: Database, table: string) {
  return {
    select: db.prepare<[number, number], Row>(
      `SELECT t, layout, data FROM ${table} WHERE t >= ? AND t < ? ORDER BY t`,
    ),
    before: db.prepare<[number], Row>(
      `SELECT t, layout, data FROM ${table} WHERE t < ? ORDER BY t DESC LIMIT 1`,
    ),
    since: db.prepare<[number], Row>(`SELECT t, layout, data FROM ${table} WHERE t >= ? ORDER BY t LIMIT 1`),
    newest: db.prepare<[], { t: number | null }>(`SELECT max(t) AS t FROM ${table}`),
    nth: db.prepare<[number], { t: number }>(`SELECT t FROM ${table} ORDER BY t DESC LIMIT 1 OFFSET ?`),
    replace: db.prepare<[number, number, Buffer]>(
      `INSERT OR REPLACE INTO ${table} (t, layout, data) VALUES (?, ?, ?)`,
    ),
    remove: db.prepare<[number, number]>(`DELETE FROM ${table} WHERE t >= ? AND t < ?`),
  };
}

/** What the archive knows of itself: how often its past was rewritten, and how far the first history is written. */
type Note = 'generation' | 'history' | 'history_complete';

/** The wall clock was set: what it said and what it says since, epoch seconds. */
export interface SetClock {
  readonly said: number;
  readonly says: number;
}
const keptSteps = 1000;

/** The measurement archive. Writes are single statements: batch them with `transaction`. */
export class Measures {
  readonly #db: Database;
  readonly #layouts: Layouts;
  readonly #tables = new Map<string, ReturnType<typeof prepareTable>>();
  readonly #newest = new Map<string, number | null>();
  #shownTo = Number.POSITIVE_INFINITY;
  #putStand: Statement<[string, number, number]> | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#layouts = new Layouts(db);
  }

  #table(tier: Tier, group: KeptGroup) {
    const name = `${group}_${tier}`;
    let table = this.#tables.get(name);
    if (!table) {
      table = prepareTable(this.#db, name);
      this.#tables.set(name, table);
    }
    return table;
  }

  /**
   * Shows no slot that starts at `t` or later, until another `t` is told: a clock that was ahead may have left some in the future.
   * They stay where they are, and new measurements join them when their time has come. The readers of measures-rollup.ts obey.
   */
  showTo(t: number): void {
    this.#shownTo = t;
  }

  /** Epoch seconds; infinite where everything is shown. */
  get shownTo(): number {
    return this.#shownTo;
  }

  /** The slots that start in [from, to), oldest first, shown or not. */
  frames(tier: Tier, group: KeptGroup, from: number, to: number): Frame[] {
    return this.#table(tier, group)
      .select.all(from, to)
      .map(row => this.#frameOf(group, row));
  }

  /** The newest slot that starts before `t`, or null. */
  newestBefore(tier: Tier, group: KeptGroup, t: number): Frame | null {
    const row = this.#table(tier, group).before.get(Math.min(t, this.#shownTo));
    return row ? this.#frameOf(group, row) : null;
  }

  /** The oldest slot that starts at `t` or later, or null. */
  oldestSince(tier: Tier, group: KeptGroup, t: number): Frame | null {
    const row = this.#table(tier, group).since.get(t);
    return row && row.t < this.#shownTo ? this.#frameOf(group, row) : null;
  }

  /** Start of the slot before which there are `count` newer ones, or null when there are fewer. */
  startOfNewest(tier: Tier, group: KeptGroup, count: number): number | null {
    return this.#table(tier, group).nth.get(count - 1)?.t ?? null;
  }

  #frameOf(group: KeptGroup, { t, layout, data }: Row): Frame {
    return { t, ...this.#layouts.unpack(group, layout, data) };
  }

  /** Start of the newest slot that is shown, or null when there is none. */
  newest(tier: Tier, group: KeptGroup): number | null {
    const newest = this.newestKept(tier, group);
    if (newest === null || newest < this.#shownTo) return newest;
    return this.#table(tier, group).before.get(this.#shownTo)?.t ?? null;
  }

  /** Start of the newest slot, shown or not, or null when there is none. */
  newestKept(tier: Tier, group: KeptGroup): number | null {
    const name = `${group}_${tier}`;
    let newest = this.#newest.get(name);
    if (newest === undefined) {
      newest = this.#table(tier, group).newest.get()?.t ?? null;
      this.#newest.set(name, newest);
    }
    return newest;
  }

  /** Start of the oldest slot, shown or not, or null when there is none. */
  oldestKept(tier: Tier, group: KeptGroup): number | null {
    return this.#table(tier, group).since.get(0)?.t ?? null;
  }

  /** Writes a slot; one with the same start is replaced. */
  put(tier: Tier, group: KeptGroup, frame: Frame): void {
    const layout = this.#layouts.idOf(group, frame.ids);
    this.#table(tier, group).replace.run(frame.t, layout, encode(frame.values, fieldsOf(group)));
    this.#newest.delete(`${group}_${tier}`);
  }

  /** Deletes the slots that start in [from, to). */
  remove(tier: Tier, group: KeptGroup, from: number, to: number): void {
    this.#table(tier, group).remove.run(from, to);
    this.#newest.delete(`${group}_${tier}`);
  }

  /** Gives up the oldest day of minutes, of every group; its slots of a quarter-hour stay. */
  dropOldestMinutes(): void {
    this.transaction(() => {
      for (const group of keptGroups) {
        const oldest = this.oldestSince('minute', group, 0);
        if (oldest) this.remove('minute', group, oldest.t, oldest.t + 86_400);
      }
    });
  }

  /** All writes of `work`, or none. */
  transaction(work: () => void): void {
    try {
      this.#db.transaction(work)();
    } catch (error) {
      this.#layouts.forget();
      this.#newest.clear();
      throw error;
    }
  }

  /** Every device of the group that ever had a slot. */
  deviceIds(group: KeptGroup): readonly number[] {
    return this.#layouts.devicesOf(group);
  }

  note(name: Note): number | null {
    const select = this.#db.prepare<[string], { value: number }>('SELECT value FROM note WHERE name = ?');
    return select.get(name)?.value ?? null;
  }

  setNote(name: Note, value: number): void {
    this.#db.prepare('INSERT OR REPLACE INTO note (name, value) VALUES (?, ?)').run(name, value);
  }

  /** The IANA zone of which the days are; null where nobody has said. */
  zone(): string | null {
    return this.#db.prepare<[], { zone: string }>('SELECT zone FROM days_zone').get()?.zone ?? null;
  }

  setZone(zone: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO days_zone (id, zone) VALUES (1, ?)').run(zone);
  }

  /** Where the counters of a lifetime stood when the archive ended: in thousandths, at `t`. */
  stands(): { counter: string; t: number; value: number }[] {
    return this.#db
      .prepare<[], { counter: string; t: number; value: number }>('SELECT counter, t, value FROM stand')
      .all();
  }

  setStand(counter: string, { t, value }: { t: number; value: number }): void {
    this.#putStand ??= this.#db.prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO stand (counter, t, value) VALUES (?, ?, ?)',
    );
    this.#putStand.run(counter, t, value);
  }

  forgetStands(): void {
    this.#db.prepare('DELETE FROM stand').run();
  }

  noteClockStep({ said, says }: SetClock): void {
    const add = this.#db.prepare('INSERT INTO clock_step (said, says) VALUES (?, ?)');
    const { lastInsertRowid } = add.run(said, says);
    this.#db.prepare('DELETE FROM clock_step WHERE id <= ?').run(Number(lastInsertRowid) - keptSteps);
  }

  /** The times that it was set to a time after `t`, and not back from there since; the newest first. */
  stepsAheadOf(t: number): (SetClock & { readonly id: number })[] {
    return this.#db
      .prepare<[number], SetClock & { id: number }>(
        'SELECT id, said, says FROM clock_step WHERE says > ? AND says > said AND NOT is_undone ORDER BY id DESC',
      )
      .all(t);
  }

  /** It was set back from there. */
  undoClockStep(id: number): void {
    this.#db.prepare('UPDATE clock_step SET is_undone = 1 WHERE id = ?').run(id);
  }

  /** Every time the clock was set that begins or ends in [from, to), in order. */
  clockSteps(from: number, to: number): SetClock[] {
    const span = { from, to };
    return this.#db
      .prepare<[typeof span], SetClock>(
        `SELECT said, says FROM clock_step
         WHERE (said >= @from AND said < @to) OR (says >= @from AND says < @to) ORDER BY id`,
      )
      .all(span);
  }

  /** Bytes of its file. */
  get bytes(): number {
    const number = (pragma: string) => Number(this.#db.pragma(pragma, { simple: true }));
    return number('page_count') * number('page_size');
  }

  /** Copies it as it is when the copy ends, while it is written to; see `copyDatabase`. */
  copyTo(path: string, onProgress: (part: number) => void): Promise<void> {
    return copyDatabase(this.#db, path, onProgress);
  }

  close(): void {
    this.#db.close();
  }
}

/** Opens or creates the archive (WAL, synchronous NORMAL: a power cut costs the last batch, never the file). */
export function openMeasures(path: string): Measures {
  return new Measures(openDatabase(path, { durable: false, migrations }));
}
