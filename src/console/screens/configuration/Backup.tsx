import { useState } from 'react';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { numberOrNull, textIn, textOrNull, timeOrNull } from '../../data/read';
import { recordsOf } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { formatQuantity, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { FilePicker } from '../../ui/FilePicker';
import { Switch } from '../../ui/Switch';
import { TextField } from '../../ui/TextField';
import { Plan } from './Plan';
import { type BackupActions, useBackup } from './use-backup';

const history = recordsOf('GET sistema/storia');
const copies = recordsOf('GET sistema/copie');

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
      <Copies actions={actions} />
      <Plan actions={actions} />
    </section>
  );
}

/** The automatic copies that schedules have made, each with the way back to it. */
function Copies({ actions: { isBusy, checkCopy } }: { readonly actions: BackupActions }) {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const kept = useResource(copies).value ?? [];
  if (kept.length === 0) return null;
  return (
    <>
      <h3>{t('setup.copies')}</h3>
      {kept.map(({ nome, creato, byte }) => (
        <div className="row" key={textOrNull(nome)}>
          {formatTime(timeOrNull(creato) ?? 0, zone, 'date')}{' '}
          {formatTime(timeOrNull(creato) ?? 0, zone, 'clock')}{' '}
          {formatQuantity((numberOrNull(byte) ?? 0) / 1e3, 0, 'kB')}
          <button type="button" className="o" disabled={isBusy} onClick={() => void checkCopy(textIn(nome))}>
            {t('setup.restoreButton')}
          </button>
        </div>
      ))}
    </>
  );
}
