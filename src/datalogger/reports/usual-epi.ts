import { usualLimits } from '../devices/limits';
import { comparisonOf } from '../kpi/indices';
import { usualDays, usualIndex } from '../kpi/usual-index';
import type { Measures } from '../store/measures';
import { dayFrames } from '../store/measures-rollup';
import { startOfLocalDay } from '../time/zone';
import { uncounted } from './meters';
import { sumsOf } from './sums';

const dayS = 86_400;
const { certain } = usualLimits.coverage;
/** An uncertain day does not tell what is usual. */
const onlyCertain = { gamma: null, limits: { ...usualLimits, coverage: { certain, least: certain } } };
/** kWh/m² from which on a day tells something. */
const tellingIrradiation = 2;

interface Archive {
  readonly archive: Measures;
  readonly zone: () => string;
}

/** The EPI that is usual for the plant at a time (epoch seconds), in %; null with too few days. Read once for each local day. */
export function usualEpiOf({ archive, zone }: Archive): (t: number) => number | null {
  let today = Number.NaN;
  let usual: number | null = null;
  return t => {
    const day = startOfLocalDay(zone(), t);
    if (day === today) return usual;
    today = day;
    const frames = dayFrames(archive, 'impianto', zone(), day - usualDays * dayS, day);
    const indices = frames.flatMap(plant => {
      const sums = sumsOf({ plant, inverters: undefined, exchanged: uncounted, elapsedS: dayS });
      return (sums.irradiation ?? 0) < tellingIrradiation ? [] : (comparisonOf(sums, onlyCertain).epi ?? []);
    });
    usual = usualIndex(indices);
    return usual;
  };
}
