import { useState } from 'react';
import { dayAfter, instantOfLocal } from '../../../contract/zone';
import { currentSearch } from '../../browser/search';
import { type AuditEntry, auditLog, auditTable, checkAudit } from '../../data/audit';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { downloadTable } from '../../data/table-file';
import { useResource } from '../../data/use-resource';
import { formatTime, missing } from '../../i18n/format';
import { t, textOf } from '../../i18n/translate';
import { nothingSaid, useSaid } from '../../i18n/use-said';
import { DataTable } from '../../ui/DataTable';
import type { DataColumn } from '../../ui/data-column';
import { FileButtons } from '../../ui/FileButtons';
import { Lazy } from '../../ui/Lazy';

import { Plan } from './Plan';
import { useBackup } from './use-backup';

const loadChanges = () => import('./changes/Changes').then(module => module.Changes);
const changeParts = ['audit'] as const;

/** What is looked for, as typed: part of an object or its name, part of a user's name, calendar days. */
const anything = { oggetto: '', utente: '', da: '', a: '' };
type Wanted = typeof anything;

/** What the address asks for: links lead here from an account or a device. */
function askedFor(): Wanted {
  const search = new URLSearchParams(currentSearch());
  return { ...anything, oggetto: search.get('oggetto') ?? '', utente: search.get('utente') ?? '' };
}

/**
 * Who changed what, when and from which address, page by page, newest first; by object, person and days. The datalogger masks secrets
 * before it stores an entry.
 */
export function AuditLog() {
  const [wanted, setWanted] = useState(askedFor);
  const [cursor, setCursor] = useState<string | null>(null);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const query = queryOf(wanted, zone);
  const { value, error } = useResource(auditLog({ ...query, ...(cursor ? { cursor } : {}) }));
  const [said, say] = useSaid();
  const backup = useBackup();
  /** Says the result of `work`, or that there was no answer. */
  const act = async (work: () => Promise<() => string>) => {
    say(nothingSaid);
    say(await work().catch(() => () => t('setup.noAnswer')));
  };
  const download = async () => {
    downloadTable('meridiana-audit.csv', await auditTable(query));
    return nothingSaid;
  };
  const check = async () => {
    const { rows, brokenAt } = await checkAudit();
    return () =>
      brokenAt === null ? t('setup.logWhole', { count: rows }) : t('setup.logBroken', { id: brokenAt });
  };
  const find = (field: keyof Wanted, text: string) => {
    setWanted({ ...wanted, [field]: text.trim().slice(0, 64) });
    setCursor(null);
  };
  return (
    <section aria-label={t('setup.log')}>
      <div className="ph">
        <h2>{t('setup.log')}</h2>
      </div>
      <div className="row tools">
        <Filters wanted={wanted} find={find} />
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
        <FileButtons save={() => act(download)} />
        <button type="button" className="o" onClick={() => void act(check)}>
          {t('setup.logCheck')}
        </button>
      </div>
      <p role="status">
        {error
          ? t('config.notRead')
          : said || backup.words || (value?.entries.length === 0 ? t('setup.logEmpty') : '')}
      </p>
      <Plan actions={backup} />
      <DataTable
        label={t('setup.logChanges')}
        className="stack"
        columns={columnsOf(zone, id => void backup.checkVersion(id))}
        rows={value?.entries ?? []}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

interface FiltersProps {
  readonly wanted: Wanted;
  readonly find: (field: keyof Wanted, text: string) => void;
}

function Filters({ wanted, find }: FiltersProps) {
  const fields = [
    ['oggetto', t('setup.logObject')],
    ['utente', t('setup.logUser')],
    ['da', t('invalid.from')],
    ['a', t('invalid.to')],
  ] as const;
  return fields.map(([name, label]) => {
    const isDay = name === 'da' || name === 'a';
    return (
      <label key={name} className="row">
        {isDay && label}
        <input
          type={isDay ? 'date' : 'search'}
          aria-label={label}
          placeholder={label}
          defaultValue={wanted[name]}
          onChange={event => find(name, event.currentTarget.value)}
        />
      </label>
    );
  });
}

/** Days in the zone of the plant, both included. */
function queryOf({ oggetto, utente, da, a }: Wanted, zone: string) {
  const [from, to] = [da && instantOfLocal(zone, da), a && instantOfLocal(zone, dayAfter(a, 1)) - 1];
  const parts = { oggetto, utente, da: from && String(from), a: to && String(to) };
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text));
}

const columnsOf = (zone: string, goBack: (version: number) => void): readonly DataColumn<AuditEntry>[] => [
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
    cell: ({ action, object, name, isRefused }) => (
      <>
        {textOf('audit', 'action', action.replaceAll(/\W/g, '_')) ?? action} {name}{' '}
        <span className="u">{object}</span> {isRefused && <b>{t('setup.logRefused')}</b>}
      </>
    ),
  },
  {
    key: 'changes',
    head: t('setup.logChanges'),
    className: 'w',
    cell: ({ object, changes, version }) => (
      <>
        {changes.length > 0 && (
          <Lazy load={loadChanges} parts={changeParts} props={{ object, changes, zone }} />
        )}
        {version !== null && (
          <button type="button" className="o" onClick={() => goBack(version)}>
            {t('audit.field.versione')} {version}…
          </button>
        )}
      </>
    ),
  },
];
