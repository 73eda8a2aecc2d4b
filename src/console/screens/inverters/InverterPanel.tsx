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
import { InverterTiles } from './InverterTiles';
import type { Inverter, InverterList } from './inverter-list';
import { invertersCsv } from './inverters-csv';
import { type Look, LookChoice } from './LookChoice';
import { useSparkDay } from './use-spark-day';

interface Props {
  /** Undefined before the first answer: the table keeps its room. */
  readonly list: InverterList | undefined;
  /** How many inverters the plant is said to have. */
  readonly expected: number;
  readonly zone: string;
  readonly isStill: boolean;
}

const none: readonly Inverter[] = [];
/** More inverters than this are tiles at first, and tiles without a number (design, section 14). */
const mostInDetail = 24;
const byName: Sorting<ColumnKey> = { column: 'name', isDescending: false };

/** The table of the inverters with its tools. */
export function InverterPanel({ list, expected, zone, isStill }: Props) {
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(byName);
  const [wishedPage, setPage] = useState(0);
  const [wishedLook, setLook] = useState<Look | null>(null);
  const isMany = Math.max(expected, list?.inverters.length ?? 0) > mostInDetail;
  const look = wishedLook ?? (isMany ? 'tiles' : 'table');
  const today = useSparkDay(look === 'table' && list ? list.inverters.length : 0, zone);
  const median = medianLevel(list?.inverters ?? none);
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
        <LookChoice look={look} onChoose={setLook} />
        <button
          type="button"
          className="o keep"
          disabled={rows.length === 0}
          onClick={() =>
            downloadText(csvFileName('inverter', list?.t ?? 0, zone), invertersCsv(rows, zone), 'text/csv')
          }
        >
          <Icon name="down" /> {t('table.download')}
        </button>
      </div>
      {look === 'tiles' && (
        <InverterTiles inverters={rows} isCompact={isMany} {...{ median, zone, isStill }} />
      )}
      {look === 'table' && !isNothingFound && (
        <InverterTable
          rows={list ? shown : null}
          today={today}
          expected={expected}
          {...{ median, inverters, sorting, zone, isStill }}
          onSort={setSorting}
        />
      )}
      {look === 'table' && <Pages {...{ page, pages, total: rows.length, setPage }} />}
    </section>
  );
}
