import { reportIndices } from '../../contract/report-figures';
import type { Report } from '../../contract/reports';
import * as kpi from '../kpi/formulae';
import { hasCoverage, performanceOf, rounded } from '../kpi/indices';
import { slotFrames } from '../store/measures-rollup';
import { yearsFrom } from '../time/period';
import { localDate } from '../time/zone';
import { archiveStart, boundsOf } from './bounds';
import { uncounted } from './meters';
import type { ReportSource } from './part';
import { sumsOf } from './sums';

/** Every year of the archive up to `lastYear`, so that a report of an earlier year never changes. */
export function trendUntil(source: ReportSource, lastYear: number): NonNullable<Report['andamento']> {
  const { store, zone, facts } = source;
  const start = archiveStart(store, zone);
  if (start === null) return { anni: [], degrado: null };
  const firstYear = localDate(zone, start).year;
  const period = yearsFrom(zone, firstYear, lastYear);
  const plants = slotFrames(store, zone, 'impianto', period);
  const years = period.slots.map((from, index) => {
    const to = period.slots[index + 1] ?? period.to;
    const { begin, end } = boundsOf(store, zone, { from, to });
    const elapsedS = begin === null || end === null ? 0 : end - begin;
    const sums = sumsOf({ plant: plants.get(from), inverters: undefined, exchanged: uncounted, elapsedS });
    const copertura = kpi.coverage(sums.measuredS, elapsedS);
    const isCovered = hasCoverage(copertura);
    const year = {
      anno: firstYear + index,
      energia: isCovered ? sums.energyKwh : null,
      resa: isCovered ? kpi.yieldOf(sums.energyKwh, facts.peakKwp) : null,
      pr25: isCovered ? performanceOf(sums, facts.gamma).pr25 : null,
      copertura,
    };
    return { year, isWhole: begin === from && end === to };
  });
  const whole = years.flatMap(({ year: { anno, pr25 }, isWhole }) =>
    isWhole && pr25 !== null ? [[anno, pr25] as const] : [],
  );
  return {
    anni: years.map(({ year }) => ({
      ...year,
      energia: rounded(year.energia, reportIndices.energia[1]),
      resa: rounded(year.resa, reportIndices.resa[1]),
      pr25: rounded(year.pr25, reportIndices.pr25[1]),
      copertura: rounded(year.copertura, 1),
    })),
    degrado: rounded(kpi.yearlyChange(whole), 2),
  };
}
