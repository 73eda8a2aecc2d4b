/** A quarter of an hour of a day; null where it was not measured. Powers are means in kW. */
export interface DayQuarter {
  /** Start, epoch seconds. */
  readonly t: number;
  /** Of the plant under a clear sky. */
  readonly clearKw: number;
  /** Expected at the measured light. */
  readonly expectedKw: number | null;
  /** Measured. */
  readonly powerKw: number | null;
}

/** What the rest of a day will give, kWh: as likely more as less, and an interval around it, which is wider on the side of the clouds. */
export interface Rest {
  readonly kwh: number;
  readonly lowKwh: number;
  readonly highKwh: number;
  /** The same as a share of the power under a clear sky. */
  readonly share: number;
}

/** How a day is at a moment, and what came of it. */
interface Moment {
  /** Clear-sky index of the last hour, of the day so far, and how much it varies from quarter to quarter; null before there is light. */
  readonly recent: number | null;
  readonly whole: number | null;
  readonly unrest: number;
  /** Measured of the expected energy, as a share: what the plant makes of its light. */
  readonly made: number | null;
}

const quarterH = 0.25;
const recentQuarters = 4;
const unrestQuarters = 8;
const madeQuarters = 8;
/** Minimum number of past days for a forecast. */
const leastDays = 12;
/** Daylight (quarters) before the first forecast: the first hour shows too little of the day's clouds. */
const leastQuarters = 4;
/** Half the interval is at least this share of a clear day: by so much the model is wrong when the sun is low. */
const leastHalf = 0.005;
/** The differences at which an earlier day counts for 60 % of one that was alike. */
const alike = { recent: 0.1, whole: 0.12, unrest: 0.08 } as const;
/** What every earlier day counts at least, so that weather that was never there does not look certain. */
const leastWeight = 0.02;
/** Quantiles of the interval. They are wider than the 10 % and 90 % that are meant, because some ten days that are alike do not show their own extremes. */
const [low, high] = [0.08, 0.92];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const clearOf = (quarters: readonly DayQuarter[]) => sum(quarters.map(({ clearKw }) => clearKw));

/** What there is of the light in quarters, as a share of a clear sky; null where nothing was measured or nothing shines. */
function indexOf(quarters: readonly DayQuarter[]): number | null {
  const known = quarters.filter(({ expectedKw }) => expectedKw !== null);
  const clear = clearOf(known);
  return clear <= 0 ? null : sum(known.map(({ expectedKw }) => expectedKw ?? 0)) / clear;
}

function momentOf(gone: readonly DayQuarter[]): Moment {
  const last = gone.slice(-unrestQuarters);
  const indices = last.flatMap(quarter => indexOf([quarter]) ?? []);
  const steps = indices.slice(1).map((index, at) => Math.abs(index - (indices[at] ?? index)));
  const compared = gone
    .slice(-madeQuarters)
    .filter(({ expectedKw, powerKw }) => expectedKw !== null && powerKw !== null);
  const expected = sum(compared.map(({ expectedKw }) => expectedKw ?? 0));
  const measured = sum(compared.map(({ powerKw }) => Math.max(0, powerKw ?? 0)));
  return {
    recent: indexOf(gone.slice(-recentQuarters)),
    whole: indexOf(gone),
    unrest: steps.length === 0 ? 0 : sum(steps) / steps.length,
    made: expected > 0 ? measured / expected : null,
  };
}

/**
 * The energy from `now` (epoch seconds) until sunset. Persistence of the clear-sky index (Lave and Kleissl 2010: power under a clear sky
 * times the index of the last hour) with an analog ensemble in the place of the index itself (Delle Monache et al. 2013, Alessandrini et al.
 * 2015): each earlier day is taken at the same time of its day; what came of it afterwards, as a share of its clear sky, counts the more the
 * more it was like today in the index of the last hour, in that of the day so far and in the restlessness of its clouds. What the plant
 * makes of the light (faults, dirt, orders) is taken to stay as in the last two hours; on the earlier days too, so that what went otherwise
 * there widens the interval. The interval runs from the low to the high quantile of these shares, the energy is their median. `today` and `days` hold the quarters that
 * have light under a clear sky. Null with too few days, in the first hour of light, and when no light is to come.
 */
export function restOfDay(
  today: readonly DayQuarter[],
  days: readonly (readonly DayQuarter[])[],
  now: number,
): Rest | null {
  const [gone, ahead] = [today.filter(({ t }) => t < now), today.filter(({ t }) => t >= now)];
  const clearKwh = clearOf(ahead) * quarterH;
  if (gone.length < leastQuarters || clearKwh <= 0) return null;
  const moment = momentOf(gone);
  const outcomes = days.flatMap(day => outcomeOf(day, now, moment) ?? []);
  const { made } = moment;
  if (outcomes.length < leastDays || made === null) return null;
  const kwhAt = (quantile: number) => made * clearKwh * (weightedQuantile(outcomes, quantile) ?? 0);
  const kwh = kwhAt(0.5);
  const least = leastHalf * clearOf(today) * quarterH;
  const [lowKwh, highKwh] = [Math.min(kwhAt(low), kwh - least), Math.max(kwhAt(high), kwh + least)];
  return { kwh, lowKwh: Math.max(0, lowKwh), highKwh, share: kwh / clearKwh };
}

interface Outcome {
  /** What came, as a share of what a clear sky would have given the plant as it was. */
  readonly value: number;
  readonly weight: number;
}

const dayS = 86_400;
const noonOf = (day: readonly DayQuarter[]) => day[Math.floor(day.length / 2)]?.t ?? 0;

/** What came of an earlier day after the same time of it; null where that was not measured. */
function outcomeOf(day: readonly DayQuarter[], now: number, today: Moment): Outcome | null {
  // The same time of the day, by UTC: the sun knows no summer time.
  const then = now - Math.round((now - noonOf(day)) / dayS) * dayS;
  const moment = momentOf(day.filter(({ t }) => t < then));
  const ahead = day.filter(({ t }) => t >= then);
  const clear = clearOf(ahead);
  const { made } = moment;
  if (clear <= 0 || made === null || made <= 0 || ahead.some(({ powerKw }) => powerKw === null)) return null;
  const value = sum(ahead.map(({ powerKw }) => Math.max(0, powerKw ?? 0))) / clear / made;
  return { value, weight: leastWeight + weightOf(moment, today) };
}

function weightOf(then: Moment, today: Moment): number {
  const apart = (name: keyof typeof alike) => {
    const [a, b] = [then[name], today[name]];
    return a === null || b === null ? 0 : ((a - b) / alike[name]) ** 2;
  };
  return Math.exp(-(apart('recent') + apart('whole') + apart('unrest')) / 2);
}

/** The value below which `share` of the weight lies, between the middles of its neighbours; null of none. */
function weightedQuantile(outcomes: readonly Outcome[], share: number): number | null {
  const sorted = [...outcomes].sort((a, b) => a.value - b.value);
  const all = sum(sorted.map(({ weight }) => weight));
  let [below, before] = [0, sorted[0] ?? null];
  let at = 0;
  for (const each of sorted) {
    const middle = (below + each.weight / 2) / all;
    if (middle >= share && before) {
      const span = middle - at;
      return span <= 0 ? each.value : before.value + ((each.value - before.value) * (share - at)) / span;
    }
    [before, at, below] = [each, middle, below + each.weight];
  }
  return before?.value ?? null;
}
