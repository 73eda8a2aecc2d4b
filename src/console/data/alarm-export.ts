import type { Alarm } from './alarm-rows';
import { type AlarmQuery, readPage } from './alarms';
import { call } from './transport';

/** A file has at most this many alarms, because the history covers years. */
export const mostExported = 10_000;

/** Reads all alarms of a list, page by page. Rejects with an ApiError as soon as one page fails. */
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
