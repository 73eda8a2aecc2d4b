import type { Alarm } from './alarm-rows';
import { type AlarmQuery, readPage } from './alarms';
import { call } from './transport';

/** More than these are not read into one file: a history goes back for years. */
export const mostExported = 10_000;

/** All alarms of a list, page after page. Rejects with an ApiError as soon as a page cannot be had. */
export async function readWholeList(
  query: AlarmQuery,
  onProgress: (count: number, total: number) => void,
): Promise<readonly Alarm[]> {
  const alarms: Alarm[] = [];
  let cursor: string | null = null;
  do {
    const input: AlarmQuery = cursor === null ? query : { ...query, cursor };
    const page = readPage((await call('GET allarmi', { query: input })).value);
    alarms.push(...page.alarms);
    cursor = page.cursor;
    onProgress(alarms.length, Math.min(page.total, mostExported));
  } while (cursor !== null && alarms.length < mostExported);
  return alarms;
}
