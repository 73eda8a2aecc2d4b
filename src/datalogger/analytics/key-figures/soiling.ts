import { median } from '../../plant/processing/median';

/** A local day: its start, what clean modules would have given to the inverters that ran, and what of it was missing, kWh. */
export interface SoilingDay {
  readonly t: number;
  readonly clean: number;
  readonly lost: number;
}

/** The time from one cleaning to the next. Its last day is `to`, exclusive. */
export interface SoilingSpell {
  readonly from: number;
  readonly to: number;
  /** What began it; null for the first one, whose beginning is not known. */
  readonly by: 'lavaggio' | 'pioggia' | null;
  /** What the modules gave at its end of what clean ones would have given, 0 to 1; null with too few days. */
  readonly ratio: number | null;
}

export interface Soiling {
  readonly spells: readonly SoilingSpell[];
  /** Share of the light that dirt takes more with each day, as measured over all spells; null with too few days. */
  readonly rate: number | null;
  /** What clean modules give of the model's expectation, about 1. */
  readonly clean: number;
}

/** The times whose days are used: from the start of the first day to the start of the last one. */
interface Window {
  readonly first: number;
  readonly last: number;
}

const dayS = 86_400;
/** A day counts with this share of the light of the brightest one of the four weeks before it: the model errs under clouds. */
const tellingShare = 0.6;
const comparedDays = 28;
/** By how much modules become cleaner where a rain is recognised, and with how many days before and after. */
const leastRecovery = 0.008;
const daysBefore = 10;
const daysAfter = 3;
/** By how much the ratio of a day may be above that of the better days. */
const mostAbove = 0.03;
/** Days between two ratios of which a rate is made. */
const shortest = 4;
const longest = 20;
const leastPairs = 20;

/** The ratio of a day with enough light. */
export interface Point {
  readonly t: number;
  readonly ratio: number;
}

/**
 * Soiling after IEC 61724-1: the ratio of a day is what the middle inverter gave of what its clean modules would have given in the measured light, at
 * the measured temperature. A spell ends with a wash that the log book tells, or where the ratio rises above what it was. The rate is the median
 * slope of all pairs of days within spells (Theil and Sen), which days of a fault do not move.
 */
export function soilingOf(telling: readonly Point[], washes: readonly number[], window: Window): Soiling {
  const points = possible(telling);
  const { first, last } = window;
  if (points.length < daysBefore) return { spells: [], rate: null, clean: 1 };
  const spansAt = (rate: number) => {
    const starts = startsOf(points, washes, rate).filter(({ t }) => t > first && t <= last);
    const bounds = [{ t: first, by: null } as const, ...starts];
    return bounds.map(({ t, by }, at) => ({ from: t, to: bounds[at + 1]?.t ?? last + dayS, by }));
  };
  const pointsIn = (spans: ReturnType<typeof spansAt>) =>
    spans.map(({ from, to }) => points.filter(({ t }) => t >= from && t < to));
  // A rain after few days is seen only by what the ratio would have been without it: that needs a rate, and a rate needs the rains.
  const rough = spansAt(rateOf(pointsIn(spansAt(0))) ?? 0);
  const spans = spansAt(rateOf(pointsIn(rough)) ?? 0);
  const within = pointsIn(spans);
  const rate = rateOf(within);
  const clean = cleanLevel(within.slice(1), points, rate ?? 0);
  const spells = spans.map((span, at): SoilingSpell => {
    const ratioAt = lineOf(within[at] ?? [], rate ?? 0) ?? lineSince(span, clean, rate);
    return { ...span, ratio: ratioAt && Math.min(1, ratioAt(span.to - dayS) / clean) };
  });
  return { spells, rate: rate === null ? null : rate / clean, clean };
}

/** What a day lost to dirt, and what it lost because clean modules give another share of the model's expectation. */
export interface LearnedDay {
  readonly soiling: number;
  readonly nominal: number;
}

/**
 * What dirt took on the last day of a window, by what was known at its end: later days change nothing of it. Until a cleaning
 * has shown what clean modules give, it is what the day missed. kWh.
 */
export function learnedOf(
  { t, clean, lost }: SoilingDay,
  telling: readonly Point[],
  { spells, clean: level }: Soiling,
): LearnedDay {
  const ratio = spells.at(-1)?.ratio ?? null;
  if (ratio === null || spells.length < 2) return { soiling: Math.max(0, lost), nominal: 0 };
  const own = telling.at(-1);
  const today = own?.t === t ? own.ratio / level : 0;
  // A rain is known some days later only; the day itself shows that its modules are clean.
  const best = today > ratio + leastRecovery ? Math.min(1, today) : ratio;
  return { soiling: clean * level * (1 - best), nominal: clean * (1 - level) };
}

/** The ratios of the days that tell. Each depends on days before it only. */
export function tellingPoints(days: readonly SoilingDay[]): readonly Point[] {
  return days.flatMap(({ t, clean, lost }, at) => {
    let brightest = 0;
    for (let before = Math.max(0, at - comparedDays); before <= at; before++)
      brightest = Math.max(brightest, days[before]?.clean ?? 0);
    return clean > 0 && clean >= tellingShare * brightest ? [{ t, ratio: 1 - lost / clean }] : [];
  });
}

/** Without days on which the light was measured too low: modules give no more than clean ones. */
function possible(points: readonly Point[]): readonly Point[] {
  const sorted = points.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const most = (sorted[Math.floor(0.9 * sorted.length)] ?? 1) + mostAbove;
  return points.filter(({ ratio }) => ratio <= most);
}

interface Start {
  readonly t: number;
  readonly by: 'lavaggio' | 'pioggia';
}

/** Washes, and days from which on the ratio is higher than on the better days before. */
function startsOf(points: readonly Point[], washes: readonly number[], rate: number): readonly Start[] {
  const starts: Start[] = washes.map(t => ({ t, by: 'lavaggio' }));
  let since = 0;
  for (let at = 3; at <= points.length - 2; at++) {
    const t = points[at]?.t ?? 0;
    if (starts.some(start => start.by === 'lavaggio' && Math.abs(start.t - t) < daysAfter * dayS)) {
      since = at;
      continue;
    }
    const expectedAt = (point: Point) => point.ratio - (rate * (t - point.t)) / dayS;
    const before = points.slice(Math.max(since, at - daysBefore), at).map(expectedAt);
    const after = points.slice(at, at + daysAfter).map(expectedAt);
    const level = Math.min(after[0] ?? 0, median(after) ?? 0);
    if (before.length < 3 || level < upper(before) + leastRecovery) continue;
    starts.push({ t, by: 'pioggia' });
    since = at;
  }
  return starts.sort((a, b) => a.t - b.t);
}

/** The upper quartile: a fault of some days does not lower it. */
function upper(ratios: readonly number[]): number {
  const sorted = [...ratios].sort((a, b) => a - b);
  return sorted[Math.ceil(0.75 * (sorted.length - 1))] ?? 1;
}

/** Median loss by day over pairs of days within spells; null with too few. */
function rateOf(spells: readonly (readonly Point[])[]): number | null {
  const slopes = spells.flatMap(points =>
    points.flatMap((early, at) =>
      points.slice(at + 1).flatMap(late => {
        const gap = (late.t - early.t) / dayS;
        return gap < shortest || gap > longest ? [] : (early.ratio - late.ratio) / gap;
      }),
    ),
  );
  const rate = slopes.length < leastPairs ? null : median(slopes);
  return rate === null ? null : Math.max(0, rate);
}

/**
 * What clean modules give of the model's expectation, by the better ones of the beginnings of spells: a fault within one, or a rain that is
 * seen late, lowers its beginning, and nothing raises it. Without a cleaning, the better days.
 */
function cleanLevel(spells: readonly (readonly Point[])[], points: readonly Point[], rate: number): number {
  const begins = spells.flatMap(own => {
    const level = own.length < daysAfter ? null : median(own.slice(0, daysAfter).map(({ ratio }) => ratio));
    return level === null ? [] : level + rate;
  });
  return upper(begins.length > 0 ? begins : points.map(({ ratio }) => ratio));
}

/** The ratio over a spell as a line with the given loss by day through its better days: faults take from a day as dirt does, at once. */
function lineOf(points: readonly Point[], rate: number): ((t: number) => number) | null {
  const start = points[0]?.t ?? 0;
  if (points.length === 0) return null;
  const level = upper(points.map(({ t, ratio }) => ratio + (rate * (t - start)) / dayS));
  return t => level - (rate * (t - start)) / dayS;
}

/** The ratio since a cleaning after which no day had enough light yet. */
function lineSince({ from, by }: Pick<SoilingSpell, 'from' | 'by'>, clean: number, rate: number | null) {
  if (by === null || rate === null) return null;
  return (t: number) => clean - (rate * (t - from)) / dayS;
}

/**
 * Days after a cleaning from which on a wash costs less than the dirt: dirt that grows by `rate` a day costs rate E p T²/2 within T days, so
 * that the cost of both a day is least with T = √(2 C / (rate E p)).
 */
export function washInterval(rate: number, energyKwh: number, price: number, cost: number): number | null {
  const daily = rate * energyKwh * price;
  return daily > 0 ? Math.sqrt((2 * cost) / daily) : null;
}
