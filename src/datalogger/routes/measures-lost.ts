import type { Table } from '../../contract/measures';
import type { Measures } from '../store/measures';
import { combine } from '../store/measures-frame';
import { fieldIndex, fieldsOf } from '../store/measures-kept';
import { archiveEnd, quarterFrames } from '../store/measures-rollup';
import type { Period } from '../time/period';

/** Rounds to hundredths of a kWh; the archive is not more precise. */
const hundredths = (wattHours: number) => Math.round(wattHours / 10) / 100;

/** kWh that each string lost in a day. A string of which nothing was measured has no row. */
export function lostByStrings(store: Measures, { from, to }: Pick<Period, 'from' | 'to'>): Table {
  const { ids, values } = combine('stringhe', from, quarterFrames(store, 'stringhe', from, to));
  const width = fieldsOf('stringhe').length;
  const at = fieldIndex('stringhe', 'persa');
  const lost = ids.flatMap((id, device) => {
    const wattHours = values[device * width + at] ?? Number.NaN;
    return Number.isNaN(wattHours) ? [] : [{ id, persa: hundredths(wattHours) }];
  });
  return {
    m: 'stringhe.persa',
    t: Math.min(archiveEnd(store) ?? from, to),
    colonne: { id: lost.map(({ id }) => id), persa: lost.map(({ persa }) => persa) },
  };
}
