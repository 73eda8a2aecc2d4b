import { t } from '../../i18n/translate';
import { SortSelect } from '../../ui/SortSelect';
import { columnKeys, columnLabel } from './columns';
import type { ChangeFilter, Filter } from './filter';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
}

/** The order of the list, where it has no heads to press. */
export function OrderSelect({ filter, change }: Props) {
  return (
    <SortSelect
      columns={[
        { key: 'none', label: t('alarms.filter.order') },
        ...columnKeys.map(key => ({ key, label: columnLabel(key) })),
      ]}
      sorting={{ column: filter.sortedBy ?? 'none', isDescending: false }}
      onSort={({ column }) =>
        change({ sortedBy: column === 'none' ? null : column, isDescending: isGreatestFirst(column) }, false)
      }
    />
  );
}

/** What was lost is looked for from the greatest. */
const isGreatestFirst = (column: string) => column === 'lost' || column === 'money';
