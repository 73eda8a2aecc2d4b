import { useMemo, useState } from 'react';
import { downloadText } from '../browser/download';
import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { csvFileName } from '../ui/csv';
import { Icon } from '../ui/Icon';
import { Pages, pageOf } from '../ui/Pages';
import { SearchField } from '../ui/SearchField';
import { SortSelect } from '../ui/SortSelect';
import type { Sorting } from '../ui/sorting';
import { arrange, nameKey, sortChoices } from './columns';
import { DeviceTable } from './DeviceTable';
import type { TableScreen, View } from './descriptor';
import { devicesCsv } from './device-csv';
import type { Device } from './device-list';

interface Props<D extends Device> {
  readonly screen: TableScreen<D>;
  readonly view: View<D>;
  /** How many devices the plant is said to have. */
  readonly expected: number;
  readonly openId: string | null;
  /** How the rows stand at first. */
  readonly first?: Sorting<string>;
}

const byName: Sorting<string> = { column: nameKey, isDescending: false };

/** The table of the devices with its tools. */
export function DevicePanel<D extends Device>({ screen, view, expected, openId, first = byName }: Props<D>) {
  const { columns, title, source } = screen;
  const { list, devices, zone, isStill } = view;
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(first);
  const [wishedPage, setPage] = useState(0);
  const rows = useMemo(() => arrange(devices, columns, typed, sorting), [devices, columns, typed, sorting]);
  const { page, pages, shown } = pageOf(rows, wishedPage);
  const isNothingFound = list !== undefined && rows.length === 0;
  const download = () => {
    const text = devicesCsv(rows, columns, t(title), zone);
    downloadText(csvFileName(source.group, list?.t ?? 0, zone), text, 'text/csv');
  };
  return (
    <section>
      <div className="row tools">
        <SearchField value={typed} onChange={setTyped} />
        <SortSelect columns={sortChoices(columns, t(title))} sorting={sorting} onSort={setSorting} />
        <span className="u" role="status">
          {isNothingFound && t('table.nothingFound')}
          {rows.length > 0 &&
            typed.trim() !== '' &&
            t('table.found', { count: rows.length, total: devices.length })}
        </span>
        {isStill && list && (
          <AgeChip>{t('panel.dataOf', { time: formatTime(list.t, zone, 'minute') })}</AgeChip>
        )}
        <button type="button" className="o end keep" disabled={rows.length === 0} onClick={download}>
          <Icon name="down" /> {t('table.download')}
        </button>
      </div>
      {!isNothingFound && (
        <DeviceTable
          rows={list ? shown : null}
          {...{ screen, view, expected, openId, sorting }}
          onSort={setSorting}
        />
      )}
      <Pages {...{ page, pages, total: rows.length, setPage }} />
    </section>
  );
}
