import { quarterS } from '../../../contract/zone';
import { minuteS } from '../../storage/measures/rollup';

/** What a counter moved in a time without readings, whole thousandths; [from, to) in epoch seconds. */
export interface Gap {
  readonly thousandths: number;
  readonly from: number;
  readonly to: number;
}

/** The part that a minute of the gap stands for. */
export interface Share {
  /** Start of that minute. */
  readonly t: number;
  readonly thousandths: number;
}

/** By what a gap is divided, and the most that can have been counted in an hour (thousandths), where that is known. */
export interface Division {
  readonly weightIn: (from: number, to: number) => number;
  readonly mostPerHour: number | null;
}

/** The shares are those of five minutes, as charts of a day have them; of quarters and of hours in longer gaps. */
const fine = { stepS: 300, untilS: 2 * 86_400 } as const;
const coarse = { stepS: quarterS, untilS: 62 * 86_400 } as const;
const coarsest = 3600;

/** Length of the shares of a gap, s. */
export function stepOfGap({ from, to }: Pick<Gap, 'from' | 'to'>): number {
  if (to - from <= fine.untilS) return fine.stepS;
  return to - from <= coarse.untilS ? coarse.stepS : coarsest;
}

interface Part {
  readonly t: number;
  readonly begin: number;
  readonly end: number;
}

/** The parts of a gap that hold a whole minute. */
function partsOf({ from, to }: Gap): readonly Part[] {
  const stepS = stepOfGap({ from, to });
  const parts: Part[] = [];
  for (let start = Math.floor(from / stepS) * stepS; start < to; start += stepS) {
    const [begin, end] = [Math.max(start, from), Math.min(start + stepS, to)];
    const t = Math.ceil(begin / minuteS) * minuteS;
    if (t + minuteS <= end) parts.push({ t, begin, end });
  }
  const last = (Math.ceil(to / minuteS) - 2) * minuteS;
  return parts.length > 0 ? parts : [{ t: last, begin: last, end: last + minuteS }];
}

/** Divides the energy of a gap: exact in total, and in no part more than can have been made while another part has room. */
export function shareOut(gap: Gap, { weightIn, mostPerHour }: Division): readonly Share[] {
  const parts = partsOf(gap);
  const seconds = parts.map(({ begin, end }) => end - begin);
  const told = parts.map(({ begin, end }) => Math.max(0, weightIn(begin, end)));
  const weights = told.some(weight => weight > 0) ? told : seconds;
  const rooms = seconds.map(each =>
    mostPerHour === null ? Number.POSITIVE_INFINITY : (mostPerHour * each) / 3600,
  );
  const amounts = filled(gap.thousandths, weights, rooms);
  let until = 0;
  let given = 0;
  return parts.flatMap(({ t }, index) => {
    until += amounts[index] ?? 0;
    const share = (index === parts.length - 1 ? gap.thousandths : Math.round(until)) - given;
    given += share;
    return share === 0 ? [] : [{ t, thousandths: share }];
  });
}

/** An amount in proportion to weights, none above its room; what has no room at all is divided by the rooms. */
function filled(amount: number, weights: readonly number[], rooms: readonly number[]): readonly number[] {
  const amounts = weights.map(() => 0);
  let open = weights.flatMap((weight, index) => (weight > 0 ? [index] : []));
  let left = amount;
  while (open.length > 0 && left > 0) {
    const scale = left / open.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
    const full = open.filter(index => (weights[index] ?? 0) * scale > (rooms[index] ?? 0));
    for (const index of full.length > 0 ? full : open) {
      amounts[index] = Math.min((weights[index] ?? 0) * scale, rooms[index] ?? 0);
      left -= amounts[index] ?? 0;
    }
    open = full.length > 0 ? open.filter(index => !full.includes(index)) : [];
    if (full.length === 0) left = 0;
  }
  if (left <= 0) return amounts;
  const free = rooms.map((room, index) => room - (amounts[index] ?? 0));
  const all = free.reduce((sum, each) => sum + each, 0);
  const [by, whole] = all >= left ? [free, all] : [rooms, rooms.reduce((sum, room) => sum + room, 0)];
  return amounts.map((each, index) => each + (left * (by[index] ?? 0)) / whole);
}
