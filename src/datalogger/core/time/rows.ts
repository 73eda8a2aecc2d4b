import type { SeriesStep } from '../../../contract/analysis-limits';
import { localDate, startOfDay, startOfLocalDay, startOfMonth, zoneOffset } from '../../../contract/zone';

const minuteS = 60;
const hourS = 3600;
/** No calendar day is shorter than this, s. */
const shortestDayS = 22 * hourS;

/** Length of a row, s; of days and months the least that it can be. */
export const leastRowS = (step: SeriesStep): number =>
  step === 'giorno' ? shortestDayS : step === 'mese' ? 28 * shortestDayS : Number(step) * minuteS;

/** The start of the row that contains an instant. Hours are those of the zone's wall clock. */
export function rowStart(zone: string, step: SeriesStep, t: number): number {
  if (step === 'giorno') return startOfLocalDay(zone, t);
  if (step === 'mese') {
    const { year, month } = localDate(zone, t);
    return startOfMonth(zone, year, month);
  }
  const seconds = leastRowS(step);
  const shift = seconds < hourS ? 0 : zoneOffset(zone, t);
  return t - ((((t + shift) % seconds) + seconds) % seconds);
}

function nextRow(zone: string, step: SeriesStep, t: number): number {
  const { year, month, day } = localDate(zone, t);
  if (step === 'giorno') return startOfDay(zone, year, month, day + 1);
  if (step === 'mese') return startOfMonth(zone, year, month + 1);
  return t + leastRowS(step);
}

/** The starts of the whole rows that cover [from, to), and after them the end of the last. */
export function rowEdges(zone: string, step: SeriesStep, from: number, to: number): readonly number[] {
  const edges = [rowStart(zone, step, from)];
  for (let t = edges[0] ?? from; t < to; edges.push(t)) t = nextRow(zone, step, t);
  return edges;
}
