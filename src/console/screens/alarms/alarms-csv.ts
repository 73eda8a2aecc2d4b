import type { Alarm } from '../../data/alarm-rows';
import { decimalMark, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmTitle, decimalsOf, priorityWord } from '../../ui/alarm-words';
import { type CsvCell, csvText } from '../../ui/csv';
import { stateWords } from './state-words';

/** The columns before the unit, from left to right. */
const before = [
  'begin',
  'end',
  'priority',
  'state',
  'device',
  'code',
  'alarm',
  'value',
  'threshold',
] as const;

/** The alarms as CSV, with times in the plant's zone. */
export function alarmsCsv(alarms: readonly Alarm[], zone: string): string {
  const moment = (epochS: number | null | undefined) =>
    epochS == null ? '' : `${formatTime(epochS, zone, 'date')} ${formatTime(epochS, zone, 'clock')}`;
  const number = (value: number | null): CsvCell => ({
    value,
    decimals: value === null ? 0 : decimalsOf(value),
  });
  const head = [
    ...before.map(key => t(`alarms.column.${key}`)),
    t('table.unit'),
    t('alarms.column.times'),
    t('alarms.column.acknowledgedBy'),
    t('table.time'),
    t('alarms.column.note'),
  ];
  const rows = alarms.map((alarm): CsvCell[] => {
    const { strong, rest } = stateWords(alarm, zone);
    return [
      moment(alarm.beginS),
      moment(alarm.endS),
      priorityWord(alarm.priority),
      strong + rest,
      alarm.name,
      alarm.code,
      alarmTitle(alarm.code),
      number(alarm.value),
      number(alarm.threshold),
      alarm.unit,
      { value: alarm.times, decimals: 0 },
      alarm.acknowledged?.by ?? '',
      moment(alarm.acknowledged?.atS),
      alarm.acknowledged?.note ?? '',
    ];
  });
  return csvText([head, ...rows], decimalMark());
}
