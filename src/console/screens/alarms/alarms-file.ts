import { mostExported, readWholeList } from '../../data/alarm-export';
import type { Alarm } from '../../data/alarm-rows';
import type { AlarmQuery } from '../../data/alarms';
import { plantNowMs } from '../../data/plant-clock';
import { downloadTable } from '../../data/table-file';
import { decimalMark } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmName, alarmTitle, decimalsOf, priorityWord } from '../../ui/alarm-words';
import { type CsvCell, csvFileName, csvStamp, csvText, csvTimeHead } from '../../ui/csv';
import { stateWords } from './state-words';
import { sideOf } from './threshold';

/** Downloads the alarms as a file. */
export function saveAlarms(alarms: readonly Alarm[], zone: string): void {
  downloadTable(csvFileName('allarmi', plantNowMs() / 1000, zone), alarmsCsv(alarms, zone));
}

/** Reads all pages of a list and downloads them as a file. Rejects if a page cannot be read. */
export async function saveWholeList(
  query: AlarmQuery,
  zone: string,
  onProgress: (count: number, total: number) => void,
): Promise<void> {
  const alarms = await readWholeList(query, onProgress);
  saveAlarms(alarms.slice(0, mostExported), zone);
}

/** The columns before the threshold, from left to right. */
const before = ['begin', 'end', 'priority', 'state', 'device', 'code', 'alarm', 'value'] as const;

const number = (value: number | null): CsvCell => ({
  value,
  decimals: value === null ? 0 : decimalsOf(value),
});

/** The alarms as CSV, with times in the plant's zone. */
function alarmsCsv(alarms: readonly Alarm[], zone: string): string {
  const hasMoney = alarms.some(({ lostMoney }) => lostMoney !== null);
  const names = new Map(alarms.map(alarm => [alarm.id, alarmName(alarm)]));
  const moment = (epochS: number | null | undefined) => (epochS == null ? '' : csvStamp(epochS, zone));
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
      sideOf(alarm),
      number(alarm.threshold),
      alarm.unit,
      { value: alarm.times, decimals: 0 },
      { value: alarm.lostKwh, decimals: 3 },
      ...(hasMoney ? [{ value: alarm.lostMoney, decimals: 2 }] : []),
      alarm.acknowledged?.by ?? '',
      moment(alarm.acknowledged?.atS),
      alarm.acknowledged?.note ?? '',
      // The cause may not be in the file, or not be shown to this user.
      alarm.causeId === null ? '' : (names.get(alarm.causeId) ?? String(alarm.causeId)),
    ];
  });
  return csvText([headOf(alarms, zone, hasMoney), ...rows], decimalMark());
}

function headOf(alarms: readonly Alarm[], zone: string, hasMoney: boolean): string[] {
  const moments = alarms.flatMap(({ beginS, endS, acknowledged }) =>
    [beginS, endS, acknowledged?.atS].flatMap(atS => atS ?? []),
  );
  const stamped = (word: string) => csvTimeHead(word, moments, zone);
  const threshold = t('alarms.column.threshold');
  return [
    ...before.map(key => {
      const word = t(`alarms.column.${key}`);
      return key === 'begin' || key === 'end' ? stamped(word) : word;
    }),
    // Below which, or above which.
    `${threshold} </>`,
    threshold,
    t('table.unit'),
    t('alarms.column.times'),
    `${t('alarms.column.lost')} [kWh]`,
    ...(hasMoney ? [`${t('alarms.column.money')} [€]`] : []),
    t('alarms.column.acknowledgedBy'),
    stamped(t('alarms.column.acknowledgedAt')),
    t('alarms.column.note'),
    t('alarms.column.cause'),
  ];
}
