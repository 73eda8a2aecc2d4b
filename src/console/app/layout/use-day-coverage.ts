import { useMemo } from 'react';
import { type Freshness, usePublishedFreshness } from '../../data/freshness';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import { slotValue, type Today, todayOf } from '../../devices/today';
import { runsWhere } from '../../ui/day-line';
import { type Coverage, coverageUntilNow, type DayRead } from './coverage';

/** Interval between two readings. In between, live values show that data arrives; after a lost connection it is read at once. */
const everyMs = 900_000;
const code = 'impianto.pac';
const noDay: DayRead = { spans: [], untilS: 0 };

/** The parts of today for which there is data, for every screen with live values. `nowS` in epoch seconds. */
export function useDayCoverage(zone: string, nowS: number): Coverage {
  const freshness: Freshness | null = usePublishedFreshness();
  // Not in low-traffic mode: 250 bytes every 15 minutes are too much for this bar.
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
