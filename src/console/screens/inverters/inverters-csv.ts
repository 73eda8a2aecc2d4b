import { decimalMark, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { type CsvCell, csvText } from '../../ui/csv';
import { inverterStateWord } from '../../ui/inverter-words';
import { columnLabel, otherColumns, powerColumn } from './columns';
import { type Inverter, numberOf } from './inverter-list';

const numbers = [
  powerColumn,
  ...otherColumns,
  { key: 'plim', unit: '%', decimals: 1 },
  { key: 'pn', unit: 'kW', decimals: 1 },
] as const;

/** The rows as a file: the time of each sample in the plant's zone in front, what is only on cards too. */
export function invertersCsv(inverters: readonly Inverter[], zone: string): string {
  const head = [
    t('table.time'),
    columnLabel('name'),
    columnLabel('state'),
    ...numbers.map(({ key, unit }) => {
      const label = t(`inverters.column.${key}`);
      return unit === '' ? label : `${label} [${unit}]`;
    }),
  ];
  const rows = inverters.map((inverter): CsvCell[] => [
    `${formatTime(inverter.sampledS, zone, 'date')} ${formatTime(inverter.sampledS, zone, 'clock')}`,
    inverter.name,
    inverterStateWord(inverter.kind),
    ...numbers.map(({ key, decimals }) => ({ value: numberOf(inverter, key), decimals })),
  ]);
  return csvText([head, ...rows], decimalMark());
}
