import { deviationKind } from '../../data/deviation';
import { median } from '../../data/statistics';
import { numberOf } from '../../devices/device-list';
import { slotValue, type Today } from '../../devices/today';
import type { MapCell, MapGroup } from '../../ui/heatmap/layout';
import type { Looks } from '../../ui/heatmap/paths';
import type { Inverter } from './inverter-list';
import { lightSlots } from './power-today';

export type Kind = 'good' | 'warning' | 'poor' | 'severe' | 'stopped' | 'missing' | 'dark';

/** One slot of one inverter. */
export interface DayCell extends MapCell {
  readonly kind: Kind;
  readonly inverter: Inverter;
  /** Start of the slot, epoch seconds. */
  readonly fromS: number;
  /** kW/kWp; null if nothing was measured. */
  readonly specific: number | null;
  /** Deviation from the median of the slot, %; null if it cannot be compared. */
  readonly deviation: number | null;
}

/** In the order of the legend. A stopped inverter has only an outline, because its strings are not the cause. */
export const looks: Readonly<Record<Kind, Looks[string]>> = {
  good: { className: 'h0' },
  warning: { className: 'h2', mark: 'dot', isException: true },
  poor: { className: 'h3', mark: 'bar', isException: true },
  severe: { className: 'h4', mark: 'bars', isException: true },
  stopped: { className: 'ho', isException: true },
  missing: { className: 'hs' },
  dark: { className: 'hd' },
};

/** Below this median, in kW/kWp, inverters are not compared; below this share of the median an inverter counts as stopped. */
const comparableFrom = 0.03;
const stoppedBelow = 0.02;

function kindOf(specific: number | null, middle: number | null): Kind {
  if (specific === null) return 'missing';
  if (middle === null || middle < comparableFrom) return 'dark';
  if (specific < stoppedBelow * middle) return 'stopped';
  return deviationKind(100 * (specific / middle - 1));
}

/** One line for each inverter, one cell for each slot of the day so far. */
export function dayMap(
  today: Today,
  inverters: readonly Inverter[],
  zone: string,
): readonly MapGroup<DayCell>[] {
  const slots = lightSlots(today, zone);
  const readers = inverters.map(inverter => {
    const peak = numberOf(inverter, 'kwp') ?? numberOf(inverter, 'pn');
    const powerIn = slotValue(today, `inverter.${inverter.id}.pac`);
    return (slot: (typeof slots)[number]) => {
      const power = powerIn(slot);
      return power === null || !peak ? null : power / peak;
    };
  });
  const medians = slots.map(slot => median(readers.flatMap(read => read(slot) ?? [])));
  return inverters.map((inverter, index) => {
    const cells = slots.map((slot, at): DayCell => {
      const specific = readers[index]?.(slot) ?? null;
      const middle = medians[at] ?? null;
      const kind = kindOf(specific, middle);
      const isCompared = kind !== 'missing' && kind !== 'dark' && middle !== null && specific !== null;
      return {
        id: inverter.id,
        kind,
        inverter,
        fromS: slot.from,
        specific,
        deviation: isCompared ? 100 * (specific / middle - 1) : null,
      };
    });
    return { name: inverter.name, boxes: [{ name: inverter.name, cells }] };
  });
}
