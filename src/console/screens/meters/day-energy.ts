import { type Holidays, type TimeBand, usualHolidays } from '../../../contract/time-bands';
import { bandAt } from '../../data/time-bands';
import { slotValue, type Today } from '../../device-screens/today';

/** The energy of today, calculated from the power in the slots so far, because no meter register restarts at midnight. kWh. */
export interface DayEnergy {
  readonly kwh: number;
  /** A band without a slot so far has no entry. */
  readonly byBand: ReadonlyMap<TimeBand, number>;
  /** End of the last known slot, epoch s. */
  readonly toS: number;
}

/** Null if no slot of today is known. Bands change on the hour, so a slot is never in two of them. */
export function dayEnergy(
  today: Today | undefined,
  code: string,
  zone: string,
  holidays: Holidays = usualHolidays,
): DayEnergy | null {
  if (!today) return null;
  const valueIn = slotValue(today, code);
  const byBand = new Map<TimeBand, number>();
  let [kwh, toS] = [0, 0];
  for (const slot of today.slots) {
    const kw = valueIn(slot);
    if (kw === null) continue;
    const energy = (kw * (slot.to - slot.from)) / 3600;
    const band = bandAt(slot.from, zone, holidays);
    byBand.set(band, (byBand.get(band) ?? 0) + energy);
    kwh += energy;
    toS = slot.to;
  }
  return toS === 0 ? null : { kwh, byBand, toS };
}
