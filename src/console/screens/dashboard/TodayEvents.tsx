import { useMemo } from 'react';
import type { Alarm } from '../../data/alarm-rows';
import { alarmHistory } from '../../data/alarms';
import { dayOf, startOfDayS } from '../../data/days';
import { usePast } from '../../data/past';
import { plantNowMs } from '../../data/plant-clock';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { alarmTitle } from '../../ui/alarm-words';
import { WithAlarmTexts } from '../../ui/WithAlarmTexts';

/** The begin or the end of an alarm. */
interface Event {
  readonly atS: number;
  readonly name: string;
  readonly title: string;
}

const mostShown = 9;

/** The alarms that began or ended from `fromS` to `untilS`, newest first. */
function eventsOf(
  alarms: readonly Alarm[],
  fromS: number,
  untilS = Number.POSITIVE_INFINITY,
): readonly Event[] {
  const events = alarms.flatMap(({ beginS, endS, name, code }): Event[] => {
    const title = alarmTitle(code);
    const began = { atS: beginS, name, title };
    const ended = { name, title: t('drawings.alarms.returnedTitle', { title }) };
    return endS === null ? [began] : [began, { ...ended, atS: endS }];
  });
  return events
    .filter(({ atS }) => atS >= fromS && atS <= untilS)
    .sort((a, b) => b.atS - a.atS)
    .slice(0, mostShown);
}

/** The events of today, on screens with enough room. */
export function TodayEvents({ zone }: { readonly zone: string }) {
  const fromS = startOfDayS(dayOf(plantNowMs(), zone), zone) ?? 0;
  const { value } = useResource(useMemo(() => alarmHistory(fromS), [fromS]));
  if (!value || value.alarms.length === 0) return null;
  return <WithAlarmTexts>{() => <Events alarms={value.alarms} fromS={fromS} zone={zone} />}</WithAlarmTexts>;
}

interface EventsProps {
  readonly alarms: readonly Alarm[];
  readonly fromS: number;
  readonly zone: string;
}

function Events({ alarms, fromS, zone }: EventsProps) {
  const events = eventsOf(alarms, fromS, usePast()?.atS);
  if (events.length === 0) return null;
  return (
    <>
      <div className="ph events">
        <h2>{t('drawings.alarms.events')}</h2>
      </div>
      <table>
        <tbody translate="no">
          {events.map(({ atS, name, title }) => (
            <tr key={`${atS} ${name} ${title}`}>
              <td className="u">{formatTime(atS, zone, 'minute')}</td>
              <td>{name}</td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
