import type { Report } from '../../../contract/reports';
import { localDate, startOfMonth } from '../../../contract/zone';
import type { Period } from '../../core/time/period';
import type { PlantFields } from '../../storage/config/plant-config';
import { type HourTable, hourShare, hourTableOf } from '../contract/hour-table';
import { rounded } from '../key-figures/indices';

type Month = NonNullable<PlantFields['budget']>[number];

/** A month of the budget, and which share of it lies in a time. */
interface Part {
  readonly month: Month;
  readonly share: number;
}

/**
 * The budget of [from, until): energies and irradiation in proportion to the time of each month, or by the hours of PVsyst where they
 * were pasted; PR and availability weighted by the energy. Null where a month of it has no budget.
 */
export function budgetOf(
  plant: Pick<PlantFields, 'budget' | 'budget_orario'> | null,
  zone: string,
  { from, to }: Pick<Period, 'from' | 'to'>,
  until: number,
): Report['budget'] {
  const months = plant?.budget ?? [];
  const hours = hourTableOf(plant?.budget_orario);
  const past = partsOf(months, hours, zone, from, Math.min(to, until));
  const whole = partsOf(months, hours, zone, from, to);
  if (!past || !whole || past.length === 0) return null;
  const sum = (parts: readonly Part[], of: (month: Month) => number) =>
    parts.reduce((total, { month, share }) => total + of(month) * share, 0);
  const energy = sum(past, ({ p50 }) => p50);
  const mean = (of: (month: Month) => number) =>
    energy > 0 ? rounded(sum(past, month => month.p50 * of(month)) / energy, 2) : null;
  return {
    p50: rounded(energy, 3) ?? 0,
    p90: rounded(
      sum(past, ({ p90 }) => p90),
      3,
    ),
    irraggiamento: rounded(
      sum(past, ({ irraggiamento }) => irraggiamento),
      2,
    ),
    pr: mean(({ pr }) => pr),
    disponibilita: mean(({ disponibilita }) => disponibilita),
    p50_intero: rounded(
      sum(whole, ({ p50 }) => p50),
      3,
    ),
  };
}

/** Null where the budget of a month is missing. */
function partsOf(
  months: readonly Month[],
  hours: HourTable | null,
  zone: string,
  from: number,
  to: number,
): Part[] | null {
  const parts: Part[] = [];
  for (let t = from; t < to; ) {
    const { year, month: number } = localDate(zone, t);
    const [begin, end] = [startOfMonth(zone, year, number), startOfMonth(zone, year, number + 1)];
    const month = months.find(({ mese }) => mese === number);
    if (!month) return null;
    const until = Math.min(end, to);
    const share =
      hours && until - t < end - begin
        ? hourShare(hours, zone, { from: t, to: until }, { from: begin, to: end })
        : (until - t) / (end - begin);
    parts.push({ month, share });
    t = end;
  }
  return parts;
}
