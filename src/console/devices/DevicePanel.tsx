import { type ReactNode, useMemo, useState } from 'react';
import { downloadText } from '../browser/download';
import { formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AgeChip } from '../ui/AgeChip';
import { csvFileName } from '../ui/csv';
import { Icon } from '../ui/Icon';
import { SearchField } from '../ui/SearchField';
import { SortSelect } from '../ui/SortSelect';
import type { Sorting } from '../ui/sorting';
import { arrange, nameKey, sortChoices } from './columns';
import { DeviceRows } from './DeviceRows';
import type { TableScreen, View } from './descriptor';
import { devicesCsv } from './device-csv';
import type { Device } from './device-list';
import { useFold } from './use-fold';

export interface PanelProps<D extends Device> {
  readonly screen: TableScreen<D>;
  readonly view: View<D>;
  /** Number of devices in the general information, for the space before the first answer. */
  readonly expected: number;
  readonly openId: string | null;
  /** The initial order of the rows. */
  readonly first?: Sorting<string>;
  /** Further controls beside the button that saves the file. */
  readonly tools?: ReactNode;
  /** Replaces the table: receives the devices that match the search, in order. */
  readonly children?: ((devices: readonly D[]) => ReactNode) | null;
}

const byName: Sorting<string> = { column: nameKey, isDescending: false };

/** The table of the devices with search, sorting and file export. */
export function DevicePanel<D extends Device>(props: PanelProps<D>) {
  const { screen, view, expected, openId, first = byName, tools, children } = props;
  const { title, source } = screen;
  const { list, devices, zone, isStill } = view;
  const columns = useMemo(() => screen.columns.filter(({ isOnlyInFile }) => !isOnlyInFile), [screen]);
  const [typed, setTyped] = useState('');
  const [sorting, setSorting] = useState(first);
  const rows = useMemo(() => arrange(devices, columns, typed, sorting), [devices, columns, typed, sorting]);
  const fold = useFold(rows, columns, view, typed.trim() !== '');
  const isNothingFound = list !== undefined && rows.length === 0;
  const download = () => {
    const text = devicesCsv(rows, screen.columns, t(title), zone);
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
        {tools}
        <button
          type="button"
          className={tools ? 'o keep' : 'o end keep'}
          disabled={rows.length === 0}
          onClick={download}
        >
          <Icon name="down" /> {t('table.download')}
        </button>
      </div>
      {children?.(rows)}
      {!children && !isNothingFound && (
        <DeviceRows
          rows={list ? rows : null}
          screen={{ ...screen, columns }}
          {...{ fold, view, expected, openId, sorting }}
          onSort={setSorting}
        />
      )}
    </section>
  );
}
