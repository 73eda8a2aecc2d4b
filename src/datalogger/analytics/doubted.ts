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

/** Figures of the plant that lack a part while a device of the group is marked, beside its energies. */
const ofMarks: { readonly [G in KeptGroup]?: readonly string[] } = { inverter: ['pac'], sensori: ['pr'] };
/** What is uncertain where the light only repeated. */
const ofLight = ['poa', 'pattesa', 'pr', 'eattesa'];

/** The time of a doubt, to the end of its day, or a time that is marked as invalid (`isMark`): sums over it lack a part. */
export interface DoubtedTime extends Doubt {
  readonly until: number;
  readonly isMark: boolean;
}

/** Times in which counters or the light are doubted, or that are marked as invalid, that lie in [from, to), if only in part. */
export function doubtedTimes(
  { doubts, spans }: Pick<Measures, 'doubts' | 'spans'>,
  zone: string,
  from: number,
  to: number,
): readonly DoubtedTime[] {
  const doubted = doubts
    .within(from - longestDayS, to)
    .map(doubt => ({ ...doubt, until: nextDay(zone, doubt.since), isMark: false }));
  const marked = spans
    .all()
    .filter(span => span.from < to)
    .map(span => ({
      group: span.group,
      device: span.device,
      since: span.from,
      until: span.to,
      isMark: true,
    }));
  return [...doubted, ...marked].filter(({ until }) => until > from);
}

/** Whether the light of the plant only repeated in such a time, or is marked. */
export const isOfLight = ({ group }: Pick<Doubt, 'group'>) => group === 'sensori';

/** Whether such a time is of the production, or of a meter: a mark of the plant is of all. */
export const isOf = ({ group }: Pick<Doubt, 'group'>, concerned: 'inverter' | 'contatori') =>
  group === concerned || group === 'impianto';

/** Whether a point is concerned: of a counter that is doubted, or of a device that is marked; of the plant's production any inverter. */
export function concerns(
  time: Pick<DoubtedTime, 'group' | 'device' | 'isMark'>,
  point: { readonly group: KeptGroup; readonly id: number; readonly point: string },
): boolean {
  if (time.group === 'sensori' && !time.isMark)
    return point.group === 'impianto' && ofLight.includes(point.point);
  if (point.group === 'impianto' && time.isMark && ofMarks[time.group]?.includes(point.point)) return true;
  if (!counted[point.group]?.includes(point.point)) return false;
  if (point.group === 'impianto') return isOf(time, 'inverter');
  return time.group === 'impianto' || (time.group === point.group && time.device === point.id);
}

/** Positions of the rows that such times touch. `edges`: the starts of the rows, and the end of the last. */
export function rowsIn(times: readonly DoubtedTime[], edges: readonly number[]): number[] {
  const rows = edges.slice(0, -1).map((_, row) => row);
  return rows.filter(row =>
    times.some(({ since, until }) => since < (edges[row + 1] ?? 0) && until > (edges[row] ?? 0)),
  );
}
