import { useMemo } from 'react';
import type { Alarm } from '../../data/alarm-rows';
import { alarmList } from '../../data/alarms';
import { usePast } from '../../data/past';
import { plantNowMs } from '../../data/plant-clock';
import { useResource } from '../../data/use-resource';
import { numberOf } from '../../device-screens/device-list';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmQuantity, alarmTitle } from '../../ui/alarm-words';
import { WithAlarmTexts } from '../../ui/WithAlarmTexts';
import { eventWords } from './codes';
import type { Inverter } from './inverter-list';

interface Props {
  readonly inverter: Inverter;
  readonly zone: string;
}

/**
 * Why the inverter stands still: the alarm behind it with its value and since when, as a bit that only the manufacturer knows helps nobody
 * anything. Without an alarm, the events that the inverter reports, if any.
 */
export function Fault({ inverter, zone }: Props) {
  const alarm = useCause(inverter);
  const untilS = usePast()?.atS ?? plantNowMs() / 1000;
  const events = numberOf(inverter, 'evt');
  if (alarm) return <WithAlarmTexts>{() => `: ${alarmWords(alarm, untilS, zone)}`}</WithAlarmTexts>;
  return events ? `: ${eventWords(events)}` : null;
}

/** "Isolamento basso 38 kΩ, dal 10/06 13:25, da 6 min" */
function alarmWords({ code, value, unit, beginS }: Alarm, untilS: number, zone: string): string {
  const begin = `${formatTime(beginS, zone, 'date')} ${formatTime(beginS, zone, 'minute')}`;
  const since = t('drawer.eventSince', { begin, time: formatDuration(untilS - beginS) });
  return `${[alarmTitle(code), alarmQuantity(value, unit)].join(' ').trim()}, ${since}`;
}

/** The gravest alarm of the inverter that is present, and that no other explains. The drawer below lists the same answer. */
function useCause({ id }: Inverter): Alarm | undefined {
  const past = usePast();
  const asked = useMemo(() => alarmList({ stato: 'storico', tipo: 'inverter', dispositivo: id }), [id]);
  const listed = useResource(past ? null : asked).value?.alarms;
  const [gravest] = ((past ? past.alarms?.alarms : listed) ?? [])
    .filter(({ group, device }) => group === 'inverter' && String(device) === id)
    .filter(({ endS, causeId, priority }) => endS === null && causeId === null && priority !== 5)
    .sort((a, b) => a.priority - b.priority);
  return gravest;
}
