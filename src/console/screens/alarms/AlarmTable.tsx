import type { ReactNode } from 'react';
import type { Alarm } from '../../data/alarm-rows';
import { t } from '../../i18n/translate';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { Lazy } from '../../ui/Lazy';
import type { Sorting } from '../../ui/sorting';
import { type AlarmTableProps, alarmColumns, consequencesId, detailId, incidentParts } from './alarm-columns';
import { isColumnKey } from './columns';
import { Detail } from './Detail';
import { lineColumns } from './line-columns';
import { OrderSelect } from './OrderSelect';

const loadConsequences = () => import('./ConsequenceList').then(module => module.ConsequenceList);

/** One row for each incident or alarm, a card on narrow screens; a click on its name opens its details. */
export function AlarmTable(props: AlarmTableProps) {
  const { alarms, part, note = '', filter, change, actions, zone, isStill, isBusy, besideId } = props;
  const isBeside = besideId !== undefined;
  const hasMoney = alarms.some(({ lostMoney }) => lostMoney !== null);
  const columns = isBeside ? lineColumns(props) : alarmColumns({ ...props, hasMoney });
  const sorting = { column: filter.sortedBy ?? 'none', isDescending: filter.isDescending };
  // The clicks select in turn: ascending, descending, the order of the datalogger.
  const onSort = ({ column, isDescending }: Sorting<string>) => {
    const isThird = column === sorting.column && sorting.isDescending;
    const sortedBy = isThird || !isColumnKey(column) ? null : column;
    change({ sortedBy, isDescending: isDescending && !isThird }, false);
  };
  const detail = { change, actions, zone, isStill };
  const rowsBelow = (alarm: Alarm, shown: readonly DataColumn<Alarm>[]) => (
    <>
      {alarm.id === filter.openId && (
        <Below id={detailId} columns={shown.length}>
          <Detail {...{ alarm, ...detail }} hasValue={!shown.some(({ key }) => key === 'threshold')} />
        </Below>
      )}
      {alarm.id === filter.unfoldedId && alarm.consequences && (
        <Below id={consequencesId} columns={shown.length}>
          <Lazy
            load={loadConsequences}
            parts={incidentParts}
            props={{ alarm, openId: filter.openId, ...detail }}
          />
        </Below>
      )}
    </>
  );
  return (
    <DataTable
      label={t('alarms.table')}
      className={isBeside ? 'alm inc' : 'stack alm'}
      columns={columns}
      rows={alarms}
      part={part}
      keyOf={({ id }) => id}
      rowClass={() => (isStill ? 'stale' : '')}
      isSelected={({ id }) => id === (besideId ?? filter.openId)}
      sort={{ sorting, onSort }}
      isBusy={isBusy}
      {...(!isBeside && { below: rowsBelow })}
    >
      <h2 className="sr">{t('alarms.list')}</h2>
      {note !== '' && <p className="u">{note}</p>}
      {isBeside && <OrderSelect filter={filter} change={change} />}
    </DataTable>
  );
}

interface BelowProps {
  readonly id: string;
  readonly columns: number;
  readonly children: ReactNode;
}

/** A row below that of an alarm. */
function Below({ id, columns, children }: BelowProps) {
  return (
    <tr className="det" id={id}>
      <td className="only-l" />
      <td colSpan={columns - 1} className="w">
        {children}
      </td>
    </tr>
  );
}
