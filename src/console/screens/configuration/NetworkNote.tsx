import { useEffect, useState } from 'react';
import { readNow, refresh } from '../../data/poll';
import { isObject, numberOrNull, textOrNull } from '../../data/read';
import { recordsOf, write } from '../../data/records';
import { useCountdown } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';

const system = recordsOf('GET sistema');
const plantRecord = recordsOf('GET impianto/:id', { id: '1' });

/** The effects of a change of the network. While a change is on trial: the time left, and how to keep it. */
export function NetworkNote({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const { value: [settings] = [], receivedMs } = useResource(system);
  const { value: [plant] = [] } = useResource(plantRecord);
  const version = plant?.versione;
  const [isFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a part of the plant was saved
  useEffect(() => refresh(system), [version]);
  const trial = isObject(settings?.rete_in_prova) ? settings.rete_in_prova : null;
  const leftS = numberOrNull(trial?.secondi);
  const left = useCountdown(leftS === null || receivedMs === null ? null : receivedMs + leftS * 1000);
  const next = isObject(trial?.nuova) ? textOrNull(trial.nuova.ip) : null;
  const confirm = async () => {
    const { kind } = await write('POST impianto/:id/network/conferma', { params: { id: '1' } });
    setFailed(kind !== 'saved');
    await readNow(system).catch(() => undefined);
  };
  return (
    <div className="note">
      <Icon name="warn" />
      <div role="status">
        {trial && left > 0 ? (
          <>
            <b>{t('system.onTrial', { count: left })}</b> {t('system.onTrialHow')}{' '}
            {next && <a href={`${location.protocol}//${next}/config/setup-sistema`}>{next}</a>}
          </>
        ) : (
          t('system.networkNote')
        )}
        {settings?.solo_registrato === true && <p>{t('system.recordedOnly')}</p>}
        {isFailed && <p>{t('system.notConfirmed')}</p>}
      </div>
      {trial && isAdministrator && left > 0 && (
        <button type="button" className="end" onClick={() => void confirm()}>
          {t('system.confirm')}
        </button>
      )}
    </div>
  );
}
