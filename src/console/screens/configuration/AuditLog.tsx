import '../../ui/lists.css';
import { useState } from 'react';
import { type AuditEntry, auditLog } from '../../data/audit';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { useResource } from '../../data/use-resource';
import { formatTime, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';

/** Who did what, when and from where, and what it changed; page by page, newest first. Secrets are masked where it is kept. */
export function AuditLog() {
  const [object, setObject] = useState('');
  const [cursor, setCursor] = useState<string | null>(null);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const { value, error } = useResource(
    auditLog({ ...(object ? { oggetto: object } : {}), ...(cursor ? { cursor } : {}) }),
  );
  const find = (text: string) => {
    setObject(text.trim().slice(0, 64));
    setCursor(null);
  };
  return (
    <section aria-label={t('system.log')}>
      <div className="ph">
        <h2>{t('system.log')}</h2>
      </div>
      <div className="row tools">
        <input
          type="search"
          aria-label={t('system.logObject')}
          placeholder={t('system.logObject')}
          onChange={event => find(event.currentTarget.value)}
        />
        {cursor && (
          <button type="button" className="o" onClick={() => setCursor(null)}>
            {t('system.newest')}
          </button>
        )}
        {value?.cursor && (
          <button type="button" className="o" onClick={() => setCursor(value.cursor)}>
            {t('system.older')}
          </button>
        )}
      </div>
      <p role="status">
        {error ? t('config.notRead') : value?.entries.length === 0 ? t('system.logEmpty') : ''}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <div className="scroll" tabIndex={0}>
        <table className="stack">
          <thead>
            <tr>
              <th scope="col">{t('system.logTime')}</th>
              <th scope="col">{t('system.logWho')}</th>
              <th scope="col">{t('system.logWhat')}</th>
              <th scope="col">{t('system.logChanges')}</th>
            </tr>
          </thead>
          <tbody>
            {(value?.entries ?? []).map(entry => (
              <Entry key={entry.id} entry={entry} zone={zone} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Entry({ entry, zone }: { readonly entry: AuditEntry; readonly zone: string }) {
  const { atS, user, address, action, object, isRefused, changes } = entry;
  return (
    <tr>
      <th scope="row">
        {formatTime(atS, zone, 'date')} {formatTime(atS, zone, 'clock')}
      </th>
      <td>
        {user || missing} <span className="u">{address}</span>
      </td>
      <td>
        {action} <span className="u">{object}</span> {isRefused && <b>{t('system.logRefused')}</b>}
      </td>
      <td className="w">
        {changes.map(({ field, old, next }) => (
          <div key={field}>
            {field}: {old ?? missing} → <b>{next ?? missing}</b>
          </div>
        ))}
      </td>
    </tr>
  );
}
