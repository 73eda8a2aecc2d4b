import type { Statement } from 'better-sqlite3';
import { copyDatabase } from '../database/backups';
import { type Database, openDatabase } from '../database/database';
import { adoptSlots } from './adopt';
import { ClockSteps } from './clock-steps';
import { encode } from './codec';
import { Doubts } from './doubts';
import type { Frame } from './frame';
import { fieldsOf, type KeptGroup, keptGroups, type Tier } from './kept';
import { Layouts } from './layout';
import { longestDayS, MendedDays } from './mended-days';
import { migrations } from './schema';
import {
  attachWaiting,
  dropWaiting,
  prepareSettle,
  prepareTable,
  type Row,
  type SlotTable,
  tableName,
  type WaitingRows,
  waitingRows,
} from './slot-table';
import { type Span, Spans, supposed } from './spans';
import { Voltages } from './voltages';

/**
 * What the archive knows of itself: how often its past was rewritten, how far the first history is written, and where it ends while only
 * its last days are written.
 */
type Note = 'generation' | 'history' | 'history_recent' | 'history_complete';

/** What another reader of the same file has to know. */
export interface Unwritten {
  readonly shownTo: number;
  readonly waiting: WaitingRows;
}

/** While the disk takes nothing, rows wait for it this long, s. */
const longestWaitS = 86_400;

/** The measurement archive. Writes are single statements: batch them with `transaction`, or with `gather` where they may wait for the disk. */
export class Measures {
  readonly clockSteps: ClockSteps;
  readonly doubts: Doubts;
  readonly spans: ReturnType<typeof supposed>;
  readonly mendedDays: MendedDays;
  readonly voltages: Voltages;
  readonly #db: Database;
  readonly #layouts: Layouts;
  readonly #tables = new Map<string, SlotTable>();
  readonly #newest = new Map<string, number | null>();
  readonly #settle: () => void;
  #shownTo = Number.POSITIVE_INFINITY;
  #isGathering = false;
  #setWaitingStand: Statement<[string, number, number]> | undefined;

  constructor(db: Database, view?: { readonly shownTo: number; readonly spans: readonly Span[] }) {
    this.#db = db;
    this.#layouts = new Layouts(db);
    this.clockSteps = new ClockSteps(db);
    this.doubts = new Doubts(db);
    this.voltages = new Voltages(db);
    this.mendedDays = new MendedDays(db, this.#layouts, view !== undefined);
    this.spans = view ? supposed(view.spans) : new Spans(db);
    if (view) this.#shownTo = view.shownTo;
    else attachWaiting(db);
    this.#settle = prepareSettle(db);
  }

  /** The same archive, read as if these spans were the invalid ones. It is for reading only. */
  supposing(spans: readonly Span[]): Measures {
    return new Measures(this.#db, { shownTo: this.#shownTo, spans });
  }

  #table(tier: Tier, group: KeptGroup) {
    const name = tableName(tier, group);
    let table = this.#tables.get(name);
    if (!table) {
      table = prepareTable(this.#db, name);
      this.#tables.set(name, table);
    }
    return table;
  }

  /**
   * Shows no slot that starts at `t` or later, until another `t` is set: a clock that was ahead may have left some in the future.
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
      .select.all({ from, to })
      .map(row => this.#frameOf(group, row));
  }

  /** The newest slot that starts before `t`, or null. */
  newestBefore(tier: Tier, group: KeptGroup, t: number): Frame | null {
    const row = this.#table(tier, group).before.get({ t: Math.min(t, this.#shownTo) });
    return row ? this.#frameOf(group, row) : null;
  }

  /** The oldest slot that starts at `t` or later, or null. */
  oldestSince(tier: Tier, group: KeptGroup, t: number): Frame | null {
    const row = this.#table(tier, group).since.get({ t });
    return row && row.t < this.#shownTo ? this.#frameOf(group, row) : null;
  }

  /** Start of the slot before which there are `count` newer ones, or null when there are fewer. */
  startOfNewest(tier: Tier, group: KeptGroup, count: number): number | null {
    return this.#table(tier, group).nth.get(count - 1)?.t ?? null;
  }

  #frameOf(group: KeptGroup, { t, layout, data }: Row): Frame {
    return { t, ...this.#layouts.unpack(group, layout, data) };
  }

  /** Start of the newest slot that is shown, or null if absent. */
  newest(tier: Tier, group: KeptGroup): number | null {
    const newest = this.newestKept(tier, group);
    if (newest === null || newest < this.#shownTo) return newest;
    return this.#table(tier, group).before.get({ t: this.#shownTo })?.t ?? null;
  }

  /** Start of the newest slot, shown or not, or null if absent. */
  newestKept(tier: Tier, group: KeptGroup): number | null {
    const name = tableName(tier, group);
    let newest = this.#newest.get(name);
    if (newest === undefined) {
      newest = this.#table(tier, group).newest.get()?.t ?? null;
      this.#newest.set(name, newest);
    }
    return newest;
  }

  /** Start of the oldest slot from a time on, shown or not, or null if absent. */
  oldestKept(tier: Tier, group: KeptGroup, from = 0): number | null {
    return this.#table(tier, group).since.get({ t: from })?.t ?? null;
  }

  /** Writes a slot; one with the same start is replaced. */
  put(tier: Tier, group: KeptGroup, { t, ids, values }: Frame): void {
    const table = this.#table(tier, group);
    const mayWait = this.#isGathering && table.isOnDisk.get(t) === undefined;
    const layout = this.#layouts.idOf(group, ids);
    (mayWait ? table.wait : table.put).run(t, layout, encode(values, fieldsOf(group)));
    this.#newest.delete(tableName(tier, group));
    if (this.spans.all().some(span => span.to + longestDayS > t)) this.mendedDays.forget(t, t + 1);
  }

  /** Deletes the slots that start in [from, to). */
  remove(tier: Tier, group: KeptGroup, from: number, to: number): void {
    const table = this.#table(tier, group);
    table.remove.run(from, to);
    table.removeWaiting.run(from, to);
    this.#newest.delete(tableName(tier, group));
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

  /** All writes of `work`, or none, and everything that waited before them. */
  transaction(work: () => void): void {
    this.#atomically(() => {
      this.#settle();
      work();
    });
  }

  /**
   * All writes of `work`, or none. New slots and stands wait in memory, where every reader sees them, until `flush` or the next
   * `transaction`; the end of the process or of the power loses them.
   */
  gather(work: () => void): void {
    this.#isGathering = true;
    try {
      this.#atomically(work);
    } finally {
      this.#isGathering = false;
    }
  }

  /** Writes what waits. Throws where the disk refuses: then it waits on, for a day. */
  flush(): void {
    try {
      this.transaction(() => undefined);
    } catch (error) {
      dropWaiting(this.#db, longestWaitS);
      throw error;
    }
  }

  #atomically(work: () => void): void {
    try {
      this.#db.transaction(work)();
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Forgets what it remembers of the file, which is another than it was. */
  forget(): void {
    this.#layouts.forget();
    this.spans.forget();
    this.#newest.clear();
  }

  get unwritten(): Unwritten {
    return { shownTo: this.#shownTo, waiting: waitingRows(this.#db) };
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
      .prepare<[], { counter: string; t: number; value: number }>(
        `SELECT counter, t, value FROM waiting.stand UNION ALL
         SELECT counter, t, value FROM main.stand WHERE counter NOT IN (SELECT counter FROM waiting.stand)
         ORDER BY counter`,
      )
      .all();
  }

  /** Waits as the slots of `gather` do. */
  setStand(counter: string, { t, value }: { t: number; value: number }): void {
    this.#setWaitingStand ??= this.#db.prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO waiting.stand (counter, t, value) VALUES (?, ?, ?)',
    );
    this.#setWaitingStand.run(counter, t, value);
  }

  forgetStands(): void {
    this.#db.exec('DELETE FROM main.stand; DELETE FROM waiting.stand;');
  }

  /** Takes over the slots of the archive at `path` that start before `before`: each step copies a part. */
  adopt(path: string, before: number): Generator<void> {
    return adoptSlots(this.#db, path, before);
  }

  /** Bytes of its file. */
  get bytes(): number {
    const number = (pragma: string) => Number(this.#db.pragma(pragma, { simple: true }));
    return number('page_count') * number('page_size');
  }

  /** Copies it as it is when the copy ends, while it is written to; see `copyDatabase`. */
  copyTo(path: string, onProgress: (part: number) => void): Promise<void> {
    this.flush();
    return copyDatabase(this.#db, path, onProgress);
  }

  close(): void {
    this.#db.close();
  }
}

/** Opens or creates the archive (WAL, synchronous NORMAL: a power cut costs what was gathered last, never the file). */
export function openMeasures(path: string): Measures {
  return new Measures(openDatabase(path, { durable: false, migrations }));
}
