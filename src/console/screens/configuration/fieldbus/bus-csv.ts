import type { BusDevice, BusLine } from '../../../data/field-bus';
import { decimalMark } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import { type CsvCell, csvStamp, csvText, csvTimeHead } from '../../../ui/csv';
import { causeWords, cutWords, kindWords, lineWords } from './words';

/** A device and its line. */
export interface DeviceRow {
  readonly device: BusDevice;
  readonly line: BusLine;
}

/** "6: 2, 11: 40": how often each exception came. */
export const exceptionWords = ({ exceptions }: Pick<BusDevice, 'exceptions'>) =>
  exceptions.map(({ code, times }) => `${code}: ${times}`).join(', ');

const number = (value: number | null, decimals = 0): CsvCell => ({ value, decimals });

/** A file with a row for each device. */
export function busCsv(rows: readonly DeviceRow[], zone: string): string {
  const answers = rows.flatMap(({ device }) => device.goodS ?? []);
  const columns: readonly (readonly [head: string, cell: (row: DeviceRow) => CsvCell])[] = [
    [t('bus.column.device'), ({ device }) => device.name],
    [t('deviceField.label.tipo'), ({ device }) => kindWords(device.kind)],
    [t('bus.column.line'), ({ line }) => (line.speed ? line.host : lineWords(line))],
    [t('deviceField.label.unita'), ({ device }) => number(device.unit)],
    [
      csvTimeHead(t('bus.column.good'), answers, zone),
      ({ device: { goodS } }) => (goodS === null ? '' : csvStamp(goodS, zone)),
    ],
    [`${t('bus.times.median')} [ms]`, ({ device }) => number(device.medianMs, 1)],
    [`${t('bus.times.slow')} [ms]`, ({ device }) => number(device.slowMs, 1)],
    [`${t('bus.column.period')} [s]`, ({ device }) => number(device.periodS, 1)],
    [t('bus.column.answered'), ({ device }) => number(device.answered)],
    [t('bus.column.timeouts'), ({ device }) => number(device.timeouts)],
    [t('bus.column.malformed'), ({ device }) => number(device.malformed)],
    [t('bus.column.exceptions'), ({ device }) => exceptionWords(device)],
    [t('bus.column.error'), ({ device: { lastError } }) => (lastError ? causeWords(lastError) : '')],
    [t('bus.column.chain'), ({ device }) => cutWords(device, zone) ?? ''],
    [t('deviceField.label.marca'), ({ device }) => device.nameplate?.maker ?? ''],
    [t('deviceField.label.modello'), ({ device }) => device.nameplate?.model ?? ''],
    [t('deviceField.label.firmware'), ({ device }) => device.nameplate?.version ?? ''],
    [t('deviceField.label.seriale'), ({ device }) => device.nameplate?.serial ?? ''],
    [t('bus.map'), ({ device }) => (device.nameplate?.models ?? []).join(' ')],
  ];
  const cells = rows.map(row => columns.map(([, cell]) => cell(row)));
  return csvText([columns.map(([head]) => head), ...cells], decimalMark());
}
