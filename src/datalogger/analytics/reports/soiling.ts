import type { Report } from '../../../contract/reports';
import { startOfLocalDay } from '../../../contract/zone';
import type { PlantFields } from '../../storage/config/plant-config';
import { dayFrames } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { type SoilingSpell, soilingOf, tellingPoints, washInterval } from '../key-figures/soiling';
import type { CostSource } from './costs';
import { daysBefore, learnedSoiling, untilDay } from './learned-soiling';
import type { Measured, ReportSource } from './part';
import { readingOf } from './reading';

const dayS = 86_400;
/** The energy of a day, for the question whether a wash pays, is the mean of as many. */
const recentDays = 30;

interface Given {
  readonly plant: PlantFields | null;
  readonly washes: readonly number[];
  readonly costs: Pick<CostSource, 'learned' | 'priceOf' | 'prices'>;
}

/**
 * Soiling by the year before the end of a period: each time between two cleanings, with what it cost in the period. Null where it was not
 * measured.
 */
export function soilingIn(source: ReportSource, measured: Measured, given: Given): Report['sporcamento'] {
  const { period, end } = measured;
  if (end === null) return null;
  const { washes, costs, plant } = given;
  const days = daysBefore({ ...source, washes }, period.from, end);
  const final = days.at(-1)?.t ?? end;
  const own = untilDay(days, final);
  const window = { first: own[0]?.t ?? final, last: final };
  const past = washes.filter(t => t <= final);
  const { spells, rate } = soilingOf(untilDay(tellingPoints(days), final), past, window);
  const last = spells.at(-1);
  if (!last) return null;
  const first = [...costs.learned.keys()][0] ?? period.from;
  const since = learnedSoiling({ ...source, washes }, last.from, end);
  return {
    rapporto: percent(last.ratio, 2),
    tasso: percent(rate, 3),
    conviene:
      rate === null ? null : washFrom(source, { last, end, rate }, costs, plant?.costo_lavaggio ?? null),
    da_pulizia: last.by === null ? null : lostIn(since, costs, last),
    pulizie: spells
      // A period may be longer than the days that are learned from: the first spell, whose beginning is not known, has those before it.
      .map(spell => (spell.by === null ? { ...spell, from: Math.min(spell.from, first) } : spell))
      .filter(({ from, to }) => from < period.to && to > period.from)
      .map(spell => ({
        inizio: spell.from,
        fine: spell.to === last.to ? null : spell.to,
        causa: spell.by,
        rapporto: percent(spell.ratio, 2),
        ...lostIn(costs.learned, costs, spell),
      })),
  };
}

const percent = (share: number | null, decimals: number) =>
  rounded(share === null ? null : 100 * share, decimals);

/** What the days of [from, to) lost to dirt: kWh, and € where each has a price. */
function lostIn(
  learned: CostSource['learned'],
  { priceOf, prices }: Pick<CostSource, 'priceOf' | 'prices'>,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly persa: number; readonly valore: number | null } {
  const days = [...learned].filter(([t]) => t >= from && t < to);
  const wh = days.reduce((sum, [, { soiling }]) => sum + soiling, 0);
  const euros = () => days.reduce((sum, [t, { soiling }]) => sum + (soiling / 1000) * (priceOf(t) ?? 0), 0);
  return { persa: wh / 1000, valore: prices && rounded(euros(), 5) };
}

interface Last {
  readonly last: SoilingSpell;
  readonly rate: number;
  readonly end: number;
}

/** When a wash pays; null without a price, its cost or a cleaning from which to count. */
function washFrom(
  { store, zone }: ReportSource,
  { last: { from, by }, rate, end }: Last,
  { priceOf, prices }: Pick<CostSource, 'priceOf' | 'prices'>,
  cost: number | null,
) {
  if (cost === null || by === null || !prices) return null;
  const recent = dayFrames(store, 'impianto', zone, startOfLocalDay(zone, end - recentDays * dayS), end);
  const mean = (of: (day: (typeof recent)[number]) => number) =>
    recent.reduce((sum, day) => sum + of(day), 0) / recent.length;
  const wait = washInterval(
    rate,
    mean(day => readingOf('impianto', day)(0, 'eday') ?? 0),
    mean(({ t }) => priceOf(t) ?? 0),
    cost,
  );
  return wait === null ? null : Math.round(from + wait * dayS);
}
