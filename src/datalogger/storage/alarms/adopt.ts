import type { Change, Occurrence } from '../../alarms/model';
import type { Database } from '../database/database';
import { type OccurrenceRow, occurrenceOf, ranks } from './rows';
import { lastSpans } from './spans';

/**
 * Ids below this one are kept free for the alarms of a past that is written later, because a later alarm has a greater id.
 * The largest simulated plant has some thousands of them in 13 months.
 */
export const firstLiveId = 100_001;

export function reserveIds(db: Database): void {
  db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('occurrence', ?)").run(firstLiveId - 1);
}

const isSame = (one: Occurrence, other: Occurrence) =>
  one.code === other.code &&
  one.subject.group === other.subject.group &&
  one.subject.device === other.subject.device &&
  one.subject.report === other.subject.report;

/** Both were there at the same time: the one is the other, judged with more or less of what came before. */
const doOverlap = (one: Occurrence, other: Occurrence) =>
  one.begin <= (other.end ?? Number.POSITIVE_INFINITY) &&
  other.begin <= (one.end ?? Number.POSITIVE_INFINITY);

/**
 * The alarms of the whole past take the place of those that were judged from its last days. What somebody still has to acknowledge
 * keeps its number; what was open when the past ended is left out. Returns the changes to write, after it has deleted what they replace.
 */
export function placeOfPast(db: Database, past: readonly Change[], endS: number): readonly Change[] {
  const isThere = db.prepare('SELECT 1 FROM occurrence WHERE id < ? LIMIT 1').get(firstLiveId) !== undefined;
  const reserved = db
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'occurrence'")
    .pluck();
  if (isThere || (reserved.get() ?? 0) < firstLiveId - 1) return [];
  const spanOf = lastSpans(db);
  const judged = db
    .prepare<[number, number], OccurrenceRow>('SELECT * FROM occurrence WHERE id >= ? AND begin_t < ?')
    .all(firstLiveId, endS)
    .map(row => ({ occurrence: occurrenceOf(row, spanOf(row)), isOver: row.rank === ranks.closed }));
  const remove = db.prepare<[number]>('DELETE FROM occurrence WHERE id = ?');
  return past.filter(({ occurrence }) => {
    if (occurrence.state !== 'chiuso') return false;
    const same = judged.filter(
      each => isSame(each.occurrence, occurrence) && doOverlap(each.occurrence, occurrence),
    );
    if (same.some(({ isOver }) => !isOver)) return false;
    for (const { occurrence: replaced } of same) remove.run(replaced.id);
    return true;
  });
}
