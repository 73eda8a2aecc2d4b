import { type Alarm, type AlarmState, durationS } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import { alarmName } from '../../ui/alarm-words';
import { isFound } from '../../ui/SearchField';
import { sortRows } from '../../ui/sorting';

/** The columns by which the table can be sorted. */
export const columnKeys = [
  'priority',
  'state',
  'begin',
  'duration',
  'alarm',
  'value',
  'lost',
  'money',
  'acknowledgedBy',
] as const;
export type ColumnKey = (typeof columnKeys)[number];

export function isColumnKey(text: string): text is ColumnKey {
  return columnKeys.some(key => key === text);
}

export function columnLabel(key: ColumnKey | 'threshold' | 'select' | 'cause'): string {
  return t(`alarms.column.${key}`);
}

/** The states in order of urgency, the most urgent first. */
const byWeight: readonly AlarmState[] = [
  'active',
  'returned',
  'acknowledged',
  'shelved',
  'suppressed',
  'outOfService',
  'over',
];

function sortKeys(alarm: Alarm, nowS: number): Readonly<Record<ColumnKey, number | string | null>> {
  const { priority, state, beginS, value, lostKwh, lostMoney, acknowledged } = alarm;
  return {
    priority,
    state: byWeight.indexOf(state),
    begin: beginS,
    duration: durationS(alarm, nowS),
    alarm: alarmName(alarm),
    value,
    lost: lostKwh,
    money: lostMoney,
    acknowledgedBy: acknowledged?.by ?? null,
  };
}

interface Arrangement {
  readonly text: string;
  readonly sortedBy: ColumnKey | null;
  readonly isDescending: boolean;
}

/** The alarms whose name or code contains the text, sorted. */
export function arrange(
  alarms: readonly Alarm[],
  { text, sortedBy, isDescending }: Arrangement,
  nowS: number,
) {
  const found = alarms.filter(alarm => isFound(text, [alarmName(alarm), alarm.code]));
  return sortedBy === null ? found : sortRows(found, alarm => sortKeys(alarm, nowS)[sortedBy], isDescending);
}
