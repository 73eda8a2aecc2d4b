import type { Report } from '../../../contract/reports';
import { startOfLocalDay } from '../../../contract/zone';
import type { Logbook } from '../../storage/config/logbook';
import type { PlantFields } from '../../storage/config/plant-config';
import { dayFrames } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { type SoilingDay, type SoilingSpell, soilingOf, washInterval } from '../key-figures/soiling';
import { pricesOf } from './money';
import type { Measured, ReportSource } from './part';
import { readingOf } from './reading';

const dayS = 86_400;
/** Days before the end of the period from which soiling is learned. */
const learnedDays = 365;
/** The energy of a day, for the question whether a wash pays, is the mean of as many. */
const recentDays = 30;

interface Given {
  readonly plant: PlantFields | null;
  readonly logbook: Pick<Logbook, 'causes'> | undefined;
}

/** Soiling by the year before the end of a period: each time between two cleanings of it. Null where it was not measured. */
export function soilingIn(source: ReportSource, measured: Measured, given: Given): Report['sporcamento'] {
  const { period, end } = measured;
  if (end === null) return null;
  const days = daysBefore(source, end, given.plant);
  const { spells, rate } = soilingOf(days, washesIn(source.zone, given.logbook));
  const last = spells.at(-1);
  if (!last) return null;
  return {
    rapporto: percent(last.ratio, 2),
    tasso: percent(rate, 3),
    conviene: rate === null ? null : washFrom(days, last, rate, given.plant?.costo_lavaggio ?? null),
    pulizie: spells
      .filter(({ from, to }) => from < period.to && to > period.from)
      .map(spell => ({
        inizio: spell.from,
        fine: spell === last ? null : spell.to,
        causa: spell.by,
        rapporto: percent(spell.ratio, 2),
        persa: rounded(spell.lostKwh, 3) ?? 0,
        valore: given.plant && pricesOf(given.plant, source.zone) ? rounded(spell.lostEuros, 5) : null,
      })),
  };
}

const percent = (share: number | null, decimals: number) =>
  rounded(share === null ? null : 100 * share, decimals);

function daysBefore({ store, zone }: ReportSource, end: number, plant: PlantFields | null): SoilingDay[] {
  const prices = pricesOf(plant, zone);
  return dayFrames(store, 'impianto', zone, startOfLocalDay(zone, end - learnedDays * dayS), end).map(
    frame => {
      const read = readingOf('impianto', frame);
      return {
        t: frame.t,
        ...{ clean: read(0, 'cc') ?? 0, lost: read(0, 'sporco') ?? 0, energy: read(0, 'eday') ?? 0 },
        price: prices?.of(prices.bandAt(frame.t + dayS / 2)) ?? 0,
      };
    },
  );
}

/** The log of washes: the days on which notes of this cause begin. */
const washesIn = (zone: string, logbook: Given['logbook']) =>
  (logbook?.causes() ?? [])
    .filter(({ cause }) => cause === 'lavaggio')
    .map(({ begin }) => startOfLocalDay(zone, begin));

/** When a wash pays; null without a price, its cost or a cleaning from which to count. */
function washFrom(
  days: readonly SoilingDay[],
  { from, by }: SoilingSpell,
  rate: number,
  cost: number | null,
) {
  const recent = days.slice(-recentDays);
  const mean = (of: (day: SoilingDay) => number) =>
    recent.reduce((sum, day) => sum + of(day), 0) / recent.length;
  if (cost === null || by === null) return null;
  const wait = washInterval(
    rate,
    mean(({ energy }) => energy),
    mean(({ price }) => price),
    cost,
  );
  return wait === null ? null : Math.round(from + wait * dayS);
}
