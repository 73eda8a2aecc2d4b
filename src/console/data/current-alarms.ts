import { useEffect, useRef } from 'react';
import { useAlarmCounts } from './alarm-counts';
import type { Alarm, AlarmGroup } from './alarm-rows';
import { type AlarmPage, type AlarmQuery, byIncident, readPage } from './alarms';
import { refresh } from './poll';
import { readArray } from './read';
import { type Resource, resource, type Snapshot } from './resource';
import { type Answer, call, type Options } from './transport';
import { useResource } from './use-resource';

/** The current alarms are read again whenever the counts change, and at least this often. */
const currentEveryMs = 300_000;
/** Pages of 100 alarms each. */
const pagesAtMost = 20;

/** The first page of the current alarms of some groups, independent of the filter of a list. */
export const currentAlarmsOf = (query: Pick<AlarmQuery, 'tipo'>): Resource<AlarmPage> =>
  resource('GET allarmi', { query }, readPage, { everyMs: currentEveryMs });

/** The first page of all current alarms, one row for each incident. */
export const currentIncidents = byIncident({}, readPage, { everyMs: currentEveryMs });

/** All current alarms of a group, page by page. The first page gives their number, and so shows whether anything changed. */
export function everyCurrentAlarmOf(tipo: AlarmGroup): Resource<readonly Alarm[]> {
  const first = currentAlarmsOf({ tipo });
  const ask = async (options: Options): Promise<Answer> => {
    const answer = await first.ask(options);
    if (answer.isNotModified) return answer;
    const { ifNoneMatch: _, ...rest } = options;
    const answers = [answer];
    const cursors = new Set<string>();
    let { cursor } = readPage(answer.value);
    // A repeated cursor would cause an endless loop.
    while (cursor !== null && !cursors.has(cursor) && answers.length < pagesAtMost) {
      cursors.add(cursor);
      const next = await call('GET allarmi', { query: { tipo, cursor }, ...rest });
      answers.push(next);
      cursor = readPage(next.value).cursor;
    }
    const text = answers.map(each => each.text).join('\n');
    return { ...answer, text, value: answers.map(({ value }) => value) };
  };
  const read = (raw: unknown) => readArray(raw, 'pages of alarms').flatMap(page => readPage(page).alarms);
  return { ...first, id: `${first.id} and all after`, ask, read };
}

export const useCurrentIncidents = (): Snapshot<AlarmPage> => useCurrent(currentIncidents);

/** Alarms that are read again whenever the counts change. */
export function useCurrent<T>(asked: Resource<T>): Snapshot<T> {
  const { counts } = useAlarmCounts();
  // An answer that was read whole again differs by its time, and so is a new object.
  const content = counts && JSON.stringify([counts.priorities, [...counts.marks], counts.latest]);
  const known = useRef(content);
  useEffect(() => {
    if (known.current && known.current !== content) refresh(asked);
    known.current = content;
  }, [content, asked]);
  return useResource(asked);
}
