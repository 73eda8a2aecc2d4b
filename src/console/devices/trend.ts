import type { Span } from '../data/freshness';
import { formatNumber, formatTime, localMinutes } from '../i18n/format';
import type { PlotPoint } from '../ui/chart-scale';
import { axisLines } from '../ui/chart-scale';
import { linesOf, type Place, runsWhere } from '../ui/day-line';
import type { Tick } from '../ui/Plot';
import type { TrendLine } from './descriptor';
import { slotValue, type Today } from './today';

/** The lines of a day in a field of 100 by 100, and what stands on its axes. */
export interface Trend {
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly y2: readonly Tick[];
  readonly lines: readonly {
    readonly trendLine: TrendLine;
    readonly runs: readonly (readonly PlotPoint[])[];
  }[];
  /** Stretches of the day so far without a value of the first trendLine. */
  readonly gaps: readonly Span[];
  /** Percent from the left of an instant in epoch seconds. */
  readonly across: (epochS: number) => number;
}

const labelEveryMinutes = 360;
/** A stretch up to now shorter than this is no gap: the slot is not published yet. */
const gapAfterS = 1_200;

/** Reads a trend off the archive. `nowS` by the plant's clock. */
export function trendOf(today: Today, trendLines: readonly TrendLine[], zone: string, nowS: number): Trend {
  const { slots, fromS, toS } = today;
  const across = (epochS: number) => (100 * (epochS - fromS)) / (toS - fromS);
  const [left, ...others] = [...new Set(trendLines.map(({ unit }) => unit))];
  const axes = new Map(
    [left, others[0]].flatMap(unit => (unit === undefined ? [] : [[unit, axisOf(today, trendLines, unit)]])),
  );
  const placeOn = (unit: string): Place => {
    const { bottom, top } = axes.get(unit) ?? { bottom: 0, top: 1 };
    return (t, value) => [across(t), 100 - (100 * (value - bottom)) / (top - bottom)];
  };
  return {
    x: hourTicks(today, zone, across),
    y: axes.get(left ?? '')?.ticks ?? [],
    y2: axes.get(others[0] ?? '\0')?.ticks ?? [],
    lines: trendLines.map(trendLine => ({
      trendLine,
      runs: linesOf(slots, slotValue(today, trendLine.code), placeOn(trendLine.unit)),
    })),
    gaps: gapsOf(today, trendLines[0], nowS),
    across,
  };
}

interface Axis {
  readonly bottom: number;
  readonly top: number;
  readonly ticks: readonly Tick[];
}

function axisOf(today: Today, trendLines: readonly TrendLine[], unit: string): Axis {
  const codes = trendLines.filter(trendLine => trendLine.unit === unit).map(({ code }) => code);
  const values = codes.flatMap(code => today.slots.flatMap(slot => slotValue(today, code)(slot) ?? []));
  const lines = axisLines(Math.min(...values, 0), Math.max(...values, 0));
  const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 1];
  const decimals = Number.isInteger((lines[1] ?? 1) - bottom) ? 0 : 1;
  return {
    bottom,
    top,
    ticks: lines.map(value => ({
      at: (100 * (value - bottom)) / (top - bottom),
      label: formatNumber(value, decimals),
    })),
  };
}

/** The hours under a day, every sixth named. */
export function hourTicks(
  { table, toS }: Today,
  zone: string,
  across: (t: number) => number,
): readonly Tick[] {
  const starts = (table.columns.get('t') ?? []).flatMap(t => (typeof t === 'number' ? t : []));
  return [...starts, toS]
    .filter(t => localMinutes(t, zone) % labelEveryMinutes === 0)
    .map(t => ({ at: across(t), label: formatTime(t, zone, 'minute') }));
}

function gapsOf(today: Today, trendLine: TrendLine | undefined, nowS: number): readonly Span[] {
  if (!trendLine) return [];
  const { slots, fromS } = today;
  const valueIn = slotValue(today, trendLine.code);
  const gaps = runsWhere(slots, slot => valueIn(slot) === null).map(run => ({
    fromS: run[0]?.from ?? 0,
    toS: run.at(-1)?.to ?? 0,
  }));
  const end = slots.at(-1)?.to ?? fromS;
  return nowS - end > gapAfterS ? [...gaps, { fromS: end, toS: nowS }] : gaps;
}
