import type { Alarm } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { DataTable } from '../../ui/DataTable';
import { Lazy } from '../../ui/Lazy';
import type { Sorting } from '../../ui/sorting';
import { type AlarmTableProps, alarmColumns, detailId } from './alarm-columns';
import { isColumnKey } from './columns';

const loadDetail = () => import('./Detail').then(module => module.Detail);
const detailParts: readonly Part[] = ['alarm-advice'];

/** One row for each alarm, a card on narrow screens; a click on its name opens its details. */
export function AlarmTable(props: AlarmTableProps) {
  const { alarms, part, filter, change, actions, zone, isStill, isBusy } = props;
  const columns = alarmColumns({ ...props, hasMoney: alarms.some(({ lostMoney }) => lostMoney !== null) });
  const sorting = { column: filter.sortedBy ?? 'none', isDescending: filter.isDescending };
  // The clicks select in turn: ascending, descending, the order of the datalogger.
  const onSort = ({ column, isDescending }: Sorting<string>) => {
    const isThird = column === sorting.column && sorting.isDescending;
    const sortedBy = isThird || !isColumnKey(column) ? null : column;
    change({ sortedBy, isDescending: isDescending && !isThird }, false);
  };
  const detailOf = (alarm: Alarm) =>
    alarm.id === filter.openId && (
      <tr className="det" id={detailId}>
        <td className="only-l" />
        <td colSpan={columns.length - 1} className="w">
          <Lazy load={loadDetail} parts={detailParts} props={{ alarm, zone, isStill, actions }} />
        </td>
      </tr>
    );
  return (
    <DataTable
      label={t('alarms.table')}
      className="stack alm"
      columns={columns}
      rows={alarms}
      part={part}
      keyOf={({ id }) => id}
      rowClass={() => (isStill ? 'stale' : '')}
      isSelected={({ id }) => id === filter.openId}
      sort={{ sorting, onSort }}
      isBusy={isBusy}
      below={detailOf}
    >
      <h2 className="sr">{t('alarms.list')}</h2>
    </DataTable>
  );
}
