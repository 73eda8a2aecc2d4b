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

function sortKeys(alarm: Alarm, nowS: number): Readonly<Record<ColumnKey, number | string | null>> {
  const { priority, state, beginS, value, acknowledged } = alarm;
  return {
    priority,
    state: byWeight.indexOf(state),
    begin: beginS,
    duration: durationS(alarm, nowS),
    alarm: alarmName(alarm),
    value,
    acknowledgedBy: acknowledged?.by ?? null,
  };
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
  return sortedBy === null ? found : sortRows(found, alarm => sortKeys(alarm, nowS)[sortedBy], isDescending);
}
