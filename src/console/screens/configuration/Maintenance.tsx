import { useState } from 'react';
import { NameDialog } from '../../configuration/NameDialog';
import { deviceFacts, fallbackProduct } from '../../data/facts';
import { write } from '../../data/records';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { Backup } from './Backup';
import { ClockRow } from './ClockRow';

/** Maintenance of the datalogger itself. */
export function Maintenance() {
  const device = useResource(deviceFacts).value;
  const [isAsking, setAsking] = useState(false);
  const [words, setWords] = useState('');
  const name = device?.product ?? fallbackProduct;
  const restart = async () => {
    setAsking(false);
    const { kind } = await write('POST sistema/riavvio', {});
    setWords(t(kind === 'saved' ? 'system.restarting' : 'system.notRestarted'));
  };
  return (
    <>
      <Backup name={name} onRestart={() => setAsking(true)} />
      <section className="c6" aria-label={t('system.maintenance')}>
        <div className="ph">
          <h2>{t('system.maintenance')}</h2>
          <small>{device?.version && `${name} ${device.version}`}</small>
        </div>
        <ClockRow />
        <div className="mrow">
          <b>{t('system.restart')}</b>
          <span className="u">{t('system.restartNote')}</span>
          <button type="button" className="o" onClick={() => setAsking(true)}>
            {t('system.restartButton')}
          </button>
        </div>
        <p role="status">{words}</p>
        {isAsking && (
          <NameDialog
            title={t('system.restartAsk')}
            text={t('system.restartText')}
            confirm={t('system.restart')}
            name={name}
            isBusy={false}
            onConfirm={() => void restart()}
            onClose={() => setAsking(false)}
          />
        )}
      </section>
    </>
  );
}
