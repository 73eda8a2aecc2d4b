import { quarterS } from '../../../contract/zone';
import type { AlarmStore } from '../../storage/alarms/alarms';
import type { Announced, Span } from '../../storage/alarms/period';
import { combine } from '../../storage/measures/frame';
import type { Measures } from '../../storage/measures/measures';
import { dayFrames, quarterFrames } from '../../storage/measures/rollup';
import { readingOf } from '../reports/reading';
import { hourTableOf, hourWeight } from './hour-table';

export interface MonthAsked extends Span {
  readonly zone: string;
  /** The pasted table; undefined without one. */
  readonly hours?: string | undefined;
}

/** What the sheet of a contract needs of a time beside its report. */
export interface ContractMonth {
  readonly alarms: readonly Announced[];
  /** Seconds in useful light, and of these the ones at a standstill, by inverter. */
  readonly inverters: readonly {
    readonly id: number;
    readonly usefulS: number;
    readonly stoppedS: number;
  }[];
  /** Share of the planned energy that falls in measured light, 0 to 1; null without a table of hours or without quarters. */
  readonly lightShare: number | null;
}

export function contractMonth(
  { archive, alarms }: { readonly archive: Measures; readonly alarms: Pick<AlarmStore, 'announced'> },
  { zone, hours, ...span }: MonthAsked,
): ContractMonth {
  return {
    alarms: alarms.announced(span),
    inverters: invertersIn(archive, zone, span),
    lightShare: lightShareIn(archive, { zone, hours, ...span }),
  };
}

function invertersIn(archive: Measures, zone: string, { from, to }: Span): ContractMonth['inverters'] {
  const frame = combine('inverter', from, dayFrames(archive, 'inverter', zone, from, to));
  const read = readingOf('inverter', frame);
  return frame.ids.map((id, device) => ({
    id,
    usefulS: read(device, 'fermo', 1) ?? 0,
    stoppedS: read(device, 'fermo') ?? 0,
  }));
}

function lightShareIn(archive: Measures, { zone, hours, from, until }: MonthAsked): number | null {
  const table = hourTableOf(hours);
  if (!table || until <= from) return null;
  const weightAt = (t: number) => hourWeight(table, zone, t);
  let all = 0;
  for (let t = from; t < until; t += quarterS) all += weightAt(t) * Math.min(1, (until - t) / quarterS);
  const measured = quarterFrames(archive, 'impianto', from, until).reduce((sum, frame) => {
    const seconds = readingOf('impianto', frame)(0, 'irr', 1) ?? 0;
    return sum + weightAt(frame.t) * Math.min(1, seconds / quarterS);
  }, 0);
  return all > 0 ? Math.min(1, measured / all) : null;
}
