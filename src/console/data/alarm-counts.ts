import { type AlarmPriority, isAlarmPriority } from './alarm-priority';
import { invalidAnswer } from './api-error';
import { numberOrNull, readArray, readObject, textIn } from './read';
import { resource } from './resource';
import { useResource } from './use-resource';

/** The most severe alarm of a device or of a group, as its sign is drawn. */
export interface AlarmMark {
  readonly priority: AlarmPriority;
  /** `off`: shelved, or its state is unknown. */
  readonly look: 'active' | 'returned' | 'off';
  readonly isUnacknowledged: boolean;
}

export interface PriorityCount {
  readonly priority: AlarmPriority;
  /** Number of alarms that are neither over nor shelved. */
  readonly current: number;
  /** How many of them are unacknowledged. */
  readonly waiting: number;
}

/** A recent unacknowledged alarm. */
export interface Arrival {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly priority: AlarmPriority;
}

/** The alarm data that every screen shows. */
export interface AlarmCounts {
  readonly priorities: readonly PriorityCount[];
  /** By group (`inverter`) and by device (`inverter.7`). */
  readonly marks: ReadonlyMap<string, AlarmMark>;
  /** The newest alarms, at most five. */
  readonly latest: readonly Arrival[];
}

/** The codes of the API: active, active and unacknowledged, returned and unacknowledged. */
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
  return [{ id, code: textIn(code), name: textIn(name), priority }];
}

function markKey(group: string, device: number | null): string {
  return device === null ? group : `${group}.${device}`;
}

/** The alarm sign of a group, or of one of its devices; undefined where there is no alarm, or no information. */
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

/**
 * One poll that feeds the counters, the signs, the title and the announcements. As every screen has it, it is also how a screen whose own
 * values come seldom or never notices that the datalogger is gone.
 */
export const alarmCounts = resource('GET allarmi/conteggi', {}, readCounts, {
  everyMs: 5_000,
  isHeartbeat: true,
});

export interface AlarmGlance {
  /** Undefined before the first answer, and where the datalogger has none. */
  readonly counts: AlarmCounts | undefined;
  /** False when the datalogger has no alarms, or does not show them to this user. */
  readonly isOffered: boolean;
}

export function useAlarmCounts(): AlarmGlance {
  const { value, error } = useResource(alarmCounts);
  const isRefused = value === undefined && error !== null && !error.isOutage;
  return { counts: value, isOffered: !isRefused };
}
