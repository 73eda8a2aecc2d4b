import { useMemo } from 'react';
import { alarmDetail } from '../../data/alarm-detail';
import { type Alarm, signOf } from '../../data/alarm-rows';
import { plantNowMs } from '../../data/plant-clock';
import { useResource } from '../../data/use-resource';
import { t, useLanguage } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { alarmName, priorityWord } from '../../ui/alarm-words';
import { Lazy } from '../../ui/Lazy';
import { consequencesId, detailId, incidentParts } from './alarm-columns';
import { Detail } from './Detail';
import type { ChangeFilter, Filter } from './filter';
import { momentWords, stateWords } from './state-words';
import type { AlarmActions } from './use-alarms';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly alarms: readonly Alarm[];
  readonly actions: AlarmActions;
  readonly zone: string;
  readonly isStill: boolean;
}

const loadConsequences = () => import('./ConsequenceList').then(module => module.ConsequenceList);

/** The open alarm beside the list: the one in the address, which may be in no row of its own, or the first of the list. */
export function Beside({ alarms, ...props }: Props) {
  const language = useLanguage();
  const { openId, unfoldedId } = props.filter;
  const id = openId ?? unfoldedId;
  const listed = id === null ? alarms[0] : alarms.find(each => each.id === id);
  const isOther = id !== null && !listed;
  const { value, error } = useResource(
    useMemo(() => (isOther && id !== null ? alarmDetail(id, language) : null), [isOther, id, language]),
  );
  const alarm = listed ?? (value?.alarm.id === id ? value.alarm : undefined);
  if (!alarm) {
    return (
      <section className="story" role="status">
        {error?.details.status === 404 && t('alarms.detail.gone')}
      </section>
    );
  }
  return <Opened key={alarm.id} alarm={alarm} {...props} />;
}

interface OpenedProps extends Omit<Props, 'alarms'> {
  readonly alarm: Alarm;
}

function Opened({ alarm, filter, ...props }: OpenedProps) {
  const { zone } = props;
  const { priority, beginS } = alarm;
  const name = alarmName(alarm);
  const { strong, rest } = stateWords(alarm, zone);
  return (
    <section className="story" id={detailId} aria-label={name}>
      <div className="ph">
        <h2 className="row">
          {priority !== 5 && (
            <AlarmSign priority={priority} {...signOf(alarm)} label={priorityWord(priority)} />
          )}
          {name}
        </h2>
        <small>
          {strong}
          {rest}, {momentWords(beginS, plantNowMs() / 1000, zone)}
        </small>
      </div>
      <Detail alarm={alarm} {...props} hasValue isBeside />
      {filter.unfoldedId === alarm.id && alarm.consequences && (
        <div id={consequencesId}>
          <Lazy load={loadConsequences} parts={incidentParts} props={{ alarm, openId: null, ...props }} />
        </div>
      )}
    </section>
  );
}
