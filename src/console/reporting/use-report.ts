import { useState, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange } from '../browser/search';
import { dayOf } from '../data/days';
import { deviceFacts, fallbackZone } from '../data/facts';
import {
  type Extent,
  firstDayOf,
  isWithin,
  kindOf,
  lastDayOf,
  type Period,
  periodAfter,
  periodOf,
  readPeriod,
} from '../data/periods';
import { plantNowMs } from '../data/plant-clock';
import { refresh } from '../data/poll';
import type { Snapshot } from '../data/poll-store';
import { type Report, reportOf } from '../data/report';
import { useResource } from '../data/use-resource';

/** What is looked at, as the address has it. */
export interface Chosen {
  readonly period: Period;
  /** Null of all years, which nothing comes before. */
  readonly compared: Period | null;
}

export interface ReportView extends Chosen {
  /** From the beginning of the archive, as soon as that is known, to today. */
  readonly extent: Extent;
  readonly zone: string;
  readonly snapshot: Snapshot<Report>;
  /** The user waits no longer. */
  readonly isStopped: boolean;
  readonly choose: (chosen: Chosen) => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** In the address, where a date has no way to say it. */
const allYears = 'tutto';

/** Before the first answer nothing is known of how far back the archive goes: any past period may be asked for. */
const longAgo = '0001-01-01';

/** What the periods are that one can be compared with: the one before, and the same of the year before. */
export function comparable(period: Period, extent: Extent): readonly Period[] {
  const kind = kindOf(period);
  if (kind === 'all') return [];
  const before = periodAfter(period, -1);
  const yearBefore = kind === 'day' ? lastYear(period) : periodAfter(period, kind === 'month' ? -12 : -1);
  return [...new Set([before, yearBefore])].filter(each => isWithin(each, extent));
}

/** The same day of the year before; of 29 February the day before. */
function lastYear(day: Period): Period {
  const [year = '', ...rest] = day.split('-');
  const same = [Number(year) - 1, ...rest].join('-');
  return readPeriod(same, { first: longAgo, last: day }) ?? periodAfter(day, -366);
}

/** A period before the archive can be asked for too: the answer says that there is nothing, and since when there is. */
function readChosen(search: string, extent: Extent): Chosen {
  const query = new URLSearchParams(search);
  const named = query.get('periodo') ?? '';
  const past = { ...extent, first: longAgo };
  const period = named === allYears ? '' : (readPeriod(named, past) ?? periodOf(extent.last, 'month'));
  const others = comparable(period, extent);
  return { period, compared: others.find(each => each === query.get('confronto')) ?? others[0] ?? null };
}

/** The report that the address asks for, live while its period is not over. Null until the plant's day is known. */
export function useReport(): ReportView | null {
  const device = useResource(deviceFacts);
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const [first, setFirst] = useState<string | null>(null);
  const [stoppedId, setStopped] = useState<string | null>(null);
  const zone = device.value?.zone ?? fallbackZone;
  const today = device.value || device.error ? dayOf(plantNowMs(), zone) : null;
  const { period, compared } = readChosen(search, { first: first ?? longAgo, last: today ?? longAgo });
  const asked = today === null ? null : reportOf(period, compared, lastDayOf(period) >= today);
  const isStopped = asked !== null && asked.id === stoppedId;
  const snapshot = useResource(isStopped ? null : asked);
  const archiveFromS = snapshot.value?.archiveFromS ?? null;
  const known = archiveFromS === null ? first : dayOf(archiveFromS * 1000, zone);
  if (known !== first) setFirst(known);
  if (!asked || today === null) return null;
  const extent = { first: first ?? firstDayOf(period), last: today };
  return {
    period,
    compared,
    extent,
    zone,
    snapshot,
    isStopped,
    choose: chosen => changeSearch(searchOf(chosen, extent), true),
    retry: () => (isStopped ? setStopped(null) : refresh(asked)),
    stop: () => setStopped(asked.id),
  };
}

/** What is as usual is not in the address. */
function searchOf({ period, compared }: Chosen, extent: Extent): URLSearchParams {
  const isUsual = compared === null || compared === comparable(period, extent)[0];
  return new URLSearchParams({
    periodo: period === '' ? allYears : period,
    ...(!isUsual && { confronto: compared }),
  });
}
