import type { SeriesStep } from '../../../contract/analysis-limits';
import { startOfLocalDay } from '../../../contract/zone';
import { leastRowS, rowStart } from '../../core/time/rows';
import { combineInto, type Frame } from './frame';
import type { KeptGroup, Tier } from './kept';
import type { Measures } from './measures';
import { dayFrames, minuteFrames, quarterFrames } from './rollup';

const hourS = 3600;
const dayS = 24 * hourS;

/** Longest range (s) for each length of row, finest first, so that a chart has some hundred to a thousand of them. */
const usualSteps: readonly (readonly [mostS: number, step: SeriesStep])[] = [
  [4 * hourS, '1'],
  [26 * hourS, '5'],
  [8 * dayS, '15'],
  [63 * dayS, '60'],
  [800 * dayS, 'giorno'],
  [Number.POSITIVE_INFINITY, 'mese'],
];

const tierOf = (step: SeriesStep): Exclude<Tier, 'fine'> =>
  step === 'mese' || step === 'giorno' ? 'day' : leastRowS(step) < 900 ? 'minute' : 'quarter';

const slotSeconds = { minute: 60, quarter: 900, day: dayS };

/** Length of the slots from which the rows of a step are made, s. */
export const slotSecondsOf = (step: SeriesStep): number => slotSeconds[tierOf(step)];

export interface Asked {
  readonly groups: readonly KeptGroup[];
  readonly from: number;
  readonly to: number;
  /** Number of columns, and of values that are allowed. */
  readonly columns: number;
  readonly most: number;
}

export const isTooMuch = ({ from, to, columns, most }: Asked, step: SeriesStep): boolean =>
  ((to - from) / leastRowS(step) + 2) * (columns + 1) > most;

/** The finest step that a chart of the time needs, and at which the archive still holds all of it that it holds at all. */
export function stepFor(store: Measures, zone: string, asked: Asked): SeriesStep {
  const { groups, from, to } = asked;
  const fitting = usualSteps.filter(([mostS]) => to - from <= mostS);
  const found = fitting.find(
    ([, step]) => !isTooMuch(asked, step) && groups.every(group => holds(store, zone, group, step, from)),
  );
  return found?.[1] ?? 'mese';
}

/** Whether what is kept of the time since `from` begins no later in the tier of a step than in a coarser one. */
function holds(store: Measures, zone: string, group: KeptGroup, step: SeriesStep, from: number): boolean {
  const tier = tierOf(step);
  if (tier === 'day') return true;
  const finest = store.oldestSince(tier, group, from)?.t;
  const [coarser, begin] =
    tier === 'minute'
      ? [store.oldestSince('quarter', group, rowStart(zone, '15', from)), rowStart(zone, '15', finest ?? 0)]
      : [store.oldestSince('day', group, startOfLocalDay(zone, from)), startOfLocalDay(zone, finest ?? 0)];
  // What is still open is in no coarser tier.
  if (finest === undefined) return coarser === null;
  return coarser === null || coarser.t >= begin;
}

/** Rows that are read at a time: few enough that the values of the largest plant do not fill the memory. */
const rowsAtOnce = 96;

/** The frames of a group in rows, piece by piece in order of time. `edges`: the starts of the rows, and the end of the last. */
export function* rowFrames(
  store: Measures,
  zone: string,
  group: KeptGroup,
  { step, edges }: { readonly step: SeriesStep; readonly edges: readonly number[] },
): Generator<Frame> {
  const count = step === 'mese' ? 1 : rowsAtOnce;
  for (let row = 0; row < edges.length - 1; row += count) {
    const from = edges[row] ?? 0;
    const to = edges[Math.min(row + count, edges.length - 1)] ?? from;
    yield* combineInto(group, framesOf(store, zone, group, step, from, to), t => rowStart(zone, step, t));
  }
}

function framesOf(
  store: Measures,
  zone: string,
  group: KeptGroup,
  step: SeriesStep,
  from: number,
  to: number,
): Frame[] {
  const tier = tierOf(step);
  if (tier === 'day') return dayFrames(store, group, zone, from, to);
  return (tier === 'minute' ? minuteFrames : quarterFrames)(store, group, from, to);
}
