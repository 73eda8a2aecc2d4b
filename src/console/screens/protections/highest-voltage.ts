import type { Today } from '../../device-screens/today';
import { slotValue } from '../../device-screens/today';
import { gapsOf } from '../../device-screens/trend';
import { t } from '../../i18n/translate';
import { fittedLines } from '../../ui/fitted-lines';
import type { PlotModel, Series } from '../../ui/plot/model';
import { timeAxis } from '../../ui/plot/time-axis';
import { isMaximum, quantityOf, type Threshold } from './settings';

const unit = 'Vn';
const decimals = 3;

/** The line voltages of a protection in the archive. */
export const lineCodes = (id: number) => ['uab', 'ubc', 'uca'].map(point => `spi.${id}.${point}`);

/** The threshold that a rising voltage reaches first: the lowest of the functions that are on. */
export function firstLimit(thresholds: readonly Threshold[]): Threshold | undefined {
  return thresholds
    .filter(({ code, isEnabled }) => isEnabled && isMaximum(code) && /oltage$/.test(quantityOf(code)))
    .sort((a, b) => a.value - b.value)[0];
}

/** The highest line voltage of each slot, in per unit; null where one of the three is missing, as it may have been the highest. */
export function highestOf(today: Today, id: number, nominalV: number): readonly (number | null)[] {
  const readers = lineCodes(id).map(code => slotValue(today, code));
  return today.slots.map(slot => {
    const volts = readers.flatMap(valueIn => valueIn(slot) ?? []);
    return volts.length === readers.length && nominalV > 0 ? Math.max(...volts) / nominalV : null;
  });
}

/** The highest voltage of the day up to now, hatched where it is not known, beside the threshold above it. */
export function highestPlot(
  today: Today,
  values: readonly (number | null)[],
  limit: Threshold | undefined,
  zone: string,
  nowS: number,
): PlotModel {
  const line = { unit, decimals, shape: 'line' } as const;
  const series: Series[] = [
    { ...line, key: 'highest', label: t('protection.highest.label'), look: 'measured', values },
  ];
  if (limit) {
    const same = today.slots.map(() => limit.value);
    const shown = { label: limit.code, look: 'limit', values: same, isConstant: true } as const;
    series.push({ ...line, key: 'limit', ...shown });
  }
  return {
    slots: today.slots,
    series,
    axis: timeAxis(today.slots, zone),
    from: today.fromS,
    to: today.toS,
    now: nowS,
    spans: gapsOf(today, ({ row }) => values[row] === null, nowS),
    // Room above the threshold, which would otherwise be drawn on the edge of the chart.
    placeLines: ([least, most], right) => fittedLines([least, most * 1.005], right),
  };
}
