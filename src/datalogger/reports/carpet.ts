import { reportColumns } from '../../contract/report-figures';
import type { Report } from '../../contract/reports';
import { rounded } from '../kpi/indices';
import type { Frame } from '../store/measures-frame';
import { startOfLocalDay, zoneOffset } from '../zone';
import { measuredSeconds, readingOf } from './reading';

const hourS = 3600;
const hoursOfDay = 24;

/** The mean AC power of each hour of the wall clock, day by day, from the quarters of the plant. */
export function carpetOf(zone: string, quarters: readonly Frame[]): NonNullable<Report['ore']> {
  const days = new Map<number, { sum: Float64Array; weight: Float64Array }>();
  for (const frame of quarters) {
    const power = readingOf('impianto', frame)(0, 'pac');
    const seconds = measuredSeconds('impianto', frame, 0);
    const start = startOfLocalDay(zone, frame.t);
    const day = days.get(start) ?? {
      sum: new Float64Array(hoursOfDay),
      weight: new Float64Array(hoursOfDay),
    };
    days.set(start, day);
    if (power === null || seconds === 0) continue;
    const hour = Math.floor((frame.t + zoneOffset(zone, frame.t)) / hourS) % hoursOfDay;
    day.sum[hour] = (day.sum[hour] ?? 0) + power * seconds;
    day.weight[hour] = (day.weight[hour] ?? 0) + seconds;
  }
  const decimals = reportColumns.potenza[1];
  const hoursIn = ({ sum, weight }: { sum: Float64Array; weight: Float64Array }) =>
    Array.from(sum, (total, hour) => {
      const seconds = weight[hour] ?? 0;
      return seconds === 0 ? null : rounded(total / seconds, decimals);
    });
  return { t: [...days.keys()], potenza: [...days.values()].map(hoursIn) };
}
