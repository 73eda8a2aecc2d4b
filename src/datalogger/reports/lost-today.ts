import type { Measures } from '../store/measures';
import { combine } from '../store/measures-frame';
import { quarterFrames } from '../store/measures-rollup';
import { startOfLocalDay } from '../time/zone';
import { readingOf, sumOf } from './reading';

interface Archive {
  readonly archive: Measures;
  readonly zone: () => string;
}

/** It is read anew at most once in this time, s. */
const everyS = 300;

/** kWh that inverters did not make today because they stood still or an order limited them, at a time (epoch seconds); null where nothing tells. */
export function lostTodayOf({ archive, zone }: Archive): (t: number) => number | null {
  let readAt = Number.NEGATIVE_INFINITY;
  let lost: number | null = null;
  return t => {
    if (Math.abs(t - readAt) < everyS) return lost;
    readAt = t;
    const day = startOfLocalDay(zone(), t);
    const frame = combine('inverter', day, quarterFrames(archive, 'inverter', day, t));
    const read = readingOf('inverter', frame);
    lost = sumOf(frame.ids.flatMap((_, device) => [read(device, 'persa'), read(device, 'limitata')]));
    return lost;
  };
}
