import { type ReactNode, useEffect, useRef, useState } from 'react';
import { alarmGroups } from '../../../contract/alarm-codes';
import type { Priority } from '../../data/alarm-priority';
import type { AlarmPage } from '../../data/alarms';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { AlarmSign } from '../../ui/AlarmSign';
import { priorityWord } from '../../ui/alarm-words';
import { SearchField } from '../../ui/SearchField';
import { type ChangeFilter, type Filter, isFiltered, togglePriority, views } from './filter';

interface Props {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  /** The page whose counts the choices show; undefined before the first answer. */
  readonly page: AlarmPage | undefined;
  readonly isStill: boolean;
  /** Further controls of the list, after the filters. */
  readonly children: ReactNode;
}

/** The filters of the list; each choice shows how many alarms it would find. */
export function Filters(props: Props) {
  const { filter, change, page, isStill, children } = props;
  // On a phone the filters are folded, so that the first alarm is in sight.
  const [isOpen, setOpen] = useState(false);
  // The counts are of the days chosen; the other views have no days.
  const isOfPeriod = filter.fromDay !== null || filter.toDay !== null;
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
            {t(`alarms.view.${view}`)}{' '}
            {view !== 'storico' && !isOfPeriod && <b>{countOf(page?.states, view)}</b>}
          </button>
        ))}
      </div>
      <button type="button" className="o tog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('alarms.filter.more')}
        {isFiltered(filter) && ' ●'}
      </button>
      <div className={isOpen ? 'rest open' : 'rest'}>
        <Priorities {...props} />
        <DeviceSelect {...props} />
        {filter.view === 'storico' && <Period {...props} />}
        <TextSearch key={filter.view} text={filter.text} change={change} />
        {children}
      </div>
    </section>
  );
}

function countOf(counts: ReadonlyMap<string, number> | undefined, choice: string | number): string {
  const count = counts?.get(String(choice));
  return count === undefined ? '' : formatNumber(count, 0);
}

const alarmPriorities = [1, 2, 3, 4] as const;
const allPriorities = [1, 2, 3, 4, 5] as const;

/** A pressed button shows its priority. Events are offered only if there are any. */
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

interface DeviceSelectProps {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly page: AlarmPage | undefined;
  readonly isStill: boolean;
}

/** Kinds of equipment that have alarms in the list; a single device only if a link has selected it. */
function DeviceSelect({ filter, change, page, isStill }: DeviceSelectProps) {
  const { group, device } = filter;
  const groups = alarmGroups.filter(each => each === group || (page?.groups.get(each) ?? 0) > 0);
  const name = page?.alarms.find(alarm => alarm.group === group && alarm.device === device)?.name;
  return (
    <select
      aria-label={t('alarms.filter.device')}
      disabled={isStill}
      value={device === null ? (group ?? '') : 'device'}
      onChange={event => change({ group: event.currentTarget.value || null, device: null })}
    >
      <option value="">{t('alarms.filter.allDevices')}</option>
      {groups.map(each => (
        <option key={each} value={each}>
          {t('alarms.group.counted', {
            name: t(`alarms.group.${each}`),
            count: page?.groups.get(each) ?? 0,
          })}
        </option>
      ))}
      {device !== null && <option value="device">{name ?? String(device)}</option>}
    </select>
  );
}

interface PeriodProps {
  readonly filter: Filter;
  readonly change: ChangeFilter;
  readonly isStill: boolean;
}

/** First and last day, in the plant's calendar, on which an alarm may have begun. */
function Period({ filter: { fromDay, toDay }, change, isStill }: PeriodProps) {
  return (
    <>
      <DayField
        label={t('alarms.filter.from')}
        day={fromDay}
        max={toDay}
        isStill={isStill}
        onDay={day => change({ fromDay: day })}
      />
      <DayField
        label={t('alarms.filter.to')}
        day={toDay}
        min={fromDay}
        isStill={isStill}
        onDay={day => change({ toDay: day })}
      />
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  /** A calendar day such as `2026-06-10`; null where none is chosen. */
  readonly day: string | null;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly isStill: boolean;
  readonly onDay: (day: string | null) => void;
}

function DayField({ label, day, min = null, max = null, isStill, onDay }: DayFieldProps) {
  return (
    <label className="row day">
      {label}
      <input
        type="date"
        disabled={isStill}
        value={day ?? ''}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={event => onDay(event.currentTarget.value || null)}
      />
    </label>
  );
}

/** The search starts when the user stops typing, because browsers limit how often the address may change. */
const pauseMs = 250;

interface TextSearchProps {
  readonly text: string;
  readonly change: ChangeFilter;
}

/** The search text. The address changes with a delay. */
function TextSearch({ text, change }: TextSearchProps) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      change({ text: typed }, false);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, change]);
  return <SearchField value={typed} onChange={setTyped} />;
}
