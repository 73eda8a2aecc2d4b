import { runsWhere } from '../ui/day-line';
import { fittedLines } from '../ui/fitted-lines';
import type { PlotModel, PlotSpan } from '../ui/plot/model';
import { timeAxis } from '../ui/plot/time-axis';
import type { TrendLine } from './descriptor';
import { type DaySlot, slotValue, type Today } from './today';

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
  const valueIn = slotValue(today, trendLines[0]?.code ?? '');
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
    spans: gapsOf(today, slot => valueIn(slot) === null, nowS),
  };
}

/** The periods of a day, up to now, in whose slots something is missing. */
export function gapsOf(
  { slots, fromS, toS }: Today,
  isMissing: (slot: DaySlot) => boolean,
  nowS: number,
): readonly PlotSpan[] {
  const gaps = runsWhere(slots, isMissing).map(run => ({
    from: run[0]?.from ?? 0,
    to: run.at(-1)?.to ?? 0,
    look: 'gap' as const,
  }));
  const end = slots.at(-1)?.to ?? fromS;
  // After the end of another day nothing is missing.
  const until = Math.min(nowS, toS);
  return until - end > gapAfterS ? [...gaps, { from: end, to: until, look: 'gap' }] : gaps;
}
