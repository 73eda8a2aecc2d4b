import { useState } from 'react';
import { downloadText } from '../../browser/download';
import { type AuditEntry, auditLog, auditTable, checkAudit } from '../../data/audit';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { useResource } from '../../data/use-resource';
import { formatTime, missing } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { Lazy } from '../../ui/Lazy';

const loadChanges = () => import('./changes/Changes').then(module => module.Changes);
const changeParts = ['audit'] as const;

/** Who changed what, when and from which address, page by page, newest first. The datalogger masks secrets before it stores an entry. */
export function AuditLog() {
  const [object, setObject] = useState('');
  const [cursor, setCursor] = useState<string | null>(null);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value, error } = useResource(
    auditLog({ ...(object ? { oggetto: object } : {}), ...(cursor ? { cursor } : {}) }),
  );
  const [said, say] = useSaid();
  /** Says the result of `work`, or that there was no answer. */
  const act = async (work: () => Promise<() => string>) => {
    say(nothingSaid);
    say(await work().catch(() => () => t('setup.noAnswer')));
  };
  const download = async () => {
    downloadText('meridiana-audit.csv', await auditTable(object), 'text/csv');
    return nothingSaid;
  };
  const check = async () => {
    const { rows, brokenAt } = await checkAudit();
    return () =>
      brokenAt === null ? t('setup.logWhole', { count: rows }) : t('setup.logBroken', { id: brokenAt });
  };
  const find = (text: string) => {
    setObject(text.trim().slice(0, 64));
    setCursor(null);
  };
  return (
    <section aria-label={t('setup.log')}>
      <div className="ph">
        <h2>{t('setup.log')}</h2>
      </div>
      <div className="row tools">
        <input
          type="search"
          aria-label={t('setup.logObject')}
          placeholder={t('setup.logObject')}
          onChange={event => find(event.currentTarget.value)}
        />
        {cursor && (
          <button type="button" className="o" onClick={() => setCursor(null)}>
            {t('setup.newest')}
          </button>
        )}
        {value?.cursor && (
          <button type="button" className="o" onClick={() => setCursor(value.cursor)}>
            {t('setup.older')}
          </button>
        )}
        <button type="button" className="o" onClick={() => void act(download)}>
          {t('setup.logCsv')}
        </button>
        <button type="button" className="o" onClick={() => void act(check)}>
          {t('setup.logCheck')}
        </button>
      </div>
      <p role="status">
        {error ? t('config.notRead') : said || (value?.entries.length === 0 ? t('setup.logEmpty') : '')}
      </p>
      <DataTable
        label={t('setup.logChanges')}
        className="stack"
        columns={columnsOf(zone)}
        rows={value?.entries ?? []}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

const columnsOf = (zone: string): readonly DataColumn<AuditEntry>[] => [
  {
    key: 'time',
    head: t('setup.logTime'),
    isHeading: true,
    cell: ({ atS }) => `${formatTime(atS, zone, 'date')} ${formatTime(atS, zone, 'clock')}`,
  },
  {
    key: 'who',
    head: t('setup.logWho'),
    cell: ({ user, address }) => (
      <>
        {user || missing} <span className="u">{address}</span>
      </>
    ),
  },
  {
    key: 'what',
    head: t('setup.logWhat'),
    cell: ({ action, object, isRefused }) => (
      <>
        {textOf('audit', 'action', action.replaceAll(/\W/g, '_')) ?? action}{' '}
        <span className="u">{object}</span> {isRefused && <b>{t('setup.logRefused')}</b>}
      </>
    ),
  },
  {
    key: 'changes',
    head: t('setup.logChanges'),
    className: 'w',
    cell: ({ object, changes }) =>
      changes.length > 0 && <Lazy load={loadChanges} parts={changeParts} props={{ object, changes, zone }} />,
  },
];
