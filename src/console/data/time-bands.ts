import { bandOf, type Holidays, type TimeBand } from '../../contract/time-bands';
import { localParts } from './days';

/** The band of an instant (epoch seconds) in local time of the zone. */
export function bandAt(epochS: number, zone: string, holidays: Holidays): TimeBand {
  const [year = 0, month = 0, day = 0, hour = 0] = localParts(epochS * 1000, zone).map(Number);
  return bandOf({ year, month, day, hour }, holidays);
}
