import type { Alarm, AlarmState } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import { alarmName } from '../../ui/alarm-words';
import { isFound } from '../../ui/SearchField';
import { sortRows } from '../../ui/sorting';

/** What the table can be sorted by. */
export const columnKeys = [
  'priority',
  'state',
  'begin',
  'duration',
  'alarm',
  'value',
  'acknowledgedBy',
] as const;
export type ColumnKey = (typeof columnKeys)[number];

export function isColumnKey(text: string): text is ColumnKey {
  return columnKeys.some(key => key === text);
}

export function columnLabel(key: ColumnKey | 'threshold' | 'select'): string {
  return t(`alarms.column.${key}`);
}

/** From what asks most of somebody. */
const byWeight: readonly AlarmState[] = [
  'active',
  'returned',
  'acknowledged',
  'shelved',
  'suppressed',
  'outOfService',
  'over',
];

/** How long the condition was there, or has been; s. */
export function durationS({ beginS, endS }: Pick<Alarm, 'beginS' | 'endS'>, nowS: number): number {
  return Math.max(0, (endS ?? nowS) - beginS);
}

function sortKey(alarm: Alarm, key: ColumnKey, nowS: number): number | string | null {
  if (key === 'priority') return alarm.priority;
  if (key === 'state') return byWeight.indexOf(alarm.state);
  if (key === 'begin') return alarm.beginS;
  if (key === 'duration') return durationS(alarm, nowS);
  if (key === 'alarm') return alarmName(alarm);
  return key === 'value' ? alarm.value : (alarm.acknowledged?.by ?? null);
}

interface Arrangement {
  readonly text: string;
  readonly sortedBy: ColumnKey | null;
  readonly isDescending: boolean;
}

/** The alarms whose device, title or code contain what was typed, in order. */
export function arrange(
  alarms: readonly Alarm[],
  { text, sortedBy, isDescending }: Arrangement,
  nowS: number,
) {
  const found = alarms.filter(alarm => isFound(text, [alarmName(alarm), alarm.code]));
  return sortedBy === null ? found : sortRows(found, alarm => sortKey(alarm, sortedBy, nowS), isDescending);
}
