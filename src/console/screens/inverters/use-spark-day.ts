import { useMemo } from 'react';
import { useLowTraffic } from '../../data/traffic';
import { useResource } from '../../data/use-resource';
import type { Today } from '../../devices/today';
import { usePhone } from '../../ui/use-phone';
import { powerToday, sparkDay } from './power-today';

/** What the lines in the table are drawn from; nothing is asked for with low traffic, nor on phones, whose cards have none. */
export function useSparkDay(count: number, zone: string): Today | undefined {
  const isLow = useLowTraffic();
  const isPhone = usePhone();
  const isAsked = count > 0 && !isLow && !isPhone;
  const day = useResource(isAsked ? powerToday(zone, count, isPhone) : null).value;
  return useMemo(() => day && sparkDay(day, zone), [day, zone]);
}
