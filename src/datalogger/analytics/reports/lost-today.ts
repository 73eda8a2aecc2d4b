import { startOfLocalDay } from '../../../contract/zone';
import { combine } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { quarterFrames } from '../../storage/measures/rollup';
import { readingOf, sumOf } from './reading';

interface Archive {
  readonly archive: Measures;
  readonly zone: () => string;
}

/** Minimum time (s) between two reads. */
const everyS = 300;

/** kWh that inverters did not make today because they stood still or an order limited them, at a time (epoch seconds); null if it is unknown. */
export function lostTodayOf({ archive, zone }: Archive): (t: number) => number | null {
  let readAt = Number.NEGATIVE_INFINITY;
  let lost: number | null = null;
  return t => {
    if (Math.abs(t - readAt) < everyS) return lost;
    readAt = t;
    const day = startOfLocalDay(zone(), t);
    const frame = combine('inverter', day, quarterFrames(archive, 'inverter', day, t));
    const read = readingOf('inverter', frame);
    lost = sumOf(
      frame.ids.flatMap((_, device) =>
        (['persa', 'limitata', 'ridotta', 'declassata'] as const).map(name => read(device, name)),
      ),
    );
    return lost;
  };
}
