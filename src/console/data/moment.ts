import { configuredPoints, quality } from '../../contract/codes';
import type { AlarmCounts } from './alarm-counts';
import { type AlarmPriority, isAlarmPriority } from './alarm-priority';
import type { Alarm } from './alarm-rows';
import { nowMs } from './monotonic';
import type { PastAlarms } from './past';
import { numberOrNull, readArray, readObject, textIn, timeOrNull } from './read';
import { entryOf, nothing, type Resource, type Snapshot, watched } from './resource';
import { type Cell, type MeasureTable, readTable } from './table';
import { call } from './transport';

/** What the archive holds of one moment, for what a screen shows. */
export interface Moment {
  /** Start of the slot, epoch seconds, and its length in minutes. */
  readonly atS: number;
  readonly minutes: number;
  /** By the codes that were asked. */
  readonly tables: ReadonlyMap<string, MeasureTable>;
  readonly alarms: PastAlarms;
}

const livePath = '/api/dati_impianto/RT?';

/** The codes of a resource of live values; null for another resource. */
export function codesIn(id: string): string | null {
  return id.startsWith(livePath) ? new URLSearchParams(id.slice(livePath.length)).get('m') : null;
}

/** The codes of all live values that are on the screen. */
export const codesOnScreen = (): readonly string[] =>
  watched().flatMap(({ resource: { id } }) => codesIn(id) ?? []);

/** Reads a moment for some codes. Rejects with an ApiError when any of it cannot be read, so that no two moments are ever mixed. */
export async function readMoment(t: number, codes: readonly string[]): Promise<Moment> {
  const query = { t: String(t) };
  const [alarms, ...answers] = await Promise.all([
    call('GET allarmi/momento', { query }),
    ...codes.map(m => call('GET dati_impianto/momento', { query: { ...query, m } })),
  ]);
  const [first] = answers;
  const minutes = numberOrNull(first && readObject(first.value, 'a moment').passo) ?? 1;
  return {
    atS: t - (t % (60 * minutes)),
    minutes,
    tables: new Map(answers.map(({ value }, index) => [codes[index] ?? '', readTable(value)])),
    alarms: readAlarmsOf(alarms.value),
  };
}

/** Columns that say which device a row is, and what it is configured to be. */
const lasting: readonly string[] = ['gruppo', 'id', 'nome', ...configuredPoints];

/**
 * The live table as it would have been at that moment: the devices of now with their names and configured points, and the values that the
 * archive holds. Everything else is missing, so that no live value stands beside a past one.
 */
export function asOfThen(now: MeasureTable, then: MeasureTable): object {
  const keyOf = ({ columns }: MeasureTable, row: number) =>
    `${columns.get('gruppo')?.[row]} ${columns.get('id')?.[row]}`;
  const rowsThen = new Map(Array.from({ length: then.rows }, (_, row) => [keyOf(then, row), row]));
  const cellOf = (name: string, row: number): Cell => {
    const there = rowsThen.get(keyOf(now, row));
    const cell = there === undefined ? null : (then.columns.get(name)?.[there] ?? null);
    return name === 'q' ? (cell ?? quality.bad) : cell;
  };
  const columns = [...now.columns].map(([name, cells]) => [
    name,
    lasting.includes(name) ? cells : cells.map((_, row) => cellOf(name, row)),
  ]);
  return { t: then.t, colonne: Object.fromEntries(columns) };
}

/** What a live resource was at that moment; null until its present, which has the names, is known. */
export function snapshotThen<T>(live: Resource<T>, then: MeasureTable): Snapshot<T> | null {
  const { text } = entryOf(live);
  if (text === undefined) return null;
  const value = live.read(asOfThen(readTable(JSON.parse(text)), then));
  return { ...nothing, value, receivedMs: nowMs(), stamp: { epochS: then.t, line: 0 } };
}

function readAlarmsOf(raw: unknown): PastAlarms {
  const rows = readArray(readObject(raw, 'alarms of a moment').righe, 'alarms').flatMap(readAlarmOf);
  return { alarms: rows, counts: countsOf(rows) };
}

function readAlarmOf(raw: unknown): Alarm[] {
  const [id, code, group, device, name, priority, begin, isWaiting] = readArray(raw, 'an alarm');
  const beginS = timeOrNull(begin);
  if (!isAlarmPriority(priority) || beginS === null) return [];
  return [
    {
      id: numberOrNull(id) ?? 0,
      code: textIn(code),
      group: textIn(group),
      device: numberOrNull(device),
      name: textIn(name),
      priority,
      state: isWaiting === 1 ? 'active' : 'acknowledged',
      isPresent: true,
      beginS,
      endS: null,
      value: null,
      threshold: null,
      unit: '',
      times: 1,
      acknowledged: null,
      shelf: null,
      causeId: null,
      consequences: null,
      lostKwh: null,
      lostMoney: null,
      isChattering: false,
      version: null,
    },
  ];
}

/** Counters and signs as the present has them. The alarms come with the gravest first. */
function countsOf(alarms: readonly Alarm[]): AlarmCounts {
  const marks = new Map<string, ReturnType<typeof markOf>>();
  for (const alarm of alarms)
    for (const key of [alarm.group, `${alarm.group}.${alarm.device}`])
      if (!marks.has(key)) marks.set(key, markOf(alarm));
  const priorities = ([1, 2, 3, 4] as const).map(priority => {
    const own = alarms.filter(alarm => alarm.priority === priority);
    return { priority, current: own.length, waiting: own.filter(({ state }) => state === 'active').length };
  });
  return { priorities, marks, latest: [] };
}

const markOf = ({ priority, state }: Alarm) => ({
  // Events are not among them.
  priority: priority as AlarmPriority,
  look: 'active' as const,
  isUnacknowledged: state === 'active',
});
