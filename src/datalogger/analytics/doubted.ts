import type { Doubt } from '../storage/measures/doubts';
import type { KeptGroup } from '../storage/measures/kept';
import type { Measures } from '../storage/measures/measures';
import { longestDayS } from '../storage/measures/mended-days';
import { nextDay } from '../storage/measures/rollup';

/** What is counted, or computed of it. */
const counted: { readonly [G in KeptGroup]?: readonly string[] } = {
  impianto: ['eday', 'emese', 'eanno', 'etot', 'pr'],
  inverter: ['eday', 'yday'],
  contatori: ['eday', 'e_imm', 'e_prel', 'er1', 'er2', 'er3', 'er4'],
};

/** The time of a doubt: to the end of its day. */
interface DoubtedTime extends Doubt {
  readonly until: number;
}

/** Times in which counters are doubted that lie in [from, to), if only in part. */
export function doubtedTimes(
  { doubts }: Pick<Measures, 'doubts'>,
  zone: string,
  from: number,
  to: number,
): readonly DoubtedTime[] {
  return doubts
    .within(from - longestDayS, to)
    .map(doubt => ({ ...doubt, until: nextDay(zone, doubt.since) }))
    .filter(({ until }) => until > from);
}

/** Whether a counter is doubted of which a point is; of the plant's production any inverter's. */
export function concerns(
  { group, device }: Pick<Doubt, 'group' | 'device'>,
  point: { readonly group: KeptGroup; readonly id: number; readonly point: string },
): boolean {
  if (!counted[point.group]?.includes(point.point)) return false;
  return point.group === 'impianto' ? group === 'inverter' : group === point.group && device === point.id;
}

/** Positions of the rows that such times touch. `edges`: the starts of the rows, and the end of the last. */
export function rowsIn(times: readonly DoubtedTime[], edges: readonly number[]): number[] {
  const rows = edges.slice(0, -1).map((_, row) => row);
  return rows.filter(row =>
    times.some(({ since, until }) => since < (edges[row + 1] ?? 0) && until > (edges[row] ?? 0)),
  );
}
