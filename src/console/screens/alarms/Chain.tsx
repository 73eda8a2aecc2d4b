import { useMemo } from 'react';
import { alarmDetail } from '../../data/alarm-detail';
import { type Alarm, signOf } from '../../data/alarm-rows';
import { consequencesOf } from '../../data/alarms';
import { useResource } from '../../data/use-resource';
import { formatQuantity } from '../../i18n/format';
import { t, useLanguage } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmTitle, priorityWord } from '../../ui/alarm-words';
import { incidentSize } from '../../ui/incident-words';
import type { ChangeFilter } from './filter';

interface Props {
  readonly alarm: Alarm;
  readonly change: ChangeFilter;
}

/** At most this many consequences have a box each. */
const mostBoxes = 3;

/** What causes what: the cause, the alarm, what follows, and what it costs. The outlined box is where to put one's hands. */
export function Chain({ alarm, change }: Props) {
  const language = useLanguage();
  const { id, causeId, consequences, lostKwh, lostMoney } = alarm;
  const cause = useResource(
    useMemo(() => (causeId === null ? null : alarmDetail(causeId, language)), [causeId, language]),
  ).value;
  const hasMore = consequences !== null;
  const below = useResource(useMemo(() => (hasMore ? consequencesOf(id, null) : null), [hasMore, id])).value;
  if (!cause && !consequences && lostKwh === null) return null;
  const follows = below?.alarms.slice(0, mostBoxes) ?? [];
  const others = (consequences?.alarms ?? 0) - follows.length;
  const open = (openId: number) => () => change({ openId, unfoldedId: null });
  return (
    <section aria-label={t('alarms.chain.title')}>
      <h3>{t('alarms.chain.title')}</h3>
      <ol className="chain">
        {cause && (
          <li>
            <Box alarm={cause.alarm} isRoot onOpen={open(cause.alarm.id)} />
          </li>
        )}
        <li>
          <Box alarm={alarm} isRoot={!cause} />
        </li>
        {consequences && (
          <li>
            {follows.map(each => (
              <Box key={each.id} alarm={each} onOpen={open(each.id)} />
            ))}
            {others > 0 && (
              <button
                type="button"
                className="box keep"
                onClick={() => change({ unfoldedId: id, openId: id })}
              >
                {follows.length > 0 ? `+ ${others}` : incidentSize(consequences)}
              </button>
            )}
          </li>
        )}
        {lostKwh !== null && (
          <li>
            <div className="box">
              <b>{formatQuantity(lostKwh, 1, 'kWh')}</b>
              <small>
                {lostMoney === null ? t('alarms.column.lost') : formatQuantity(lostMoney, 2, '€')}
              </small>
            </div>
          </li>
        )}
      </ol>
      <small>{t('alarms.chain.here')}</small>
    </section>
  );
}

interface BoxProps {
  readonly alarm: Alarm;
  readonly isRoot?: boolean;
  /** Absent for the alarm that is open. */
  readonly onOpen?: () => void;
}

function Box({ alarm, isRoot = false, onOpen }: BoxProps) {
  const { name, code, priority } = alarm;
  const words = (
    <>
      <b>
        {priority !== 5 && (
          <AlarmSign priority={priority} {...signOf(alarm)} label={priorityWord(priority)} />
        )}
        {name || alarmTitle(code)}
      </b>
      {name !== '' && <small>{alarmTitle(code)}</small>}
    </>
  );
  const className = isRoot ? 'box here keep' : 'box keep';
  if (!onOpen) return <div className={className}>{words}</div>;
  return (
    <button type="button" className={className} onClick={onOpen}>
      {words}
    </button>
  );
}
