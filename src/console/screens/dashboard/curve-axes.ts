import { type MeasureTable, timeAt } from '../../data/table';
import { formatNumber, formatTime, localMinutes } from '../../i18n/format';
import { roundScale } from '../../ui/chart-scale';
import type { Place } from '../../ui/day-line';
import type { Tick } from '../../ui/Plot';
import type { Slot } from './curve';

export interface Axes {
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  readonly y2: readonly Tick[];
  readonly placePower: Place;
  readonly placeLight: Place;
  /** Percent from the left of an instant in epoch seconds. */
  readonly across: (epochS: number) => number;
}

/** Local hours that the plot always shows; it grows where there is light before or after. */
const shownHours = { from: 5, to: 21 };
const labelEveryHours = 3;
/** Of the second axis, W/m² a grid line: high enough to keep its line under the one of the power. */
const lightStep = 400;

const isLit = ({ measured, irradiance }: Slot) => (measured ?? 0) > 0 || (irradiance ?? 0) > 5;

/** Where times, powers and irradiances of a day stand. `nominal` in kW. */
export function axesOf(table: MeasureTable, slots: readonly Slot[], nominal: number, zone: string): Axes {
  const starts = Array.from({ length: table.rows }, (_, row) => timeAt(table, 't', row) ?? 0);
  const lit = slots.filter(isLit);
  const minutes = new Map(starts.map(start => [start, localMinutes(start, zone)]));
  const at = (start: number) => minutes.get(start) ?? 0;
  const shown = starts.filter(start => at(start) >= 60 * shownHours.from && at(start) <= 60 * shownHours.to);
  const from = Math.min(lit[0]?.from ?? Number.POSITIVE_INFINITY, shown[0] ?? Number.POSITIVE_INFINITY);
  const to = Math.max(lit.at(-1)?.to ?? 0, shown.at(-1) ?? 0);
  const across = (epochS: number) => (to > from ? (100 * (epochS - from)) / (to - from) : 0);
  const isLabelled = (start: number) =>
    start >= from && start <= to && at(start) % (60 * labelEveryHours) === 0;
  const greatest = slots.map(({ measured, expected }) => Math.max(measured ?? 0, expected ?? 0));
  const { step, top } = roundScale(Math.max(nominal, ...greatest));
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, line) => line);
  const height = (line: number) => (100 * line * step) / top;
  const lightTop = lightStep * (lines.length - 1);
  return {
    x: starts
      .filter(isLabelled)
      .map(start => ({ at: across(start), label: formatTime(start, zone, 'minute') })),
    y: lines.map(line => ({ at: height(line), label: formatNumber(line * step, step % 1 === 0 ? 0 : 1) })),
    y2: lines.map(line => ({ at: height(line), label: formatNumber(line * lightStep, 0) })),
    placePower: (t, value) => [across(t), 100 - (100 * Math.max(0, value)) / top],
    placeLight: (t, value) => [across(t), 100 - (100 * Math.max(0, value)) / lightTop],
    across,
  };
}
