import type { AlarmGlance, PriorityCount } from '../../data/alarm-counts';
import { formatNumber, missing } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { priorityWord } from '../../ui/alarm-words';

/** The counters before the first answer: the numbers are not known yet. */
const unread = ([1, 2, 3, 4] as const).map(priority => ({ priority, current: null, waiting: 0 }));

/** One counter for each priority, with a link to the list of its alarms. Renders nothing where the datalogger has no alarms. */
export function AlarmCounters({ counts, isOffered }: AlarmGlance) {
  if (!isOffered) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the links are not fields of a form, so no fieldset
    <div className="sum" role="group" aria-label={t('alarmSign.counters')}>
      {(counts?.priorities ?? unread).map(({ priority, current, waiting }) => (
        <a
          key={priority}
          href={`/allarmi?priorita=${priority}`}
          className={`${current ? '' : 'z'}${priority > 2 ? ' only-l' : ''}`.trim()}
          aria-label={
            current === null ? priorityWord(priority) : counterWords({ priority, current, waiting })
          }
        >
          <AlarmSign priority={priority} look={current ? 'active' : 'off'} isUnacknowledged={waiting > 0} />
          {current === null ? missing : formatNumber(current, 0)}
        </a>
      ))}
    </div>
  );
}

/** "Critica: 2 attivi, 1 da riconoscere" */
export function counterWords({ priority, current, waiting }: PriorityCount): string {
  const values = { priority: priorityWord(priority), count: current, waiting };
  return t(waiting > 0 ? 'alarmSign.some' : 'alarmSign.active', values);
}
