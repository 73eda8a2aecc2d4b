import { alarmGroups } from '../../../contract/alarm-codes';
import { type AlarmGroup, Priority } from '../../../contract/alarms';
import type { Occurrence } from '../../alarms/model';
import type { Database } from '../database/database';
import { type OccurrenceRow, occurrenceOf, ranks } from './rows';
import { lastSpans } from './spans';

/** What a list shows: `aside` is what was shelved, suppressed or taken out of service. */
export const views = ['current', 'unacknowledged', 'aside', 'history'] as const;
export type View = (typeof views)[number];

export interface AlarmFilter {
  readonly view: View;
  /** Begin of the occurrence, epoch seconds, both included; null for no limit. */
  readonly from: number | null;
  readonly to: number | null;
  readonly priorities: readonly Priority[];
  readonly groups: readonly AlarmGroup[];
  readonly device: number | null;
  /** Each of them occurs in device name or code; small letters. */
  readonly words: readonly string[];
  /** Id of the occurrence that hides them; null for any. */
  readonly cause: number | null;
}

/** The place of a row in the order of its view; what comes later has a greater one, whatever arrives meanwhile. */
export type PageMark = readonly number[];

export interface Listed {
  readonly occurrences: readonly Occurrence[];
  /** Where the next page begins; null on the last. */
  readonly next: PageMark | null;
}

/** How many of a rank, a priority and a group there are. */
export interface Cell {
  readonly rank: number;
  readonly priority: Priority;
  readonly grp: AlarmGroup;
  readonly n: number;
}

const inView: Record<View, (rank: number) => boolean> = {
  current: rank => rank !== ranks.closed,
  unacknowledged: rank => rank === ranks.unacknowledged,
  aside: rank => rank === ranks.aside,
  history: () => true,
};

/** The few that are not over have an index of their own; left to itself, SQLite would go through the whole history. */
const notOver = `occurrence INDEXED BY not_over WHERE rank < ${ranks.closed}`;
const sources: Record<View, string> = {
  current: notOver,
  unacknowledged: `${notOver} AND rank = ${ranks.unacknowledged}`,
  aside: `${notOver} AND rank = ${ranks.aside}`,
  history: 'occurrence WHERE TRUE',
};

interface Order {
  readonly sql: string;
  readonly after: string;
  readonly markOf: (row: OccurrenceRow) => PageMark;
  /** No row after a place begins later. */
  readonly latestAfter: (place: PageMark) => number;
  /** Before every row. */
  readonly first: PageMark;
}
const urgentFirst: Order = {
  sql: 'rank, priority, begin_t DESC, id DESC',
  after: '(rank, priority, -begin_t, -id) > (@place0, @place1, -@place2, -@place3)',
  markOf: ({ rank, priority, begin_t, id }) => [rank, priority, begin_t, id],
  latestAfter: () => Number.MAX_SAFE_INTEGER,
  first: [-1, 0, 0, 0],
};
const newestFirst: Order = {
  sql: 'begin_t DESC, id DESC',
  after: '(begin_t, id) < (@place0, @place1)',
  markOf: ({ begin_t, id }) => [begin_t, id],
  latestAfter: ([begin_t = Number.MAX_SAFE_INTEGER]) => begin_t,
  first: [Number.MAX_SAFE_INTEGER, 0],
};
const orderOf = (view: View) => (view === 'history' ? newestFirst : urgentFirst);

/** Numbers in a place of this view. */
export const markLength = (view: View) => orderOf(view).first.length;

type Conditions = Omit<AlarmFilter, 'view'>;

function conditionsOf({ from, to, priorities, groups, device, words, cause }: Conditions) {
  const sql = [
    'begin_t BETWEEN @from AND @to',
    'priority IN (SELECT value FROM json_each(@priorities))',
    'grp IN (SELECT value FROM json_each(@groups))',
    ...(device === null ? [] : ['device = @device']),
    ...words.map((_, index) => `instr(search, @word${index}) > 0`),
    ...(cause === null ? [] : ['cause = @cause']),
  ];
  const values = {
    from: from ?? 0,
    to: to ?? Number.MAX_SAFE_INTEGER,
    priorities: JSON.stringify(priorities),
    groups: JSON.stringify(groups),
    device,
    cause,
    ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
  };
  return { sql: sql.join(' AND '), values };
}

/** Which rows a list has: every occurrence, or one for each incident, with those left out whose cause the filter finds as well. */
export type Rows = 'all' | 'incidents';

/** The condition that an occurrence has a row of its own; the list is of what is not over, so that there are few causes. */
function ownRow(rows: Rows, view: View, conditions: string): string {
  if (rows === 'all') return '';
  return `AND (cause IS NULL OR cause NOT IN (SELECT id FROM ${sources[view]} AND ${conditions}))`;
}

/** At most `limit` rows after a place, in the order of the view. */
export function listOccurrences(
  db: Database,
  filter: AlarmFilter,
  {
    after,
    limit,
    rows: kind,
  }: { readonly after: PageMark | null; readonly limit: number; readonly rows: Rows },
): Listed {
  const order = orderOf(filter.view);
  const from = after ?? order.first;
  const { sql, values } = conditionsOf(filter);
  const place = Object.fromEntries(from.map((value, index) => [`place${index}`, value]));
  // Said twice, so that SQLite starts at the place and not at the newest row.
  const to = Math.min(values.to, order.latestAfter(from));
  const rows = db
    .prepare<[object], OccurrenceRow>(
      `SELECT * FROM ${sources[filter.view]} AND ${sql} ${ownRow(kind, filter.view, sql)} AND ${order.after}
       ORDER BY ${order.sql} LIMIT @limit`,
    )
    .all({ ...values, to, ...place, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const spanOf = lastSpans(db);
  return {
    occurrences: shown.map(row => occurrenceOf(row, spanOf(row))),
    next: last ? order.markOf(last) : null,
  };
}

/** How many rows a list of incidents has. */
export function countIncidents(db: Database, filter: AlarmFilter): number {
  const { sql, values } = conditionsOf(filter);
  const counted = `SELECT count(*) AS n FROM ${sources[filter.view]} AND ${sql} ${ownRow('incidents', filter.view, sql)}`;
  return db.prepare<[object], { n: number }>(counted).get(values)?.n ?? 0;
}

/** Counts of what is not over, whatever its priority. */
export function countOpen(db: Database, filter: Conditions): Cell[] {
  return countIn(db, notOver, filter);
}

type Condition = 'from' | 'to' | 'device' | 'cause' | 'words';

const isLimited = ({ from, to, device, cause, words }: Pick<AlarmFilter, Condition>) =>
  [from, to, device, cause].some(limit => limit !== null) || words.length > 0;

/** Whether the whole history may have to be looked at for a page and its counts. */
export const isNarrow = (filter: AlarmFilter) =>
  isLimited(filter) ||
  (filter.view === 'history' &&
    (filter.priorities.length < Priority.options.length || filter.groups.length < alarmGroups.length));

/** Counts of closed alarms. Without a condition except the groups they are cached. */
export function countOver(db: Database, filter: Conditions): Cell[] {
  const { groups } = filter;
  if (isLimited(filter))
    return countIn(db, `occurrence INDEXED BY history WHERE rank = ${ranks.closed}`, filter);
  return db
    .prepare<[string], Cell>(
      `SELECT ${ranks.closed} AS rank, priority, grp, n FROM tally
       WHERE n > 0 AND grp IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(groups));
}

function countIn(db: Database, source: string, filter: Conditions): Cell[] {
  const { sql, values } = conditionsOf({ ...filter, priorities: Priority.options });
  return db
    .prepare<[object], Cell>(
      `SELECT rank, priority, grp, count(*) AS n FROM ${source} AND ${sql} GROUP BY rank, priority, grp`,
    )
    .all(values);
}

/** The sum of the cells that a view, priorities and groups choose. */
export function sumOf(
  cells: readonly Cell[],
  { view, priorities, groups }: Pick<AlarmFilter, 'view' | 'priorities' | 'groups'>,
): number {
  const chosen = cells.filter(
    ({ rank, priority, grp }) => inView[view](rank) && priorities.includes(priority) && groups.includes(grp),
  );
  return chosen.reduce((sum, { n }) => sum + n, 0);
}
