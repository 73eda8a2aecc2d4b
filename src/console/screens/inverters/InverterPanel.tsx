import '../../ui/lists.css';
import { useMemo, useState } from 'react';
import { downloadText } from '../../browser/download';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AgeChip } from '../../ui/AgeChip';
import { csvFileName } from '../../ui/csv';
import { Icon } from '../../ui/Icon';
import { Pages, pageOf } from '../../ui/Pages';
import { SearchField } from '../../ui/SearchField';
import { SortSelect } from '../../ui/SortSelect';
import type { Sorting } from '../../ui/sorting';
import { arrange, type ColumnKey, columnKeys, columnLabel } from './columns';
import { medianLevel } from './figures';
import { InverterTable } from './InverterTable';
import type { Inverter, InverterList } from './inverter-list';
import { invertersCsv } from './inverters-csv';

interface Props {
  /** Undefined before the first answer: the table keeps its room. */
  readonly list: InverterList | undefined;
  /** How many inverters the plant is said to have. */
  readonly expected: number;
  readonly zone: string;
  readonly isStill: boolean;
  /** Monotonic ms when the list arrived. */
  readonly receivedMs: number | null;
}

const none: readonly Inverter[] = [];
const byName: Sorting<ColumnKey> = { column: 'name', isDescending: false };

/** The table of the inverters with its tools. */
export function InverterPanel({ list, expected, zone, isStill, receivedMs }: Props) {
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(byName);
  const [wishedPage, setPage] = useState(0);
  const inverters = list?.inverters ?? none;
  const rows = useMemo(() => arrange(inverters, typed, sorting), [inverters, typed, sorting]);
  const { page, pages, shown } = pageOf(rows, wishedPage);
  const columns = columnKeys.map(key => ({ key, label: columnLabel(key) }));
  const isNothingFound = list !== undefined && rows.length === 0;
  return (
    <section>
      <div className="row tools">
        <SearchField value={typed} onChange={setTyped} />
        <SortSelect columns={columns} sorting={sorting} onSort={setSorting} />
        <span className="u" role="status">
          {isNothingFound && t('table.nothingFound')}
          {rows.length > 0 &&
            typed.trim() !== '' &&
            t('table.found', { count: rows.length, total: inverters.length })}
        </span>
        {isStill && list && (
          <AgeChip>{t('panel.dataOf', { time: formatTime(list.t, zone, 'minute') })}</AgeChip>
        )}
        <button
          type="button"
          className="o end keep"
          disabled={rows.length === 0}
          onClick={() =>
            downloadText(csvFileName('inverter', list?.t ?? 0, zone), invertersCsv(rows, zone), 'text/csv')
          }
        >
          <Icon name="down" /> {t('table.download')}
        </button>
      </div>
      {!isNothingFound && (
        <InverterTable
          rows={list ? shown : null}
          expected={expected}
          median={medianLevel(inverters)}
          {...{ inverters, sorting, zone, isStill, receivedMs }}
          onSort={setSorting}
        />
      )}
      <Pages {...{ page, pages, total: rows.length, setPage }} />
    </section>
  );
}
