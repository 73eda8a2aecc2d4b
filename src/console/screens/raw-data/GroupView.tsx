import { type ReactNode, useMemo, useState } from 'react';
import type { Group } from '../../../contract/points';
import { downloadText } from '../../browser/download';
import { type Connection, useConnection } from '../../data/connection';
import { refresh } from '../../data/poll';
import type { Snapshot } from '../../data/poll-store';
import { resource } from '../../data/resource';
import { type MeasureTable, readTable } from '../../data/table';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
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
  /** The buttons that choose another group. */
  readonly choice?: ReactNode;
  /** Whether rows can be searched and downloaded. */
  readonly isSearchable?: boolean;
}

const everyMs = 5_000;

/** The page with the live values of one group. */
export function GroupView({ group, zone, choice, isSearchable = false }: Props) {
  const [typed, setTyped] = useState('');
  const values = useMemo(
    () => resource('GET dati_impianto/RT', { query: { m: group } }, readTable, { everyMs, isLive: true }),
    [group],
  );
  const snapshot = useResource(values);
  const connection = useConnection();
  const { value } = snapshot;
  const table = useMemo(() => value && filterRaw(readRawTable(value, group), typed), [value, group, typed]);
  const isStill = connection.state === 'lost' || (snapshot.error !== null && !snapshot.error.isOutage);
  return (
    <main className={isStill ? 'raw still' : 'raw'} id="main">
      <PageHead snapshot={snapshot} zone={zone} />
      {isStill && <Trouble {...{ snapshot, connection }} onRetry={() => refresh(values)} />}
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
  const nowMs = useNowMs();
  const { value, receivedMs, waitingSinceMs } = snapshot;
  const isWaiting = !value && waitingSinceMs !== null && nowMs - waitingSinceMs > 300;
  const waited = formatDuration(Math.max(1, (nowMs - (waitingSinceMs ?? nowMs)) / 1000));
  return (
    <header className="row">
      <a className="brand" href="/">
        <Icon name="logo" />
        Meridiana
      </a>
      <h1>{t('raw.title')}</h1>
      <p className="u" role="status">
        {isWaiting && t('raw.waiting', { time: waited })}
      </p>
      {value && receivedMs !== null && (
        <p>
          {t('raw.data')}{' '}
          <b>
            {formatTime(value.t, zone, 'date')} {formatTime(value.t, zone, 'clock')}
          </b>{' '}
          <span className="u">
            ({zone}), {t('common.ago', { time: formatDuration((nowMs - receivedMs) / 1000) })}
          </span>
        </p>
      )}
    </header>
  );
}

interface TroubleProps {
  readonly snapshot: Snapshot<MeasureTable>;
  readonly connection: Connection;
  readonly onRetry: () => void;
}

/** Why the values stand still. */
function Trouble({ snapshot, connection, onRetry }: TroubleProps) {
  const isLost = connection.state === 'lost';
  return (
    <div className="note" role="alert">
      <Icon name={isLost ? 'unlink' : 'warn'} />
      <div>
        <b>{t(isLost ? 'raw.lost' : 'raw.refused')}</b> {snapshot.value && t('raw.still')}
      </div>
      <button type="button" className="o end" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </div>
  );
}
