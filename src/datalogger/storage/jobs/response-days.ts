import * as v from 'valibot';
import { noTimes, type ResponseTimes, together } from '../../plant/response-times';
import type { Database } from '../database/database';

/** How quickly devices answered, day by day. */
export interface ResponseDays {
  /** Adds to the day (`YYYY-MM-DD`) of each device, all at once, and forgets days before `keptFrom`. */
  add(day: string, times: ReadonlyMap<string, ResponseTimes>, keptFrom: string): void;
  /** Newest first. */
  of(device: string): { readonly day: string; readonly times: ResponseTimes }[];
}

export const responseTable = `
  CREATE TABLE response_day (device TEXT, day TEXT, times TEXT NOT NULL, PRIMARY KEY (device, day)) STRICT, WITHOUT ROWID;
`;

const Times = v.object({
  answered: v.number(),
  missed: v.number(),
  least: v.number(),
  most: v.number(),
  classes: v.record(v.string(), v.number()),
});

const read = (text: string): ResponseTimes => {
  const parsed = v.safeParse(Times, JSON.parse(text));
  return parsed.success ? parsed.output : noTimes;
};

/** Whole tenths of a millisecond are enough. */
const written = (times: ResponseTimes) =>
  JSON.stringify(times, (_, value) => (typeof value === 'number' ? Math.round(10 * value) / 10 : value));

export function createResponseDays(db: Database): ResponseDays {
  const select = db.prepare<[string, string], { times: string }>(
    'SELECT times FROM response_day WHERE device = ? AND day = ?',
  );
  const put = db.prepare('INSERT OR REPLACE INTO response_day (device, day, times) VALUES (?, ?, ?)');
  const forget = db.prepare('DELETE FROM response_day WHERE day < ?');
  const all = db.prepare<[string], { day: string; times: string }>(
    'SELECT day, times FROM response_day WHERE device = ? ORDER BY day DESC',
  );
  return {
    add: db.transaction((day: string, times: ReadonlyMap<string, ResponseTimes>, keptFrom: string) => {
      for (const [device, added] of times) {
        const known = select.get(device, day);
        put.run(device, day, written(known ? together(read(known.times), added) : added));
      }
      forget.run(keptFrom);
    }),
    of: device => all.all(device).map(({ day, times }) => ({ day, times: read(times) })),
  };
}
