import { useMemo } from 'react';
import { type AlarmGroup, signOf } from '../data/alarm-rows';
import { alarmList } from '../data/alarms';
import { plantNowMs } from '../data/plant-clock';
import { useResource } from '../data/use-resource';
import { formatDuration, formatTime } from '../i18n/format';
import { t, textOf } from '../i18n/translate';
import { AlarmSign } from '../ui/AlarmSign';

interface Props {
  readonly group: AlarmGroup;
  readonly device: string;
  readonly zone: string;
}

const shownAtMost = 5;

/** The last alarms of the device, newest first; nothing where the datalogger has no alarms to offer. */
export function DeviceEvents({ group, device, zone }: Props) {
  const resource = useMemo(
    () => alarmList({ stato: 'storico', tipo: group, dispositivo: device }),
    [group, device],
  );
  const { value } = useResource(resource);
  if (!value) return null;
  const nowS = plantNowMs() / 1000;
  return (
    <>
      <h3>{t('details.events')}</h3>
      {value.alarms.length === 0 && <p>{t('details.noEvents')}</p>}
      <ul className="alist">
        {value.alarms.slice(0, shownAtMost).map(alarm => {
          const { id, code, priority, beginS, endS } = alarm;
          const begin = `${formatTime(beginS, zone, 'date')} ${formatTime(beginS, zone, 'minute')}`;
          const time = formatDuration((endS ?? nowS) - beginS);
          return (
            <li key={id}>
              {priority !== 5 && <AlarmSign priority={priority} {...signOf(alarm)} />}
              <div>
                {textOf('alarm', code, 'title') ?? code}
                <small>
                  {t(endS === null ? 'details.eventSince' : 'details.eventLasted', { begin, time })}
                </small>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
