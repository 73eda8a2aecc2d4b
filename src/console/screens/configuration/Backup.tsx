import { useState } from 'react';
import { ConsentDialog } from '../../configuration/ConsentDialog';
import { differencesIn } from '../../data/audit';
import { numberOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { formatQuantity } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FilePicker } from '../../ui/FilePicker';
import { Lazy } from '../../ui/Lazy';
import { Switch } from '../../ui/Switch';
import { TextField } from '../../ui/TextField';
import { type BackupActions, useBackup } from './use-backup';

const loadDifferences = () => import('./changes/Differences').then(module => module.Differences);
const differenceParts = ['audit'] as const;
const history = recordsOf('GET sistema/storia');

interface Props {
  readonly onRestart: () => void;
}

/** Backup and restore; with the history if the datalogger supports it. */
export function Backup({ onRestart }: Props) {
  const [passphrase, setPassphrase] = useState('');
  const [isWithHistory, setWithHistory] = useState(false);
  const bytes = numberOrNull(useResource(history).value?.[0]?.stima);
  const actions = useBackup();
  const { words, isBusy, percent, needsRestart, save, check, cancel } = actions;
  return (
    <section className="c6" aria-label={t('setup.backup')}>
      <div className="ph">
        <h2>{t('setup.backup')}</h2>
      </div>
      <TextField
        label={t('setup.passphrase')}
        hint={t('setup.passphraseHint')}
        fault={null}
        value={passphrase}
        onChange={setPassphrase}
      />
      {bytes !== null && (
        <Switch isOn={isWithHistory} isDisabled={isBusy} onChange={setWithHistory}>
          {t('setup.withHistory', { size: formatQuantity(bytes / 1e6, 1, 'MB') })}
        </Switch>
      )}
      <div className="row">
        <button
          type="button"
          className="o"
          disabled={isBusy}
          onClick={() => void save(passphrase, isWithHistory)}
        >
          {t('setup.backupButton')}
        </button>
        <FilePicker
          label={t('setup.restoreFile')}
          accept=".json,.backup"
          isDisabled={isBusy}
          onChoose={file => void check(file, passphrase, isWithHistory)}
        />
      </div>
      {percent !== null && (
        <div className="row">
          <progress aria-label={t('setup.history')} max={100} value={percent} />
          {formatQuantity(percent, 0, '%')}
          <button type="button" className="o" onClick={cancel}>
            {t('config.cancel')}
          </button>
        </div>
      )}
      <p role="status">
        {words} {needsRestart && t('setup.restartNeeded')}
      </p>
      {needsRestart && (
        <button type="button" onClick={onRestart}>
          {t('setup.restartButton')}
        </button>
      )}
      <Plan actions={actions} />
    </section>
  );
}

/** What a restore would change, and the question whether to do it. */
function Plan({ actions: { plan, isBusy, restore } }: { readonly actions: BackupActions }) {
  const [isAsking, setAsking] = useState(false);
  if (!plan) return null;
  return (
    <>
      <Lazy
        load={loadDifferences}
        parts={differenceParts}
        props={{ differences: differencesIn(plan.differenze) }}
      />
      <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
        {t('setup.restoreButton')}
      </button>
      {isAsking && (
        <ConsentDialog
          title={t('setup.restoreAsk')}
          confirm={t('setup.restore')}
          isBusy={isBusy}
          onConfirm={() => {
            setAsking(false);
            void restore();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('setup.restoreText')}</p>
        </ConsentDialog>
      )}
    </>
  );
}
