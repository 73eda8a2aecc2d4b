import { earliestS } from '../../../contract/earliest';
import type { ClockStep } from '../../data/clock-steps';
import { timeAt } from '../../data/table';
import { formatDuration, formatTime, localMinutes } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { middleOf } from '../../ui/day-line';
import type { PlotModel, Series, Tick } from '../../ui/plot/model';
import { timeAxis } from '../../ui/plot/time-axis';
import { gapsOf, lossesOf, type Slot } from './curve';
import { clearAt, type Forecast, slotsAhead } from './forecast';
import type { DayAnswer } from './use-day';

export interface CurveFacts {
  /** kW */
  readonly nominal: number;
  readonly zone: string;
  /** By the plant's clock, epoch seconds. */
  readonly nowS: number;
  /** The values are not up to date. */
  readonly isOld: boolean;
  /** What is expected of the rest of the day; null where it is not known, or of no interest in the past. */
  readonly forecast: Forecast | null;
}

/** Local hours that the chart always shows; it shows more if there is light before or after them. */
const shownHours = { from: 5, to: 21 };
/** Minimum top of the irradiance axis, W/m². It does not change during the day, and keeps the irradiance line below the power line. */
const leastLight = 1200;

const isLit = ({ measured, irradiance }: Slot) => (measured ?? 0) > 0 || (irradiance ?? 0) > 5;

/** Today's power as a chart: measured, expected, also of the rest of the day, and the shortfall between them. */
export function curvePlot(day: DayAnswer, { nominal, zone, nowS, isOld, forecast }: CurveFacts): PlotModel {
  const { slots } = day;
  const whole = forecast ? [...slots, ...slotsAhead(forecast, slots.at(-1)?.to ?? 0)] : slots;
  const { from, to } = wholeOf(day, zone);
  const isShown = (each: { readonly fromS: number; readonly toS: number }) =>
    each.toS > from && each.fromS < to;
  return {
    slots: whole,
    series: forecast ? [clearSeries(whole, forecast), ...seriesOf(whole)] : seriesOf(whole),
    axis: timeAxis(whole, zone),
    from,
    to,
    least: { left: nominal, right: leastLight },
    now: nowS,
    spans: gapsOf(slots, nowS, isOld)
      .filter(isShown)
      .map(({ fromS, toS }) => ({ from: fromS, to: toS, look: 'gap' })),
    shortfalls: lossesOf(slots, nominal).map(({ fromS, toS }) => ({
      from: fromS,
      to: toS,
      above: 'expected',
      below: 'measured',
    })),
    marks: clockMarksOf(day, zone).map(mark => ({ ...mark, at: Math.min(to, Math.max(from, mark.at)) })),
  };
}

/** The changes of the clock in the day of the answer, also at night, outside the edges of the chart. */
export function clockMarksOf({ clockSteps, fromS, toS }: DayAnswer, zone: string): readonly Tick[] {
  return clockMarks(clockSteps, fromS, toS, zone);
}

const power = { unit: 'kW', decimals: 1 } as const;

function clearSeries(slots: readonly Slot[], forecast: Forecast): Series {
  return {
    ...power,
    key: 'clear',
    look: 'compared',
    shape: 'line',
    label: t('drawings.curve.clear'),
    isNamed: true,
    group: t('drawings.curve.expected'),
    values: slots.map(slot => clearAt(forecast, middleOf(slot))),
  };
}

function seriesOf(slots: readonly Slot[]): readonly Series[] {
  return [
    {
      ...power,
      key: 'measured',
      look: 'measured',
      shape: 'area',
      label: t('drawings.curve.measured'),
      values: slots.map(({ measured }) => measured),
    },
    {
      ...power,
      key: 'expected',
      look: 'expected',
      shape: 'line',
      label: t('drawings.curve.expected'),
      group: t('drawings.curve.expected'),
      values: slots.map(({ expected }) => expected),
    },
    {
      key: 'irradiance',
      look: 'context',
      shape: 'line',
      axis: 'right',
      unit: 'W/m²',
      decimals: 0,
      label: t('drawings.curve.irradiance'),
      values: slots.map(({ irradiance }) => irradiance),
    },
  ];
}

/** Start and end of the chart, epoch seconds. */
function wholeOf({ table, slots }: DayAnswer, zone: string) {
  const starts = Array.from({ length: table.rows }, (_, row) => timeAt(table, 't', row) ?? 0);
  const isDaytime = (startS: number) => {
    const minutes = localMinutes(startS, zone);
    return minutes >= 60 * shownHours.from && minutes <= 60 * shownHours.to;
  };
  const shown = starts.filter(isDaytime);
  const lit = slots.filter(isLit);
  const from = Math.min(lit[0]?.from ?? Number.POSITIVE_INFINITY, shown[0] ?? Number.POSITIVE_INFINITY);
  const to = Math.max(lit.at(-1)?.to ?? 0, shown.at(-1) ?? 0);
  return to > from ? { from, to } : { from: 0, to: 1 };
}

/** Limit for the number of marks, for a clock that is set again and again. */
const mostMarks = 12;

/**
 * The marks of the changes of the clock, with a text: the newest ones, in the day from `fromS` to `toS`. A mark is at the new time if
 * that is in this day, otherwise at the old time.
 */
export function clockMarks(
  steps: readonly ClockStep[],
  fromS: number,
  toS: number,
  zone: string,
): readonly Tick[] {
  return steps.slice(-mostMarks).map(step => {
    const atS = step.saysS >= fromS && step.saysS < toS ? step.saysS : step.saidS;
    return { at: atS, label: wordsOf(step, formatTime(atS, zone, 'minute')) };
  });
}

function wordsOf({ saidS, saysS }: ClockStep, time: string): string {
  if (saysS < earliestS) return t('drawings.curve.clockRefused', { time });
  if (saidS < earliestS) return t('drawings.curve.clockFound', { time });
  const by = `${saysS < saidS ? '−' : '+'}${formatDuration(Math.abs(saysS - saidS))}`;
  return t('drawings.curve.clockSet', { time, by });
}
