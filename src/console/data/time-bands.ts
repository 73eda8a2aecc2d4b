import { bandOf, type Holidays, type TimeBand } from '../../contract/time-bands';
import { localParts } from './days';

/** The band of an instant (epoch seconds) in local time of the zone. */
export function bandAt(epochS: number, zone: string, holidays: Holidays): TimeBand {
  const parts = localParts(epochS * 1000, zone);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const hour = { year: part('year'), month: part('month'), day: part('day'), hour: part('hour') };
  return bandOf(hour, holidays);
}
