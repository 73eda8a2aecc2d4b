import { useMemo, useRef, useState } from 'react';
import { type Alarm, waitingIn } from '../../data/alarm-rows';
import { type AlarmPage, alarmList, incidentList } from '../../data/alarms';
import { deviceFacts, fallbackZone } from '../../data/facts';
import { plantNowMs } from '../../data/plant-clock';
import { refresh } from '../../data/poll';
import { peek } from '../../data/poll-store';
import { type LiveData, useLiveResource } from '../../data/use-live-resource';
import { useResource } from '../../data/use-resource';
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
