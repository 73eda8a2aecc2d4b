import { useMemo } from 'react';
import { type Alarm, type AlarmGroup, signOf } from '../data/alarm-rows';
import { alarmList } from '../data/alarms';
import { plantNowMs } from '../data/plant-clock';
import { useResource } from '../data/use-resource';
import { formatDuration, formatTime } from '../i18n/format';
import { t } from '../i18n/translate';
import { AlarmSign } from '../ui/AlarmSign';
import { alarmTitle } from '../ui/alarm-words';
import { WithAlarmTexts } from '../ui/WithAlarmTexts';

interface Props {
  readonly group: AlarmGroup;
  readonly device: string;
  readonly zone: string;
}

const shownAtMost = 5;

/** The last alarms of the device that no other explains, newest first; nothing where the datalogger has no alarms. */
export function DeviceEvents({ group, device, zone }: Props) {
  const resource = useMemo(
    () => alarmList({ stato: 'storico', tipo: group, dispositivo: device }),
    [group, device],
  );
  const { value } = useResource(resource);
  if (!value) return null;
  // What only repeats another alarm is no event of its own.
  const alarms = value.alarms.filter(({ causeId }) => causeId === null);
  return (
    <>
      <h3>{t('drawer.events')}</h3>
      {alarms.length === 0 ? (
        <p>{t('drawer.noEvents')}</p>
      ) : (
        <WithAlarmTexts>{() => <Events alarms={alarms.slice(0, shownAtMost)} zone={zone} />}</WithAlarmTexts>
      )}
    </>
  );
}

function Events({ alarms, zone }: { readonly alarms: readonly Alarm[]; readonly zone: string }) {
  const nowS = plantNowMs() / 1000;
  return (
    <ul className="alist">
      {alarms.map(alarm => {
        const { id, code, priority, beginS, endS } = alarm;
        const begin = `${formatTime(beginS, zone, 'date')} ${formatTime(beginS, zone, 'minute')}`;
        const time = formatDuration((endS ?? nowS) - beginS);
        return (
          <li key={id}>
            {priority !== 5 && <AlarmSign priority={priority} {...signOf(alarm)} />}
            <div>
              {alarmTitle(code)}
              <small>{t(endS === null ? 'drawer.eventSince' : 'drawer.eventLasted', { begin, time })}</small>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
