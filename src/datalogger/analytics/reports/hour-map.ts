import { reportColumns } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { startOfLocalDay, zoneOffset } from '../../../contract/zone';
import type { Frame } from '../../storage/measures/frame';
import { nextDay } from '../../storage/measures/rollup';
import { rounded } from '../key-figures/indices';
import { measuredSeconds, readingOf } from './reading';

const hourS = 3600;
const hoursOfDay = 24;

interface Hours {
  /** Energy in kW s, and the measured seconds. */
  readonly sum: Float64Array;
  readonly weight: Float64Array;
}

const noHours = (): Hours => ({
  sum: new Float64Array(hoursOfDay),
  weight: new Float64Array(hoursOfDay),
});

function add({ sum, weight }: Hours, hour: number, power: number, seconds: number): void {
  sum[hour] = (sum[hour] ?? 0) + power * seconds;
  weight[hour] = (weight[hour] ?? 0) + seconds;
}

/** The mean AC power of each hour of the wall clock, day by day, from the quarters of the plant in order of time. */
export function hourMapOf(zone: string, quarters: readonly Frame[]): NonNullable<Report['ore']> {
  const starts: number[] = [];
  const days: Hours[] = [];
  let dayEnd = Number.NEGATIVE_INFINITY;
  let day = noHours();
  for (const frame of quarters) {
    if (frame.t >= dayEnd) {
      day = noHours();
      days.push(day);
      starts.push(startOfLocalDay(zone, frame.t));
      dayEnd = nextDay(zone, frame.t);
    }
    const power = readingOf('impianto', frame)(0, 'pac');
    const seconds = measuredSeconds('impianto', frame, 0);
    if (power === null || seconds === 0) continue;
    add(day, Math.floor((frame.t + zoneOffset(zone, frame.t)) / hourS) % hoursOfDay, power, seconds);
  }
  const decimals = reportColumns.potenza[1];
  const meansOf = ({ sum, weight }: Hours) =>
    Array.from(sum, (total, hour) => {
      const seconds = weight[hour] ?? 0;
      return seconds === 0 ? null : rounded(total / seconds, decimals);
    });
  return { t: starts, potenza: days.map(meansOf) };
}
