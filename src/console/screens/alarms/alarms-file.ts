import { downloadText } from '../../browser/download';
import { mostExported, readWholeList } from '../../data/alarm-export';
import type { Alarm } from '../../data/alarm-rows';
import type { AlarmQuery } from '../../data/alarms';
import { plantNowMs } from '../../data/plant-clock';
import { csvFileName } from '../../ui/csv';
import { alarmsCsv } from './alarms-csv';

/** Downloads the alarms as a file. */
export function saveAlarms(alarms: readonly Alarm[], zone: string): void {
  downloadText(csvFileName('allarmi', plantNowMs() / 1000, zone), alarmsCsv(alarms, zone), 'text/csv');
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
