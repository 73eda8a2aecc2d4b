import { useState } from 'react';
import { deviceNowMs } from '../../data/device-clock';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { recordsOf, write } from '../../data/records';
import { useNowMs } from '../../data/ticker';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';

const system = recordsOf('GET sistema');

/** The datalogger's clock; without time servers it can be set from the user's device. */
export function ClockRow() {
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
