import { bandOf, type Holidays, type TimeBand } from '../../contract/time-bands';
import { localDate } from '../../contract/zone';

/** The band of an instant (epoch seconds) in local time of the zone. */
export function bandAt(epochS: number, zone: string, holidays: Holidays): TimeBand {
  return bandOf(localDate(zone, epochS), holidays);
}
