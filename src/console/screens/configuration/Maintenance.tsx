import { useState } from 'react';
import { ConsentDialog } from '../../configuration/ConsentDialog';
import { deviceNowMs } from '../../data/device-clock';
import { deviceFacts, fallbackProduct, fallbackZone } from '../../data/facts';
import { recordsOf, write } from '../../data/records';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { Backup } from './Backup';
import { useBox } from './for-box';

/** Maintenance of the datalogger itself. */
export function Maintenance() {
  const device = useResource(deviceFacts).value;
  const { can, isKnown } = useBox();
  const [isAsking, setAsking] = useState(false);
  const [said, say] = useSaid();
  const name = device?.product ?? fallbackProduct;
  const restart = async () => {
    setAsking(false);
    const { kind } = await write('POST sistema/riavvio', {});
    say(() => t(kind === 'saved' ? 'setup.restarting' : 'setup.notRestarted'));
  };
  return (
    <>
      <Backup onRestart={() => setAsking(true)} />
      <section className="c6" aria-label={t('setup.maintenance')}>
        <div className="ph">
          <h2>{t('setup.maintenance')}</h2>
          <small>{device?.version && `${name} ${device.version}`}</small>
        </div>
        <ClockRow />
        <div className="mrow">
          <b>{t('system.bus')}</b>
          <span className="u">{t('setup.busNote')}</span>
          <a href="/config/setup-sistema?vista=bus">{t('system.bus')}</a>
        </div>
        <div className="mrow">
          <b>{t('setup.restart')}</b>
          <span className="u">{t(can?.riavvio === false ? 'setup.restartOnBox' : 'setup.restartNote')}</span>
          {isKnown && can?.riavvio !== false && (
            <button type="button" className="o" onClick={() => setAsking(true)}>
              {t('setup.restartButton')}
            </button>
          )}
        </div>
        {can?.registra && <p className="u">{t('system.recordedOnly')}</p>}
        <p role="status">{said}</p>
        {isAsking && (
          <ConsentDialog
            title={t('setup.restartAsk')}
            confirm={t('setup.restart')}
            isBusy={false}
            onConfirm={() => void restart()}
            onClose={() => setAsking(false)}
          >
            <p>{t('setup.restartText')}</p>
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
  const device = useResource(deviceFacts).value;
  const zone = device?.zone ?? fallbackZone;
  const { can, isKnown } = useBox();
  const isOnBox = can?.orologio === false;
  const [said, say] = useSaid();
  const isFollowing = !settings || (Array.isArray(settings.ntp) && settings.ntp.length > 0);
  const nowS = deviceNowMs() / 1000;
  const set = async () => {
    const { kind } = await write('POST sistema/ora', { body: { ora: Math.round(Date.now() / 1000) } });
    say(() => t(kind === 'saved' ? 'setup.clockSet' : 'setup.clockNotSet'));
  };
  return (
    <div className="mrow">
      <b translate="no">
        {formatTime(nowS, zone, 'date')} {formatTime(nowS, zone, 'clock')}
      </b>
      <span className="u" role="status">
        {said || (isOnBox ? t('setup.clockOnBox') : isFollowing ? t('setup.clockFollows') : '')}
      </span>
      {isKnown && !isOnBox && (
        <button type="button" className="o" disabled={isFollowing} onClick={() => void set()}>
          {t('setup.setClock')}
        </button>
      )}
    </div>
  );
}
