import type { Forecast } from '../../../contract/forecast';
import { quarterS, startOfLocalDay } from '../../../contract/zone';
import { type ClearPlant, clearPower } from '../../plant/solar/clear-power';
import type { Measures } from '../../storage/measures/measures';
import { nextDay, quarterFrames, quarterOf } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { type DayQuarter, restOfDay } from '../key-figures/rest-of-day';
import { readingOf } from './reading';

interface Archive {
  readonly archive: Measures;
  readonly zone: () => string;
}

/** Number of past days in the sample: of the same season, in sun and rain. */
const rememberedDays = 60;
const usualAmbient = 20;
/** Minimum share of the rated power under a clear sky of a quarter that counts. */
const leastShare = 0.01;

/** The quarters of the local day from `from` to `to` that have light under a clear sky. `ambient` (°C) where none was measured. */
function quartersOf(
  { archive }: Pick<Archive, 'archive'>,
  plant: ClearPlant,
  { from, to, ambient }: { readonly from: number; readonly to: number; readonly ambient: number },
): readonly DayQuarter[] {
  const frames = new Map(quarterFrames(archive, 'impianto', from, to).map(frame => [frame.t, frame]));
  let air = ambient;
  const quarters: DayQuarter[] = [];
  for (let t = from; t < to; t += quarterS) {
    const frame = frames.get(t);
    const read = frame && readingOf('impianto', frame);
    air = read?.(0, 'tamb') ?? air;
    const clearKw = clearPower(t + quarterS / 2, plant, air);
    if (clearKw < leastShare * plant.ratedKw) continue;
    quarters.push({
      t,
      clearKw,
      expectedKw: read?.(0, 'pattesa') ?? null,
      powerKw: read?.(0, 'pac') ?? null,
    });
  }
  // Without a sensor of light, the power takes its place.
  return quarters.every(({ expectedKw }) => expectedKw === null)
    ? quarters.map(quarter => ({ ...quarter, expectedKw: quarter.powerKw }))
    : quarters;
}

/**
 * What is expected of the rest of the day at `t` (epoch seconds), when the plant made `madeKwh` so far. Earlier days are read once a day,
 * and again when the plant or the past is changed. The quarter that is still filling is not looked at, as it would look like a cloud.
 */
export function forecastOf(source: Archive) {
  let known = { key: '', days: [] as readonly (readonly DayQuarter[])[] };
  const daysBefore = (day: number, plant: ClearPlant) => {
    const key = JSON.stringify([day, source.zone(), source.archive.note('generation'), plant]);
    if (known.key !== key) known = { key, days: daysUntil(source, plant, day) };
    return known.days;
  };
  return (t: number, madeKwh: number | null, plant: ClearPlant): Forecast => {
    const from = startOfLocalDay(source.zone(), t);
    const today = quartersOf(source, plant, { from, to: nextDay(source.zone(), t), ambient: usualAmbient });
    const days = daysBefore(from, plant);
    const now = quarterOf(t);
    const rest = restOfDay(today, days, now);
    // What the quarter that is still filling has yielded is in `madeKwh` already.
    const share = 1 - fillingShare(today, t, now);
    const total = (of: 'kwh' | 'lowKwh' | 'highKwh') => {
      if (rest === null || madeKwh === null) return null;
      // By how much the rest may differ is not less in a quarter that is filling.
      return rounded(madeKwh + rest.kwh * share + rest[of] - rest.kwh, 1);
    };
    return {
      totale: total('kwh'),
      basso: total('lowKwh'),
      alto: total('highKwh'),
      giorni: days.length,
      da: today.some(quarter => quarter.t >= now) ? (today[0]?.t ?? null) : null,
      sereno: today.map(({ clearKw }) => rounded(clearKw, 1) ?? 0),
      attesa: today.map(quarter =>
        rest === null || quarter.t < now ? null : rounded(quarter.clearKw * rest.share, 1),
      ),
    };
  };
}

/** Which share of the energy from `now` on belongs to the time before `t`, under a clear sky. */
function fillingShare(today: readonly DayQuarter[], t: number, now: number): number {
  const ahead = today.filter(quarter => quarter.t >= now);
  const clear = ahead.reduce((sum, { clearKw }) => sum + clearKw, 0);
  const filling = ahead.find(quarter => quarter.t === now)?.clearKw ?? 0;
  return clear <= 0 ? 0 : (filling * (t - now)) / quarterS / clear;
}

/** The days before `day`, newest first, of which anything was measured. */
function daysUntil(source: Archive, plant: ClearPlant, day: number): readonly (readonly DayQuarter[])[] {
  const zone = source.zone();
  const days: (readonly DayQuarter[])[] = [];
  let to = day;
  for (let count = 0; count < rememberedDays; count++) {
    const from = startOfLocalDay(zone, to - 1);
    const quarters = quartersOf(source, plant, { from, to, ambient: usualAmbient });
    if (quarters.some(({ powerKw }) => powerKw !== null)) days.push(quarters);
    to = from;
  }
  return days;
}
