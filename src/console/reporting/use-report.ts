import { useEffect, useState, useSyncExternalStore } from 'react';
import { changeSearch, currentSearch, onSearchChange, searchWith } from '../browser/search';
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
import { type Report, reportOf } from '../data/report';
import type { Snapshot } from '../data/resource';
import { useResource } from '../data/use-resource';

/** The chosen periods, from the address. */
export interface Chosen {
  readonly period: Period;
  /** The comparison period; null for all years, which have no earlier period. */
  readonly compared: Period | null;
}

export interface ReportView extends Chosen {
  /** From the start of the archive (as soon as it is known) to today. */
  readonly extent: Extent;
  readonly zone: string;
  readonly snapshot: Snapshot<Report>;
  /** What the address asked for in place of a period; null where it named one. */
  readonly unknown: string | null;
  /** Whether the user has cancelled the loading. */
  readonly isStopped: boolean;
  readonly choose: (chosen: Chosen) => void;
  readonly retry: () => void;
  readonly stop: () => void;
}

/** In the address: all years, which no date can express. */
const allYears = 'tutto';

/** Before the first answer the start of the archive is not known, so any past period can be requested. */
const longAgo = '0001-01-01';

/** The periods with which a period can be compared: the previous one, and the same one of the previous year. */
export function comparable(period: Period, extent: Extent): readonly Period[] {
  if (kindOf(period) === 'all') return [];
  const before = periodAfter(period, -1);
  const yearBefore = yearEarlier(period);
  return [...new Set([before, yearBefore])].filter(each => isWithin(each, extent));
}

/** The same period of the previous year: of a range, both of its days; no year before a leap year has a 29 February. */
const yearEarlier = (period: Period): Period =>
  period.replace(/\d{4}/g, year => String(Number(year) - 1)).replace(/02-29/g, '02-28');

/**
 * Reads the choice from the address. A period before the archive is allowed: the answer says that it is empty and where the archive starts.
 */
function readChosen(search: string, extent: Extent): Chosen {
  const query = new URLSearchParams(search);
  const named = query.get('periodo') ?? '';
  const past = { ...extent, first: longAgo };
  const period = named === allYears ? '' : (readPeriod(named, past) ?? periodOf(extent.last, 'month'));
  const others = comparable(period, extent);
  return { period, compared: others.find(each => each === query.get('confronto')) ?? others[0] ?? null };
}

/** Whether the address names the period that is shown, or none. */
function namesPeriod(search: string, period: Period): boolean {
  const named = new URLSearchParams(search).get('periodo');
  return named === null || named === (period === '' ? allYears : period);
}

/** The report for the address, polled while its period has not ended. Null until the plant's date is known. */
export function useReport(): ReportView | null {
  const device = useResource(deviceFacts);
  const search = useSyncExternalStore(onSearchChange, currentSearch);
  const [first, setFirst] = useState<string | null>(null);
  const [mistyped, setMistyped] = useState({ named: '', shown: '' });
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
  const isMistyped = device.value !== undefined && !namesPeriod(search, period);
  useEffect(() => {
    // The address never names another period than the one on the screen.
    if (!isMistyped) return;
    setMistyped({ named: new URLSearchParams(search).get('periodo') ?? '', shown: period });
    changeSearch(searchWith('periodo', period), false);
  }, [isMistyped, period, search]);
  if (!asked || today === null) return null;
  const extent = { first: first ?? firstDayOf(period), last: today };
  return {
    period,
    compared,
    extent,
    zone,
    snapshot,
    unknown: mistyped.named !== '' && mistyped.shown === period ? mistyped.named : null,
    isStopped,
    choose: chosen => changeSearch(searchOf(chosen, extent), true),
    retry: () => (isStopped ? setStopped(null) : refresh(asked)),
    stop: () => setStopped(asked.id),
  };
}

/** The query for a choice. A default comparison is not in the address. */
function searchOf({ period, compared }: Chosen, extent: Extent): URLSearchParams {
  const isUsual = compared === null || compared === comparable(period, extent)[0];
  return new URLSearchParams({
    periodo: period === '' ? allYears : period,
    ...(!isUsual && { confronto: compared }),
  });
}
