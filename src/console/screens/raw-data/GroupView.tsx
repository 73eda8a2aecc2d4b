import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Group } from '../../../contract/points';
import { downloadText } from '../../browser/download';
import { isFrozen } from '../../data/freshness';
import { ageS } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import type { Snapshot } from '../../data/resource';
import { liveTable, type MeasureTable } from '../../data/table';
import { type LiveValues, useLiveValues } from '../../data/use-live-resource';
import { useWaitedS } from '../../data/waiting';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { csvFileName } from '../../ui/csv';
import { Icon } from '../../ui/Icon';
import { SearchField } from '../../ui/SearchField';
import { RawTables } from './RawTables';
import { filterRaw, readRawTable } from './raw-table';
import { rawCsv } from './raw-words';

interface Props {
  readonly group: Group;
  readonly zone: string;
  /** The buttons that select another group. */
  readonly choice?: ReactNode;
  /** Whether rows can be searched and downloaded. */
  readonly isSearchable?: boolean;
}

const everyMs = 5_000;

/** The page with the live values of one group. */
export function GroupView({ group, zone, choice, isSearchable = false }: Props) {
  const [typed, setTyped] = useState('');
  const values = useMemo(() => liveTable(group, everyMs, table => table), [group]);
  const live = useLiveValues(values);
  const { snapshot, isStill } = live;
  const { value } = snapshot;
  const table = useMemo(() => value && filterRaw(readRawTable(value, group), typed), [value, group, typed]);
  const title = t('raw.title');
  useEffect(() => {
    document.title = `${isStill ? t('raw.titleStill', { title }) : title} – Meridiana`;
  }, [title, isStill]);
  return (
    <main className={isStill ? 'raw still' : 'raw'} id="main">
      <PageHead snapshot={snapshot} zone={zone} />
      {isStill && <Trouble live={live} onRetry={() => refresh(values)} />}
      {choice}
      {isSearchable && value && (
        <div className="row">
          <SearchField value={typed} onChange={setTyped} />
          <button
            type="button"
            className="o"
            onClick={() =>
              downloadText(
                csvFileName(group, value.t, zone),
                rawCsv(readRawTable(value, group), value.t, zone),
                'text/csv',
              )
            }
          >
            <Icon name="down" /> {t('table.download')}
          </button>
        </div>
      )}
      {table &&
        (table.rows.length > 0 && table.columns.length > 0 ? (
          <RawTables table={table} />
        ) : (
          <p>{t(typed ? 'table.nothingFound' : 'raw.empty')}</p>
        ))}
    </main>
  );
}

function PageHead({ snapshot, zone }: { readonly snapshot: Snapshot<MeasureTable>; readonly zone: string }) {
  const { value } = snapshot;
  const waitedS = useWaitedS(snapshot);
  return (
    <header className="row" translate="no">
      <a className="brand" href="/">
        <Icon name="logo" />
        Meridiana
      </a>
      <h1>{t('raw.title')}</h1>
      <p className="u" role="status">
        {!value && waitedS !== null && t('raw.waiting', { time: formatDuration(waitedS) })}
      </p>
      {value && (
        <p>
          {t('raw.data')}{' '}
          <b>
            {formatTime(value.t, zone, 'date')} {formatTime(value.t, zone, 'clock')}
          </b>{' '}
          <span className="u">
            ({zone}), {t('common.ago', { time: formatDuration(ageS(value.t)) })}
          </span>
        </p>
      )}
    </header>
  );
}

interface TroubleProps {
  readonly live: LiveValues<MeasureTable>;
  readonly onRetry: () => void;
}

/** Says why the values are not updated. */
function Trouble({ live: { snapshot, standing, freshness, isRefused }, onRetry }: TroubleProps) {
  const isLost = standing === 'lost';
  const isAnswered = isFrozen(freshness);
  // Old values after the page was hidden are not a failure.
  if (!isLost && !isRefused && !isAnswered) return null;
  const what = isLost ? 'raw.lost' : isRefused ? 'raw.refused' : 'raw.frozen';
  return (
    <div className="note" role="alert">
      <Icon name={isLost ? 'unlink' : 'warn'} />
      <div>
        <b>{t(what)}</b> {snapshot.value && t('raw.still')}
      </div>
      <button type="button" className="o end" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  );
}
