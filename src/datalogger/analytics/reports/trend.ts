import { reportIndices, sentDecimals } from '../../../contract/report-figures';
import type { Report } from '../../../contract/reports';
import { localDate } from '../../../contract/zone';
import { yearsFrom } from '../../core/time/period';
import { slotFrames } from '../../storage/measures/rollup';
import * as kpi from '../key-figures/formulae';
import { comparisonOf, coveragesOf, isCertain, rounded, shownOf } from '../key-figures/indices';
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
    const { tempo, temperatura } = coveragesOf(sums);
    const shown = (value: number | null) => shownOf(value, tempo, facts.limits);
    const year = {
      anno: firstYear + index,
      energia: shown(sums.energyKwh),
      resa: shown(kpi.yieldOf(sums.energyKwh, facts.peakKwp)),
      pr25: shown(comparisonOf(sums, facts).pr25),
      copertura: tempo,
    };
    const isCertainYear = isCertain(tempo, facts.limits) && isCertain(temperatura, facts.limits);
    return { year, isWhole: begin === from && end === to && isCertainYear };
  });
  const whole = years.flatMap(({ year: { anno, pr25 }, isWhole }) =>
    isWhole && pr25 !== null ? [[anno, pr25] as const] : [],
  );
  return {
    anni: years.map(({ year }) => ({
      ...year,
      energia: rounded(year.energia, sentDecimals(reportIndices.energia)),
      resa: rounded(year.resa, reportIndices.resa[1]),
      pr25: rounded(year.pr25, reportIndices.pr25[1]),
      copertura: rounded(year.copertura, 1),
    })),
    degrado: rounded(kpi.yearlyChange(whole), 2),
  };
}
