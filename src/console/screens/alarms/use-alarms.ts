import { useMemo, useRef, useState } from 'react';
import { longestShelving } from '../../../contract/alarm-codes';
import { type ActionResult, acknowledge, shelve, unshelve } from '../../data/alarm-actions';
import { type Alarm, waitingIn } from '../../data/alarm-rows';
import { type AlarmPage, alarmList, incidentList } from '../../data/alarms';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { peek } from '../../data/resource';
import { useSession } from '../../data/session';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
import { formatTime } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { useSaid } from '../../i18n/use-said';
import { acknowledgedWords, failedWords } from '../../ui/action-words';
import { alarmName } from '../../ui/alarm-words';
import { arrange } from './columns';
import { type Filter, isGrouped, queryOf } from './filter';

export interface AlarmList extends LiveData<AlarmPage> {
  /** The page on screen. While the page of a new filter is being read, it is the previous one. Undefined before the first. */
  readonly page: AlarmPage | undefined;
  /** The rows of the page after search and sorting in the browser. */
  readonly alarms: readonly Alarm[];
  /** Whether the page on screen belongs to the current filter. */
  readonly isCurrent: boolean;
  readonly retry: () => void;
}

/**
 * The list with a filter: of incidents, or of alarms (`isGrouped`). A list of one page is searched in the browser, including the titles, which the datalogger does not know. A
 * longer list is searched by the datalogger, by device and code.
 */
export function useAlarmList(filter: Filter): AlarmList {
  const zone = useResource(deviceFacts).value?.zone ?? fallbackZone;
  const resources = useMemo(
    () =>
      [false, true].map(isSearchedThere => {
        const query = queryOf(filter, zone, isSearchedThere);
        return isGrouped(filter) ? incidentList(query) : alarmList(query);
      }),
    [filter, zone],
  );
  const [whole, searched] = resources;
  const isLong = whole !== undefined && (peek(whole).value?.cursor ?? filter.cursor) !== null;
  const resource = (isLong ? searched : whole) ?? alarmList({});
  const live = useLiveResource(resource);
  const { value } = live.snapshot;
  const last = useRef<AlarmPage | undefined>(undefined);
  if (value) last.current = value;
  const page = value ?? (live.isRefused ? undefined : last.current);
  const { text, sortedBy, isDescending } = filter;
  const alarms = useMemo(() => {
    const arrangement = { text: isLong ? '' : text, sortedBy, isDescending };
    return arrange(page?.alarms ?? [], arrangement, plantNowMs() / 1000);
  }, [page, isLong, text, sortedBy, isDescending]);
  return { ...live, page, alarms, isCurrent: value !== undefined, retry: () => refresh(resource) };
}

/** The selected alarms: only alarms on this page that wait for acknowledgement can be selected. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly alarms: readonly Alarm[];
  readonly toggle: (id: number) => void;
}

export function useSelection(shown: readonly Alarm[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const alarms = shown.filter(alarm => ticked.has(alarm.id) && waitingIn(alarm) > 0);
  const toggle = (id: number) => {
    const next = new Set(alarms.map(alarm => alarm.id));
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return { ids: new Set(alarms.map(({ id }) => id)), alarms, toggle };
}

/** An action that a dialog asks for before it is carried out. */
export interface Question {
  readonly kind: 'acknowledge' | 'shelve';
  readonly alarms: readonly Alarm[];
  /** What the note begins with. */
  readonly note?: string;
}

/** The actions for alarms, and the result of the last one. */
export interface AlarmActions {
  readonly question: Question | null;
  readonly isBusy: boolean;
  /** The result of the last action; empty before the first. */
  readonly message: string;
  /** The datalogger refused a field of the dialog. */
  readonly isFieldRefused: boolean;
  /** For how many minutes at most the user may shelve; 0: not at all. */
  readonly shelvingMinutes: number;
  readonly ask: (question: Question | null) => void;
  readonly acknowledge: (alarms: readonly Alarm[], note?: string) => Promise<void>;
  readonly shelve: (alarms: readonly Alarm[], minutes: number, reason: string) => Promise<void>;
  readonly unshelve: (alarm: Alarm) => Promise<void>;
}

/** `allowedMinutes`: as the datalogger says; null where it does not. */
export function useAlarmActions(zone: string, allowedMinutes: number | null): AlarmActions {
  const session = useSession();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [message, say] = useSaid();
  const [isFieldRefused, setFieldRefused] = useState(false);

  const ask = (next: Question | null) => {
    setQuestion(next);
    setFieldRefused(false);
  };
  const carryOut = async (action: Promise<ActionResult>, words: (alarms: readonly Alarm[]) => string) => {
    setBusy(true);
    const result = await action;
    setBusy(false);
    const isRefused = result.kind === 'refused' && result.error.details.status === 422;
    setFieldRefused(isRefused);
    if (isRefused) return;
    setQuestion(null);
    say(() => (result.kind === 'done' ? words(result.alarms) : failedWords(result)));
  };
  return {
    question,
    isBusy,
    message,
    isFieldRefused,
    ask,
    shelvingMinutes: allowedMinutes ?? longestShelving(session?.role ?? 'normal'),
    acknowledge: (alarms, note = '') =>
      carryOut(acknowledge(alarms, note), done => acknowledgedWords(done, session?.user ?? '', zone)),
    shelve: (alarms, minutes, reason) =>
      carryOut(shelve(alarms, minutes, reason), done => shelvedWords(done, zone)),
    unshelve: alarm =>
      carryOut(unshelve(alarm), done => t('alarms.action.unshelved', { name: done.map(alarmName).join() })),
  };
}

function shelvedWords(alarms: readonly Alarm[], zone: string): string {
  const [first] = alarms;
  const time = formatTime(first?.shelf?.untilS, zone, 'minute');
  return first ? t('alarms.action.shelved', { count: alarms.length, name: alarmName(first), time }) : '';
}
