import { startOfLocalDay } from '../../../contract/zone';
import { usualLimits } from '../../plant/processing/limits';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames } from '../../storage/measures/rollup';
import { comparisonOf } from '../key-figures/indices';
import { usualDays, usualIndex } from '../key-figures/usual-index';
import { uncounted } from './meters';
import { sumsOf } from './sums';

const dayS = 86_400;
const { certain } = usualLimits.coverage;
/** Uncertain days are not counted as usual. */
const onlyCertain = { gamma: null, limits: { ...usualLimits, coverage: { certain, least: certain } } };
/** Minimum irradiation (kWh/m²) of a day that counts. */
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
