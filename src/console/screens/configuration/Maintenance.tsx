import { useState } from 'react';
import { ConsentDialog } from '../../configuration/ConsentDialog';
import { deviceNowMs } from '../../data/device-clock';
import { deviceFacts, fallbackProduct, fallbackZone } from '../../data/facts';
import { recordsOf, write } from '../../data/records';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { Backup } from './Backup';

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
      <Backup onRestart={() => setAsking(true)} />
      <section className="c6" aria-label={t('system.maintenance')}>
        <div className="ph">
          <h2>{t('system.maintenance')}</h2>
          <small>{device?.version && `${name} ${device.version}`}</small>
        </div>
        <ClockRow />
        <div className="mrow">
          <b>{t('system.bus')}</b>
          <span className="u">{t('system.busNote')}</span>
          <a href="/config/setup-sistema?vista=bus">{t('system.bus')}</a>
        </div>
        <div className="mrow">
          <b>{t('system.restart')}</b>
          <span className="u">{t('system.restartNote')}</span>
          <button type="button" className="o" onClick={() => setAsking(true)}>
            {t('system.restartButton')}
          </button>
        </div>
        <p role="status">{words}</p>
        {isAsking && (
          <ConsentDialog
            title={t('system.restartAsk')}
            confirm={t('system.restart')}
            isBusy={false}
            onConfirm={() => void restart()}
            onClose={() => setAsking(false)}
          >
            <p>{t('system.restartText')}</p>
          </ConsentDialog>
        )}
      </section>
    </>
  );
}

const system = recordsOf('GET sistema');

/** The datalogger's clock; without time servers it can be set from the user's device. */
function ClockRow() {
  useNowMs();
  const { value: [settings] = [] } = useResource(system);
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const [words, setWords] = useState('');
  const isFollowing = !settings || (Array.isArray(settings.ntp) && settings.ntp.length > 0);
  const nowS = deviceNowMs() / 1000;
  const set = async () => {
    const { kind } = await write('POST sistema/ora', { body: { ora: Math.round(Date.now() / 1000) } });
    setWords(t(kind === 'saved' ? 'system.clockSet' : 'system.clockNotSet'));
  };
  return (
    <div className="mrow">
      <b>
        {formatTime(nowS, zone, 'date')} {formatTime(nowS, zone, 'clock')}
      </b>
      <span className="u" role="status">
        {words || (isFollowing ? t('system.clockFollows') : '')}
      </span>
      <button type="button" className="o" disabled={isFollowing} onClick={() => void set()}>
        {t('system.setClock')}
      </button>
    </div>
  );
}
