import { useEffect, useMemo, useRef, useState } from 'react';
import { type Alarm, signOf } from '../../data/alarm-rows';
import { consequencesOf } from '../../data/alarms';
import { plantNowMs } from '../../data/plant-clock';
import { useResource } from '../../data/use-resource';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmName, priorityWord } from '../../ui/alarm-words';
import { Pages, pageLength } from '../../ui/Pages';
import { detailId, NameButton } from './alarm-columns';
import { Detail } from './Detail';
import type { ChangeFilter } from './filter';
import { momentWords, stateWords } from './state-words';
import type { AlarmActions } from './use-alarms';

interface Props {
  /** The cause. */
  readonly alarm: Alarm;
  /** Id of the consequence whose details are open. */
  readonly openId: number | null;
  readonly change: ChangeFilter;
  readonly actions: AlarmActions;
  readonly zone: string;
  readonly isStill: boolean;
}

/** What follows from an alarm, a line each, in pages; a click on a name opens its details below it. */
export function ConsequenceList({ alarm, openId, ...props }: Props) {
  /** The cursors of the pages up to the one shown. */
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const cursor = cursors.at(-1) ?? null;
  const { value, error } = useResource(useMemo(() => consequencesOf(alarm.id, cursor), [alarm.id, cursor]));
  const place = useRef<HTMLUListElement>(null);
  const isRead = value !== undefined;
  useEffect(() => {
    if (isRead) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  if (!value) return <p role="status">{t(error ? 'incident.failed' : 'incident.reading')}</p>;
  if (value.total === 0) return <p role="status">{t('incident.none')}</p>;
  const setPage = (page: number) => {
    setCursors(page < cursors.length ? cursors.slice(0, page + 1) : [...cursors, value.cursor]);
  };
  return (
    <>
      <ul className="kids" ref={place} aria-label={t('incident.list', { name: alarmName(alarm) })}>
        {value.alarms.map(each => (
          <Line key={each.id} alarm={each} isOpen={each.id === openId} {...props} />
        ))}
      </ul>
      <Pages
        page={cursors.length - 1}
        pages={Math.ceil(value.total / pageLength)}
        total={value.total}
        setPage={setPage}
      />
    </>
  );
}

interface LineProps extends Omit<Props, 'openId'> {
  readonly isOpen: boolean;
}

function Line({ alarm, isOpen, change, actions, zone, isStill }: LineProps) {
  const { priority, beginS } = alarm;
  const { strong, rest } = stateWords(alarm, zone);
  return (
    <li>
      <div className="row">
        {priority !== 5 && (
          <AlarmSign priority={priority} {...signOf(alarm)} label={priorityWord(priority)} />
        )}
        <NameButton {...{ alarm, isOpen, change }} />
        <small>{`${strong}${rest}, ${momentWords(beginS, plantNowMs() / 1000, zone)}`}</small>
      </div>
      {isOpen && (
        <div id={detailId}>
          <Detail {...{ alarm, zone, isStill, actions, change }} hasValue />
        </div>
      )}
    </li>
  );
}
