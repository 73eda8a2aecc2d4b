import type { Span } from '../data/freshness';
import { runsWhere } from '../ui/day-line';
import { fittedLines } from '../ui/fitted-lines';
import type { PlotModel } from '../ui/plot/model';
import { timeAxis } from '../ui/plot/time-axis';
import type { TrendLine } from './descriptor';
import { slotValue, type Today } from './today';

/** A period without values up to now is a gap only from this length on, because the current slot is not published yet, s. */
const gapAfterS = 1_200;

/** Today's values of a device as a chart. `nowS` by the plant's clock. */
export function trendPlot(
  today: Today,
  trendLines: readonly TrendLine[],
  zone: string,
  nowS: number,
): PlotModel {
  const { slots, fromS, toS } = today;
  const isNarrow = trendLines.some(({ unit }) => unit === 'Hz');
  return {
    slots,
    series: trendLines.map(({ code, unit, ...line }) => ({
      ...line,
      key: code,
      unit,
      shape: 'line',
      values: slots.map(slotValue(today, code)),
      ...(unit !== trendLines[0]?.unit && { axis: 'right' }),
    })),
    axis: timeAxis(slots, zone),
    from: fromS,
    to: toS,
    now: nowS,
    ...(isNarrow && { placeLines: fittedLines }),
    // After the end of another day nothing is missing.
    spans: gapsOf(today, trendLines[0], Math.min(nowS, toS)).map(gap => ({
      from: gap.fromS,
      to: gap.toS,
      look: 'gap',
    })),
  };
}

/** The periods of today, up to now, without a value of a line. */
export function gapsOf(today: Today, trendLine: TrendLine | undefined, nowS: number): readonly Span[] {
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
