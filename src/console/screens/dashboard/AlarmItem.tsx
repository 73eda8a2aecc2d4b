import { type Alarm, isWaiting, signOf, waitingIn } from '../../data/alarm-rows';
import { usePast } from '../../data/past';
import { plantNowMs } from '../../data/plant-clock';
import { useNowMs } from '../../data/ticker';
import { formatDuration, formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import type { Part } from '../../i18n/words';
import { AlarmSign } from '../../ui/AlarmSign';
import { acknowledgeLabel, withCount } from '../../ui/action-words';
import { alarmName, alarmQuantity, alarmTitle, priorityWord } from '../../ui/alarm-words';
import { Lazy } from '../../ui/Lazy';

interface Props {
  readonly alarm: Alarm;
  readonly zone: string;
  /** Actions are not possible at the moment. */
  readonly isBlocked: boolean;
  readonly acknowledge: (alarm: Alarm) => Promise<void>;
}

const loadSize = () => import('../../ui/IncidentSize').then(module => module.IncidentSize);
const sizeParts: readonly Part[] = ['incidents'];

/** A short form of one incident; its name is a link to the details. */
export function AlarmItem({ alarm, zone, isBlocked, acknowledge }: Props) {
  useNowMs();
  const { id, code, priority, beginS, endS, value, unit, consequences } = alarm;
  const waiting = waitingIn(alarm);
  const untilS = usePast()?.atS ?? plantNowMs() / 1000;
  const measured = alarmQuantity(value, unit);
  const place = placeWords(alarm, zone);
  const What = isWaiting(alarm) ? 'b' : 'span';
  const hasReturned = endS !== null;
  return (
    <li>
      {priority !== 5 && <AlarmSign priority={priority} {...signOf(alarm)} label={priorityWord(priority)} />}
      <div>
        <What className="what">
          <a href={`/allarmi?aperto=${id}`}>{alarmTitle(code)}</a>
          {measured && <span>: {measured}</span>}
        </What>
        <small>
          {consequences ? (
            <Lazy load={loadSize} parts={sizeParts} props={{ place, ...consequences }} waiting={place} />
          ) : (
            place
          )}
        </small>
      </div>
      <small>{hasReturned ? t('drawings.alarms.returned') : formatDuration(untilS - beginS)}</small>
      {waiting > 0 && (
        <button
          type="button"
          className="o"
          disabled={isBlocked}
          aria-label={withCount(t('drawings.alarms.acknowledgeThis', { name: alarmName(alarm) }), waiting)}
          onClick={() => void acknowledge(alarm)}
        >
          {acknowledgeLabel(waiting)}
        </button>
      )}
    </li>
  );
}

/** "INV 07, soglia 50 kΩ", "SPI, rientrato alle 12:58" */
function placeWords({ name, endS, threshold, unit }: Alarm, zone: string): string {
  const limit = alarmQuantity(threshold, unit);
  const rest =
    endS === null
      ? limit && t('drawings.alarms.threshold', { value: limit })
      : t('drawings.alarms.returnedAt', { time: formatTime(endS, zone, 'minute') });
  return [name, rest].filter(text => text !== '').join(', ');
}
