import { bandAt, type TimeBand } from '../../data/time-bands';
import { slotValue, type Today } from '../../devices/today';

/** What a power comes to today. No counter starts anew at midnight: it is the sum of its slots so far, kWh. */
export interface DayEnergy {
  readonly kwh: number;
  /** A band without a slot yet has none. */
  readonly byBand: ReadonlyMap<TimeBand, number>;
  /** Epoch s until which it is known. */
  readonly toS: number;
}

/** Null where no slot of today is known. Bands change on the hour: a slot is always of one. */
export function dayEnergy(today: Today | undefined, code: string, zone: string): DayEnergy | null {
  if (!today) return null;
  const valueIn = slotValue(today, code);
  const byBand = new Map<TimeBand, number>();
  let [kwh, toS] = [0, 0];
  for (const slot of today.slots) {
    const kw = valueIn(slot);
    if (kw === null) continue;
    const energy = (kw * (slot.to - slot.from)) / 3600;
    const band = bandAt(slot.from, zone);
    byBand.set(band, (byBand.get(band) ?? 0) + energy);
    kwh += energy;
    toS = slot.to;
  }
  return toS === 0 ? null : { kwh, byBand, toS };
}
