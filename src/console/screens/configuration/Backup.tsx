import { useState } from 'react';
import { NameDialog } from '../../configuration/NameDialog';
import { isObject } from '../../data/read';
import { t } from '../../i18n/translate';
import { TextField } from '../../ui/TextField';
import { Differences } from './Differences';
import { type BackupDeeds, useBackup } from './use-backup';

/** Backup and restore; `name` has to be typed before a restore. */
export function Backup({ name }: { readonly name: string }) {
  const [passphrase, setPassphrase] = useState('');
  const deeds = useBackup();
  const { words, isBusy, save, check } = deeds;
  return (
    <section className="c6" aria-label={t('system.backup')}>
      <div className="ph">
        <h2>{t('system.backup')}</h2>
      </div>
      <TextField
        label={t('system.passphrase')}
        hint={t('system.passphraseHint')}
        fault={null}
        value={passphrase}
        onChange={setPassphrase}
      />
      <div className="row">
        <button type="button" className="o" disabled={isBusy} onClick={() => void save(passphrase)}>
          {t('system.backupButton')}
        </button>
        <label>
          {t('system.restoreFile')}{' '}
          <input
            type="file"
            accept=".json"
            disabled={isBusy}
            onChange={event => void check(event.currentTarget.files?.[0], passphrase)}
          />
        </label>
      </div>
      <p role="status">{words}</p>
      <Plan name={name} deeds={deeds} />
    </section>
  );
}

/** What would change, and the question whether it shall. */
function Plan({
  name,
  deeds: { plan, isBusy, restore },
}: {
  readonly name: string;
  readonly deeds: BackupDeeds;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!plan) return null;
  return (
    <>
      <Differences rows={Array.isArray(plan.differenze) ? plan.differenze.filter(isObject) : []} />
      <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
        {t('system.restoreButton')}
      </button>
      {isAsking && (
        <NameDialog
          title={t('system.restoreAsk')}
          text={t('system.restoreText')}
          confirm={t('system.restore')}
          name={name}
          isBusy={isBusy}
          onConfirm={() => {
            setAsking(false);
            void restore();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
