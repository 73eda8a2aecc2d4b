import { type AlarmPriority, isAlarmPriority } from './alarm-rows';
import { invalidAnswer } from './api-error';
import { numberOrNull, readArray, readObject, textOrNull } from './read';
import { resource } from './resource';
import { useResource } from './use-resource';

/** The gravest alarm of a device or of a group, as its sign is drawn. */
export interface AlarmMark {
  readonly priority: AlarmPriority;
  /** `off`: put aside, or not certain any more. */
  readonly look: 'active' | 'returned' | 'off';
  readonly isUnacknowledged: boolean;
}

export interface PriorityCount {
  readonly priority: AlarmPriority;
  /** Neither over nor put aside. */
  readonly current: number;
  /** Of these, to be acknowledged. */
  readonly waiting: number;
}

/** A recent alarm that nobody has acknowledged. */
export interface Arrival {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly priority: AlarmPriority;
}

/** What every screen shows of the alarms. */
export interface AlarmCounts {
  readonly priorities: readonly PriorityCount[];
  /** By group (`inverter`) and by device (`inverter.7`). */
  readonly marks: ReadonlyMap<string, AlarmMark>;
  /** The newest, at most five. */
  readonly latest: readonly Arrival[];
}

/** The looks of the wire: active, active to acknowledge, returned to acknowledge. */
const looks = [
  { look: 'active', isUnacknowledged: false },
  { look: 'active', isUnacknowledged: true },
  { look: 'returned', isUnacknowledged: true },
] as const satisfies readonly Omit<AlarmMark, 'priority'>[];

export function readCounts(raw: unknown): AlarmCounts {
  const counts = readObject(raw, 'alarm counts');
  return {
    priorities: readArray(counts.priorita, 'counts by priority').flatMap((pair, index) => {
      const priority = index + 1;
      const [current, waiting] = readArray(pair, 'a count').map(numberOrNull);
      if (!isAlarmPriority(priority)) return [];
      if (current == null || waiting == null) throw invalidAnswer('a count');
      return { priority, current, waiting };
    }),
    marks: new Map(readArray(counts.segni, 'signs').flatMap(readMark)),
    latest: readArray(counts.ultimi, 'arrivals').flatMap(readArrival),
  };
}

function readMark(raw: unknown): readonly [string, AlarmMark][] {
  const [group, device, priority, look] = readArray(raw, 'a sign');
  const drawn = looks[numberOrNull(look) ?? -1];
  if (typeof group !== 'string' || !isAlarmPriority(priority) || !drawn) return [];
  return [[markKey(group, numberOrNull(device)), { priority, ...drawn }]];
}

function readArrival(raw: unknown): readonly Arrival[] {
  const [id, code, name, priority] = readArray(raw, 'an arrival');
  if (typeof id !== 'number' || !isAlarmPriority(priority)) return [];
  return [{ id, code: textOrNull(code) ?? '', name: textOrNull(name) ?? '', priority }];
}

function markKey(group: string, device: number | null): string {
  return device === null ? group : `${group}.${device}`;
}

/** The sign of a group, or of one device in it; undefined where nothing is the matter, or it is not told. */
export function markOf(
  counts: AlarmCounts | undefined,
  group: string,
  device: number | null = null,
): AlarmMark | undefined {
  return counts?.marks.get(markKey(group, device));
}

export function waitingTotal({ priorities }: AlarmCounts): number {
  return priorities.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** The one poll from which counters, signs, title and announcements are made. */
export const alarmCounts = resource('GET allarmi/conteggi', {}, readCounts, { everyMs: 5_000 });

export interface AlarmGlance {
  /** Undefined before the first answer, and where there is none to be had. */
  readonly counts: AlarmCounts | undefined;
  /** False when the datalogger has no alarms to offer, or not to this user. */
  readonly isOffered: boolean;
}

export function useAlarmCounts(): AlarmGlance {
  const { value, error } = useResource(alarmCounts);
  const isRefused = value === undefined && error !== null && !error.isOutage;
  return { counts: value, isOffered: !isRefused };
}
