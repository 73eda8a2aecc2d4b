import type { QueryInputOf } from '../../contract';
import { isPriority, type Priority } from './alarm-priority';
import { type Alarm, needed, neededTime, readAlarms } from './alarm-rows';
import { ApiError, invalidAnswer } from './api-error';
import { isObject, numberOrNull, readArray, readObject, textIn, textOrNull, timeOrNull } from './read';
import { type Pace, type Resource, resource } from './resource';
import { currentSession, type Session } from './session';
import type { Options } from './transport';

/** How many alarms each choice of a filter would show. */
export type ChoiceCounts = ReadonlyMap<string, number>;

export interface AlarmPage {
  /** Epoch seconds of the plant's clock at the first reading. */
  readonly t: number;
  readonly alarms: readonly Alarm[];
  /** Cursor of the next page; null on the last page. */
  readonly cursor: string | null;
  readonly total: number;
  /** Rows of the list where it has one for each incident; null where it has one for each alarm. */
  readonly incidents: number | null;
  /** For how many minutes at most this user may shelve; null where the datalogger does not say. */
  readonly shelvingMinutes: number | null;
  readonly states: ChoiceCounts;
  readonly priorities: ChoiceCounts;
  readonly groups: ChoiceCounts;
}

export interface Frequent extends Pick<Alarm, 'code' | 'group' | 'device' | 'name' | 'priority'> {
  readonly times: number;
}

/** The last day and the last 30 days. */
export interface AlarmTrend {
  readonly t: number;
  readonly begins: readonly { readonly atS: number; readonly priority: Priority }[];
  readonly frequent: readonly Frequent[];
}

export type AlarmQuery = NonNullable<QueryInputOf<'GET allarmi'>>;

const listEveryMs = 5_000;
const trendEveryMs = 60_000;

/** A page of the filtered list, polled while it is on the screen. */
export function alarmList(query: AlarmQuery): Resource<AlarmPage> {
  return resource('GET allarmi', { query }, readPage, livePace);
}

/** The same with one row for each incident. */
export function incidentList(query: AlarmQuery): Resource<AlarmPage> {
  return byIncident(query, readPage, livePace);
}

/** What an alarm hides because it is its cause, and is not over. */
export const consequencesOf = (id: number, cursor: string | null) =>
  alarmList({ causa: String(id), ...(cursor !== null && { cursor }) });

const livePace = { everyMs: listEveryMs, isLive: true };

/** The newest hundred alarms that began after `fromS` (epoch seconds), ended ones included. */
export function alarmHistory(fromS: number): Resource<AlarmPage> {
  const query = { stato: 'storico', da: String(fromS) } as const;
  return resource('GET allarmi', { query }, readPage, { everyMs: trendEveryMs });
}

export const alarmTrend = resource('GET allarmi/andamento', {}, readTrend, { everyMs: trendEveryMs });

export function readPage(raw: unknown): AlarmPage {
  const page = readObject(raw, 'a page of alarms');
  const alarms = readAlarms(page.righe);
  const counts = isObject(page.conteggi) ? page.conteggi : {};
  return {
    t: neededTime(page, 't'),
    alarms,
    cursor: textOrNull(page.cursor),
    total: numberOrNull(page.totale) ?? alarms.length,
    incidents: numberOrNull(page.incidenti),
    shelvingMinutes: numberOrNull(page.accantonabile),
    states: readChoices(counts.stato),
    priorities: readChoices(counts.priorita),
    groups: readChoices(counts.tipo),
  };
}

function readChoices(raw: unknown): ChoiceCounts {
  const entries = isObject(raw) ? Object.entries(raw) : [];
  return new Map(
    entries.flatMap(([name, raw]) => {
      const count = numberOrNull(raw);
      return count === null ? [] : [[name, count] as const];
    }),
  );
}

function readTrend(raw: unknown): AlarmTrend {
  const trend = readObject(raw, 'the trend of alarms');
  return {
    t: neededTime(trend, 't'),
    begins: readArray(trend.giorno, 'a day').flatMap(pair => {
      const [atS, priority] = readArray(pair, 'a begin');
      const beginS = timeOrNull(atS);
      return beginS !== null && isPriority(priority) ? [{ atS: beginS, priority }] : [];
    }),
    frequent: readArray(trend.frequenti, 'the most frequent').map(readFrequent),
  };
}

function readFrequent(raw: unknown): Frequent {
  const row = readObject(raw, 'a frequent alarm');
  const { priorita: priority } = row;
  if (!isPriority(priority)) throw invalidAnswer('a frequent alarm');
  return {
    code: textIn(row.codice),
    group: textIn(row.gruppo),
    device: numberOrNull(row.dispositivo),
    name: textIn(row.nome),
    priority,
    times: needed(row, 'volte'),
  };
}

/**
 * The session in which an older datalogger has refused to group: until it ends or is renewed, its lists are read as they are, with one row
 * for each alarm. A datalogger that was renewed meanwhile is then asked again.
 */
let refusedIn: Session | null = null;

/** A list of alarms with one row for each incident, where the datalogger can give it. */
export function byIncident<T>(
  query: NonNullable<QueryInputOf<'GET allarmi'>>,
  read: (raw: unknown) => T,
  pace: Pace,
): Resource<T> {
  const plain = resource('GET allarmi', { query }, read, pace);
  const grouped = resource('GET allarmi', { query: { ...query, raggruppa: 'causa' } }, read, pace);
  const ask = async (options: Options) => {
    const session = currentSession();
    if (session && session === refusedIn) return plain.ask(options);
    try {
      return await grouped.ask(options);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.details.status !== 400) throw cause;
      const answer = await plain.ask(options);
      // Not the rest of the query was wrong.
      refusedIn = session;
      return answer;
    }
  };
  return { ...grouped, ask };
}
