import { useMemo } from 'react';
import { type Freshness, usePublishedFreshness } from '../../data/freshness';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { slotValue, type Today, todayOf } from '../../devices/today';
import { runsWhere } from '../../ui/day-line';
import { type Coverage, coverageUntilNow, type DayRead } from './coverage';

/** Between two readings live values say that there is data: a line that was lost reads at once when it is back. */
const everyMs = 900_000;
const code = 'impianto.pac';
const noDay: DayRead = { spans: [], untilS: 0 };

/** For which part of today there is data, on every screen of live values. `nowS` in epoch seconds. */
export function useDayCoverage(zone: string, nowS: number): Coverage {
  const freshness: Freshness | null = usePublishedFreshness();
  // A quarter of a kilobyte every quarter of an hour, which a low-traffic link does not pay for a bar.
  const isLow = useLowTraffic();
  const today = useResource(freshness && !isLow ? todayOf(code, zone, everyMs) : null).value;
  const day = useMemo(() => (today ? readDay(today) : noDay), [today]);
  return coverageUntilNow(day, freshness, nowS);
}

function readDay(today: Today): DayRead {
  const valueIn = slotValue(today, code);
  const spans = runsWhere(today.slots, slot => valueIn(slot) !== null).map(run => ({
    fromS: run[0]?.from ?? 0,
    toS: run.at(-1)?.to ?? 0,
  }));
  return { spans, untilS: today.table.t };
}
