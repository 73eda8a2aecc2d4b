import { type AlarmCounts, waitingTotal } from '../../data/alarm-counts';
import { type Alarm, durationS, isSetAside, isWaiting } from '../../data/alarm-rows';
import type { AlarmPage } from '../../data/alarms';
import { formatDuration } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmName } from '../../ui/alarm-words';
import type { HeadWords } from '../../ui/panel-words';

/** The headline of the alarms: how many wait for acknowledgement, the most serious one, and the state of the others. */
export function headWords(
  { alarms, cursor, total, states }: AlarmPage,
  counts: AlarmCounts | undefined,
  nowS: number,
): HeadWords {
  // Only where the list has further pages: read before a new alarm, the counts would call the one in the list acknowledged.
  const beyond = cursor === null ? undefined : counts;
  const waiting =
    states.get('da_riconoscere') ?? (beyond ? waitingTotal(beyond) : alarms.filter(isWaiting).length);
  // A list of incidents does not show what their causes hide.
  const aside = states.get('accantonati') ?? alarms.filter(isSetAside).length;
  // Events are not alarms, and shelved or suppressed alarms ask for no action.
  const active = alarms.filter(alarm => alarm.priority !== 5 && !isSetAside(alarm));
  const title = () => {
    if (waiting > 0) return t('alarms.title.waiting', { count: waiting });
    if (active.length > 0)
      return t('alarms.title.known', { count: beyond ? currentTotal(beyond) : active.length });
    return t(aside > 0 ? 'alarms.title.aside' : 'alarms.title.none');
  };
  const [worst] = active.filter(isWaiting);
  const sentences = [
    worst && worstWords(worst, nowS),
    // If the list has further pages, the state of the other alarms is not known.
    cursor === null && restWords(active.filter(({ isPresent }) => isPresent).length, active.length, aside),
  ];
  const text = sentences.filter(Boolean).join(' ');
  return { title: title(), text: total === 0 ? t('alarms.text.none') : text };
}

/** An alarm that waits for somebody may be over: it then lasted from its begin to its end, not until now. */
function worstWords(worst: Alarm, nowS: number): string {
  const values = { name: alarmName(worst), time: formatDuration(durationS(worst, nowS)) };
  return t(worst.isPresent ? 'alarms.text.worst' : 'alarms.text.worstGone', values);
}

function currentTotal({ priorities }: AlarmCounts): number {
  return priorities.reduce((sum, { current }) => sum + current, 0);
}

/** "6 condizioni sono ancora presenti, 1 è rientrata, 1 è sospesa." */
function restWords(present: number, active: number, aside: number): string {
  const clauses = [
    present > 0 ? t('alarms.text.present', { count: present }) : '',
    active > present ? t('alarms.text.returned', { count: active - present }) : '',
    aside > 0 ? t('alarms.text.aside', { count: aside }) : '',
  ].filter(clause => clause !== '');
  return clauses.length > 0 ? `${clauses.join(', ')}.` : '';
}
