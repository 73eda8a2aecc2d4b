import { bandOf, type TimeBand } from '../../contract/time-bands';
import { localParts } from './days';

/** The band of an instant (epoch seconds) in local time of the zone. */
export function bandAt(epochS: number, zone: string): TimeBand {
  const parts = localParts(epochS * 1000, zone);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return bandOf({ year: part('year'), month: part('month'), day: part('day'), hour: part('hour') });
}
