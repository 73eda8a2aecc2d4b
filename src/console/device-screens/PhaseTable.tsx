import { formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import { DataTable } from '../ui/DataTable';
import type { DataColumn } from '../ui/data-column';
import { type Device, numberOf } from './device-list';

const rows = [
  { name: 'L1', phase: 'ua', line: 'uab', current: 'ia' },
  { name: 'L2', phase: 'ub', line: 'ubc', current: 'ib' },
  { name: 'L3', phase: 'uc', line: 'uca', current: 'ic' },
] as const;

type Row = (typeof rows)[number];

/** Voltages and currents of the three phases. The line voltage of a phase is measured to the next phase. */
export function PhaseTable({ device }: { readonly device: Device }) {
  const value = (key: 'u' | 'line' | 'i', pointOf: (row: Row) => string, unit: string): DataColumn<Row> => ({
    key,
    head: t(`drawer.phases.${key}`),
    isNumber: true,
    cell: row => formatQuantity(numberOf(device, pointOf(row)), unit === 'A' ? 1 : 0, unit),
  });
  const columns: readonly DataColumn<Row>[] = [
    { key: 'name', head: t('drawer.phases.phase'), isHeading: true, cell: ({ name }) => name },
    ...(device.values.has('ua') ? [value('u', ({ phase }) => phase, 'V')] : []),
    value('line', ({ line }) => line, 'V'),
    value('i', ({ current }) => current, 'A'),
  ];
  return (
    <DataTable name={t('drawer.phases.title')} columns={columns} rows={rows} keyOf={({ name }) => name} />
  );
}
