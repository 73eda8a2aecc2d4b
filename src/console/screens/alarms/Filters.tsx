import type { ReactNode } from 'react';
import type { Priority } from '../../data/alarm-rows';
import type { AlarmPage } from '../../data/alarms';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { priorityWord } from '../../ui/alarm-words';
import { DeviceSelect } from './DeviceSelect';
import { type Filter, togglePriority, views } from './filter';
import { Period } from './Period';
import { TextSearch } from './TextSearch';
import type { ChangeFilter } from './use-filter';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  /** Whose counts stand in the choices; undefined before the first answer. */
  readonly page: AlarmPage | undefined;
  readonly isStill: boolean;
  /** Further tools. */
  readonly children: ReactNode;
}

/** What is listed: each choice says how many alarms it would find. */
export function Filters(props: Props) {
  const { filter, change, page, isStill, children } = props;
  return (
    <section className="row flt">
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset of a form */}
      <div className="seg" role="group" aria-label={t('alarms.view.label')}>
        {views.map(view => (
          <button
            key={view}
            type="button"
            disabled={isStill}
            aria-pressed={view === filter.view}
            onClick={() => change({ view, ...(view === 'storico' ? {} : { fromDay: null, toDay: null }) })}
          >
            {t(`alarms.view.${view}`)} {view !== 'storico' && <b>{countOf(page?.states, view)}</b>}
          </button>
        ))}
      </div>
      <Priorities {...props} />
      <DeviceSelect {...props} />
      {filter.view === 'storico' && <Period {...props} />}
      <TextSearch key={filter.view} text={filter.text} change={change} />
      {children}
    </section>
  );
}

function countOf(counts: ReadonlyMap<string, number> | undefined, choice: string | number): string {
  const count = counts?.get(String(choice));
  return count === undefined ? '' : formatNumber(count, 0);
}

const alarmPriorities = [1, 2, 3, 4] as const;
const allPriorities = [1, 2, 3, 4, 5] as const;

/** Pressed is shown. Events are a choice where there are any. */
function Priorities({ filter, change, page, isStill }: Props) {
  const { priorities } = filter;
  const hasEvents = priorities.includes(5) || (page?.priorities.get('5') ?? 0) > 0;
  const shown: readonly Priority[] = hasEvents ? allPriorities : alarmPriorities;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset of a form
    <div className="seg free" role="group" aria-label={t('alarms.filter.priority')}>
      {shown.map(priority => {
        const count = countOf(page?.priorities, priority);
        return (
          <button
            key={priority}
            type="button"
            className="pri"
            disabled={isStill}
            aria-pressed={priorities.length === 0 || priorities.includes(priority)}
            aria-label={`${priorityWord(priority)}: ${count}`}
            onClick={() => change({ priorities: togglePriority(priorities, shown, priority) })}
          >
            {priority === 5 ? priorityWord(priority) : <AlarmSign priority={priority} />} {count}
          </button>
        );
      })}
    </div>
  );
}
