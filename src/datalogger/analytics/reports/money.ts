import { meterRoles } from '../../../contract/codes';
import type { Report } from '../../../contract/reports';
import { bandOf, type Holidays, type TimeBand, usualHolidays } from '../../../contract/time-bands';
import { localDate } from '../../../contract/zone';
import { slotStart } from '../../core/time/period';
import type { PlantFields } from '../../storage/config/plant-config';
import { quarterFrames } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { joinLosses, type Losses, lossesByCause } from './losses';
import { exchanged, MeterCounters } from './meters';
import type { Measured, ReportSource } from './part';
import { readingOf } from './reading';

/** €/kWh by the time of day, or one for all hours. */
export interface Prices {
  readonly isByBand: boolean;
  readonly of: (band: TimeBand) => number;
  /** The band that a time is paid by; one name for all hours where there is one price. */
  readonly bandAt: (t: number) => TimeBand;
}

/** Null where no price is configured. All three bands together stand before the one price. */
export function pricesOf(plant: PlantFields | null, zone: string): Prices | null {
  const { tariffa = null, tariffa_f1 = null, tariffa_f2 = null, tariffa_f3 = null } = plant ?? {};
  if (tariffa_f1 !== null && tariffa_f2 !== null && tariffa_f3 !== null) {
    const prices = { F1: tariffa_f1, F2: tariffa_f2, F3: tariffa_f3 };
    const holidays = holidaysOf(plant);
    return { isByBand: true, of: band => prices[band], bandAt: t => bandOf(localDate(zone, t), holidays) };
  }
  return tariffa === null ? null : { isByBand: false, of: () => tariffa, bandAt: () => 'F1' };
}

function holidaysOf(plant: PlantFields | null): Holidays {
  if (!plant) return usualHolidays;
  return { isItalian: plant.festivi_italia, more: plant.festivi ?? [], less: plant.feriali ?? [] };
}

/** What was sold, whole Wh: in each slot of a period by band. */
export type Sold = ReadonlyMap<number, ReadonlyMap<TimeBand, number>>;

/**
 * The energy that the exchange meter counted as exported; without such a meter, what the plant produced. Energy of a gap is paid at the
 * prices of the quarters among which it is divided.
 */
export function soldIn(
  { store, zone, snapshot }: ReportSource,
  { period, frames }: Measured,
  prices: Prices,
): Sold {
  const { contatori } = snapshot.groups;
  const sold = new Map<number, Map<TimeBand, number>>();
  const add = (t: number, kwh: number | null) => {
    const slot = slotStart(period, zone, t);
    const bands = sold.get(slot) ?? new Map<TimeBand, number>();
    sold.set(slot, bands);
    const band = prices.bandAt(t);
    bands.set(band, (bands.get(band) ?? 0) + Math.round(1000 * (kwh ?? 0)));
  };
  const { from, to } = period;
  const framesOf = (group: 'contatori' | 'impianto') =>
    prices.isByBand ? quarterFrames(store, group, from, to) : [...frames[group].values()];
  if (contatori.values.ruolo?.includes(meterRoles.exchange)) {
    const counters = new MeterCounters(store, from, to);
    const all = framesOf('contatori');
    for (const [index, frame] of all.entries()) {
      const counted = counters.next(frame, all[index + 1]?.t ?? to);
      add(frame.t, exchanged(counted, contatori).exported);
    }
  } else {
    for (const frame of framesOf('impianto')) add(frame.t, readingOf('impianto', frame)(0, 'eday'));
  }
  return sold;
}

const euros = (value: number) => rounded(value, 5) ?? 0;
const earned = (bands: ReadonlyMap<TimeBand, number> | undefined, prices: Prices) =>
  [...(bands ?? [])].reduce((sum, [band, wh]) => sum + (wh / 1000) * prices.of(band), 0);

/** What each slot earned, €. */
export const revenueRows = (sold: Sold, prices: Prices, slots: readonly number[]): (number | null)[] =>
  slots.map(t => (sold.has(t) ? euros(earned(sold.get(t), prices)) : null));

/** Revenue, and what the losses would have earned, each at the price of its time. */
export function moneyOf(
  sold: Sold,
  losses: ReadonlyMap<TimeBand, Losses>,
  prices: Prices,
): NonNullable<Report['economia']> {
  const bands = new Map<TimeBand, number>();
  for (const slot of sold.values())
    for (const [band, wh] of slot) bands.set(band, (bands.get(band) ?? 0) + wh);
  const all = lossesByCause(joinLosses([...losses.values()]));
  const cause = [...all.keys()].map(causa => ({
    causa,
    valore: euros(
      [...losses].reduce(
        (sum, [band, own]) => sum + ((lossesByCause(own).get(causa)?.wh ?? 0) / 1000) * prices.of(band),
        0,
      ),
    ),
  }));
  return {
    a_fasce: prices.isByBand,
    fasce: [...bands].sort().map(([fascia, wh]) => ({
      fascia,
      energia: wh / 1000,
      prezzo: prices.of(fascia),
      ricavo: euros((wh / 1000) * prices.of(fascia)),
    })),
    ricavo: euros(earned(bands, prices)),
    cause,
    persa: euros(cause.reduce((sum, { valore }) => sum + valore, 0)),
  };
}
