import { dayOf } from '../../../data/days';
import type { Series as Answer } from '../../../data/series';
import { formatCalendar } from '../../../i18n/calendar';
import { fittedLines } from '../../../ui/fitted-lines';
import type { PlotModel, Series } from '../../../ui/plot/model';
import { timeAxis } from '../../../ui/plot/time-axis';
import { clockKey } from './align';
import { strokeOf } from './line-plot';
import type { Signal } from './signals';

/** Maximum number of days with a line of their own; beyond it the last day is coloured and the others are grey. */
const mostNamed = 8;

/**
 * The days of a time, each a line over the time of day. The axis is the longest of them: on other days the hour that it has twice is
 * empty, as the hour that a day of 23 hours does not have.
 */
export function dayPlot(signal: Signal, series: Answer, zone: string): PlotModel {
  const { starts, endS } = series;
  const values = series.columns.get(signal.code) ?? [];
  const rowsOf = new Map<string, number[]>();
  starts.forEach((startS, row) => {
    const day = dayOf(startS * 1000, zone);
    rowsOf.set(day, [...(rowsOf.get(day) ?? []), row]);
  });
  const known = [...rowsOf].filter(([, rows]) => rows.some(row => (values[row] ?? null) !== null));
  const longest = [...rowsOf.values()].reduce((most, rows) => (rows.length > most.length ? rows : most), []);
  const slots = longest.map(row => ({ from: starts[row] ?? 0, to: starts[row + 1] ?? endS }));
  const keys = slots.map(({ from }) => clockKey(from, zone));
  const base = { unit: signal.unit, decimals: signal.decimals, shape: 'line' } as const;
  return {
    slots,
    series: known.map(([day, rows], order): Series => {
      const byClock = new Map(rows.map(row => [clockKey(starts[row] ?? 0, zone), values[row] ?? null]));
      const isMany = known.length > mostNamed;
      const isLast = order === known.length - 1;
      const grey = { look: 'context', group: `${signal.deviceName}: ${signal.name}`, isQuiet: true } as const;
      return {
        ...base,
        key: day,
        label: formatCalendar(day, 'shortDay'),
        values: keys.map(key => byClock.get(key) ?? null),
        ...(isMany ? (isLast ? { look: 'measured' as const } : grey) : { look: strokeOf(order) }),
      };
    }),
    axis: timeAxis(slots, zone),
    from: slots[0]?.from ?? 0,
    to: slots.at(-1)?.to ?? 1,
    placeLines: fittedLines,
  };
}
