import type { AlarmGroup, Priority } from '../../../contract/alarms';
import type { Change, Occurrence, Step, TrueSpan } from '../../alarms/model';
import { type Database, openDatabase } from '../database/database';
import { placeOfPast, reserveIds } from './adopt';
import { type Consequences, consequencesOf, waitingConsequencesOf } from './incidents';
import {
  type AlarmFilter,
  type Cell,
  countIncidents,
  countOpen,
  countOver,
  type Listed,
  listOccurrences,
  type PageMark,
  type Rows,
} from './list';
import {
  type AlarmSum,
  type AlarmTime,
  type Announced,
  alarmSums,
  alarmTimes,
  announcedIn,
  ownTimes,
  type Present,
  presentAt,
  type Span,
  type Standing,
  standingIn,
  waitsIn,
} from './period';
import { createWriter, type OccurrenceRow, occurrenceOf, ranks, type StepRow, stepOf } from './rows';
import { type AlarmRules, createAlarmRules } from './rules';
import { migrations } from './schema';
import { shiftStamps } from './shift';
import { lastSpans, spansOf } from './spans';
import { beginsSince, type Frequent, frequentSince } from './trend';

/** How much of the history is kept; what is not over is never given up. */
export interface AlarmRetention {
  readonly seconds: number;
  readonly occurrences: number;
}

const defaultAlarmRetention: AlarmRetention = {
  seconds: 5 * 366 * 86_400,
  occurrences: 100_000,
};
interface SplitAlarms {
  readonly alarms: number;
  readonly spans: number;
  readonly since: number;
}

/** Maximum number of rows deleted at once, so that a cycle never waits long. */
const trimmedAtOnce = 500;
const earlierShown = 20;

/** Occurrences with their steps, and what was changed of the rules. */
export class AlarmStore {
  readonly rules: AlarmRules;
  readonly #db: Database;
  readonly #write: (changes: readonly Change[]) => void;
  /** Counts of the history by filter, until something else is over. */
  readonly #overCounts = new Map<string, Cell[]>();
  #revision = 0;

  constructor(db: Database) {
    this.#db = db;
    this.rules = createAlarmRules(db);
    this.#write = createWriter(db);
  }

  /** Counts up with every change: what was read at the same revision is still true. */
  get revision(): number {
    return this.#revision;
  }

  /** The greatest id that was ever given. */
  lastId(): number {
    const select = this.#db.prepare<[], { seq: number }>(
      "SELECT seq FROM sqlite_sequence WHERE name = 'occurrence'",
    );
    return select.get()?.seq ?? 0;
  }

  /** Writes all of the changes or none, durably. */
  write(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#drop();
    this.#write(changes);
    this.#changed(changes);
  }

  /** How many alarms of an older archive were divided into the times in which they were true, and since when (epoch seconds); answered once. */
  takeSplit(): SplitAlarms | null {
    const select = this.#db.prepare<[], SplitAlarms>(
      'SELECT alarms, spans, from_t AS since FROM split_alarms',
    );
    const split = select.get() ?? null;
    if (split) this.#db.exec('DELETE FROM split_alarms');
    return split;
  }

  /** Keeps the first ids free for `adoptPast`, where there has never been an alarm. */
  reserveIds(): void {
    if (this.lastId() === 0) reserveIds(this.#db);
  }

  /** Takes over the alarms of the whole past of a simulated plant, which ended at `endS`; see adopt.ts. */
  adoptPast(past: readonly Change[], endS: number): void {
    this.#drop();
    this.#db.transaction(() => this.#write(placeOfPast(this.#db, past, endS)))();
    this.#overCounts.clear();
    this.#revision++;
  }

  /**
   * Answers from now on as if the changes had been written, although the disk does not take them: all this waits in an open
   * transaction, until the next `write` begins with dropping it. A process that ends has lost it.
   */
  show(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    // What waits must not be written in parts when it outgrows the cache: that is what the disk refuses.
    this.#db.pragma('cache_spill = OFF');
    if (!this.#db.inTransaction) {
      // Nor must what a step of the transaction would be taken back with.
      this.#db.pragma('temp_store = MEMORY');
      this.#db.exec('BEGIN IMMEDIATE');
    }
    this.#write(changes);
    this.#changed(changes);
  }

  #drop(): void {
    if (!this.#db.inTransaction) return;
    this.#db.exec('ROLLBACK');
    this.#db.pragma('cache_spill = ON');
    this.#overCounts.clear();
    this.#revision++;
  }

  #changed(changes: readonly Change[]): void {
    this.#revision++;
    if (changes.some(({ occurrence }) => occurrence.state === 'chiuso')) this.#overCounts.clear();
  }

  /** Everything that is not over, oldest first. */
  open(): Occurrence[] {
    const sql = `SELECT * FROM occurrence INDEXED BY not_over WHERE rank < ${ranks.closed} ORDER BY id`;
    const spanOf = lastSpans(this.#db);
    return this.#db
      .prepare<[], OccurrenceRow>(sql)
      .all()
      .map(row => occurrenceOf(row, spanOf(row)));
  }

  find(id: number): Occurrence | null {
    const row = this.#db.prepare<[number], OccurrenceRow>('SELECT * FROM occurrence WHERE id = ?').get(id);
    return row ? occurrenceOf(row, lastSpans(this.#db)(row)) : null;
  }

  /** The times in which its condition was true, oldest first. */
  spansOf(id: number): TrueSpan[] {
    return spansOf(this.#db, id);
  }

  /** The steps of an occurrence, oldest first. */
  story(id: number): Step[] {
    const sql = 'SELECT t, from_state, to_state, by, note, value FROM step WHERE occurrence = ? ORDER BY id';
    return this.#db.prepare<[number], StepRow>(sql).all(id).map(stepOf);
  }

  /** Earlier occurrences of the same alarm on the same device, newest first. */
  earlier({ id, code, subject: { group, device, report } }: Occurrence): Occurrence[] {
    const sql = `SELECT * FROM occurrence WHERE code = ? AND grp = ? AND device IS ? AND report IS ? AND id < ?
      ORDER BY id DESC LIMIT ${earlierShown}`;
    const select = this.#db.prepare<(string | number | null)[], OccurrenceRow>(sql);
    const spanOf = lastSpans(this.#db);
    return select.all(code, group, device, report ?? null, id).map(row => occurrenceOf(row, spanOf(row)));
  }

  list(filter: AlarmFilter, after: PageMark | null, limit: number, rows: Rows = 'all'): Listed {
    return listOccurrences(this.#db, filter, { after, limit, rows });
  }

  /** How many rows a list of what is not over has, with one for each incident. */
  incidents(filter: AlarmFilter): number {
    return countIncidents(this.#db, filter);
  }

  /** What each of these hides, in groups that somebody may see; only what is not over. */
  consequences(ids: readonly number[], groups: readonly AlarmGroup[]): ReadonlyMap<number, Consequences> {
    return consequencesOf(this.#db, ids, groups);
  }

  /** The occurrences that these hide, and that were announced before and wait to be acknowledged, oldest first. */
  waitingConsequences(ids: readonly number[], groups: readonly AlarmGroup[]): number[] {
    return waitingConsequencesOf(this.#db, ids, groups);
  }

  /** How many there are in every view and of every priority, with the other conditions of `filter`. */
  counts({ view: _, priorities: __, ...filter }: AlarmFilter): readonly Cell[] {
    const conditions = { ...filter, priorities: [] };
    const key = JSON.stringify(filter);
    const over = this.#overCounts.get(key) ?? countOver(this.#db, conditions);
    if (this.#overCounts.size >= 100) this.#overCounts.clear();
    this.#overCounts.set(key, over);
    return [...over, ...countOpen(this.#db, conditions)];
  }

  /** Begin and priority of every alarm of these groups since `from`, oldest first; events are not alarms. */
  begins(groups: readonly AlarmGroup[], from: number): [begin: number, priority: Priority][] {
    return beginsSince(this.#db, groups, from);
  }

  /** What came most often since `from`, the most frequent first. */
  frequent(groups: readonly AlarmGroup[], from: number): Frequent[] {
    return frequentSince(this.#db, groups, from);
  }

  /** What was there in a time, by code. */
  sums(span: Span): AlarmSum[] {
    return alarmSums(this.#db, span);
  }

  /** The alarms of some groups that were there at `t`, the gravest first. */
  presentAt(groups: readonly AlarmGroup[], t: number): Present[] {
    return presentAt(this.#db, groups, t);
  }

  /** The alarms that were there in a time and that nothing hid. */
  standing(span: Span): Standing[] {
    return standingIn(this.#db, span);
  }

  /** The alarms that began in a time and were announced, oldest first. */
  announced(span: Span): Announced[] {
    return announcedIn(this.#db, span);
  }

  /** Seconds until each announced alarm was acknowledged, of those that were acknowledged in a time. */
  waits(span: Span): number[] {
    return waitsIn(this.#db, span);
  }

  /** The times of alarms of some codes in a time, oldest first. */
  times(codes: readonly string[], span: Span): AlarmTime[] {
    return alarmTimes(this.#db, codes, span);
  }

  /** The same, with those that other alarms hid. */
  ownTimes(codes: readonly string[], span: Span): AlarmTime[] {
    return ownTimes(this.#db, codes, span);
  }

  /** Gives up the oldest of what is over, as far as retention asks; a part of it at a time. */
  trim(now: number, { seconds, occurrences }: AlarmRetention = defaultAlarmRetention): void {
    const oldest = `SELECT id FROM occurrence INDEXED BY history WHERE rank = ${ranks.closed} AND begin_t < ?
      ORDER BY begin_t, id LIMIT ?`;
    const remove = this.#db.prepare<[number, number]>(`DELETE FROM occurrence WHERE id IN (${oldest})`);
    const tooOld = remove.run(now - seconds, trimmedAtOnce).changes;
    const surplus = Math.min(this.size() - occurrences, trimmedAtOnce);
    const tooMany = surplus > 0 ? remove.run(Number.MAX_SAFE_INTEGER, surplus).changes : 0;
    if (tooOld + tooMany === 0) return;
    this.#overCounts.clear();
    this.#revision++;
  }

  /** Moves the stamps in [from, to] of everything that is not over, and its spans and steps with it. */
  shift(seconds: number, from: number, to: number): void {
    shiftStamps(this.#db, { seconds, from, to });
    this.#revision++;
  }

  /** Deletes what began after `t`: a simulated plant may start again at an earlier time. */
  forgetAfter(t: number): void {
    this.#db.prepare('DELETE FROM occurrence WHERE begin_t > ?').run(t);
    this.#db.prepare('DELETE FROM span WHERE from_t > ?').run(t);
    this.#overCounts.clear();
    this.#revision++;
  }

  close(): void {
    this.#db.close();
  }

  /** How many occurrences there are. */
  size(): number {
    const sql = `SELECT (SELECT total(n) FROM tally)
      + (SELECT count(*) FROM occurrence INDEXED BY not_over WHERE rank < ${ranks.closed}) AS n`;
    return this.#db.prepare<[], { n: number }>(sql).get()?.n ?? 0;
  }
}

/** Opens or creates the alarms' database: what was written survives a power cut. Throws as `openDatabase`. */
export function openAlarms(path: string): AlarmStore {
  return new AlarmStore(openDatabase(path, { durable: true, migrations }));
}
