import { type Alarm, isWaiting, waitingIn } from '../../data/alarm-rows';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';

/** The text for the state of an alarm: in bold the part that asks for an action, then the rest. */
export interface StateWords {
  readonly strong: string;
  readonly rest: string;
}

export function stateWords(alarm: Alarm, zone: string): StateWords {
  const { state, priority, shelf } = alarm;
  if (isWaiting(alarm) && (state === 'active' || state === 'returned')) {
    return { strong: t(`alarms.state.${state}`), rest: `, ${t('alarms.state.toAcknowledge')}` };
  }
  if (priority === 5 && state !== 'over') return { strong: '', rest: t('alarms.state.event') };
  if (state === 'shelved') {
    const time = formatTime(shelf?.untilS, zone, 'minute');
    return { strong: '', rest: t('alarms.state.shelved', { time }) };
  }
  return { strong: '', rest: t(`alarms.state.${state}`) };
}

/** "13:42:10" today, with the date on any other day. */
export function momentWords(epochS: number, nowS: number, zone: string): string {
  const date = formatTime(epochS, zone, 'date');
  const clock = formatTime(epochS, zone, 'clock');
  return date === formatTime(nowS, zone, 'date') ? clock : `${date} ${clock}`;
}

/** How many alarms an acknowledgement of these incidents acknowledges. */
export const waitingInAll = (alarms: readonly Alarm[]) =>
  alarms.reduce((sum, alarm) => sum + waitingIn(alarm), 0);

/** "M. Ferrara, 13:18"; empty if nobody has acknowledged the alarm. */
export function acknowledgedWords({ acknowledged }: Alarm, nowS: number, zone: string): string {
  if (!acknowledged) return '';
  const { by, atS } = acknowledged;
  const isToday = formatTime(atS, zone, 'date') === formatTime(nowS, zone, 'date');
  return t('alarms.by', {
    user: by,
    time: isToday ? formatTime(atS, zone, 'minute') : momentWords(atS, nowS, zone),
  });
}
