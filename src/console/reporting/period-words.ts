import { dayOf } from '../data/days';
import { firstDayOf, kindOf, lastDayOf, type Period } from '../data/periods';
import type { Report } from '../data/report';
import { formatCalendar, formatDays } from '../i18n/calendar';
import { t } from '../i18n/translate';

/** "10 giugno 2026", "giugno 2026", "2026", "8–14 giugno 2026", "Tutti gli anni". */
export function periodName(period: Period): string {
  const kind = kindOf(period);
  if (kind === 'all') return t('report.period.allYears');
  if (kind !== 'range') return formatCalendar(firstDayOf(period), kind);
  return formatDays(firstDayOf(period), lastDayOf(period));
}

/** The same with a capital letter, for the beginning of a sentence. */
export function periodTitle(period: Period): string {
  const name = periodName(period);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The name of the comparison period, and since when it has data where that is not all of it; empty without one. */
export function comparedName(report: Report | undefined): string {
  const { compared = null, zone = '' } = report ?? {};
  if (!compared) return '';
  const period = periodName(compared.period);
  const since = dayOf((compared.dataFromS ?? compared.fromS) * 1000, zone);
  if (since <= dayOf(compared.fromS * 1000, zone)) return period;
  return t('report.partial', { period, date: formatCalendar(since, 'dayOfMonth') });
}

const dayS = 86_400;

/**
 * The name of what the indices of the comparison period cover: while the main period is running only the same elapsed time, up to the
 * day that is named; its rows are those of the whole period.
 */
export function comparedSpan(report: Report | undefined): string {
  const period = comparedName(report);
  if (!report?.compared || !report.isRunning || report.dataToS === null) return period;
  const { compared, fromS, dataToS, zone } = report;
  if (!['month', 'year', 'range'].includes(kindOf(report.period))) return period;
  const lastS = Math.min(compared.fromS + dataToS - fromS, compared.toS) - 1;
  if (lastS > compared.toS - dayS) return period;
  return t('report.until', { period, date: formatCalendar(dayOf(lastS * 1000, zone), 'dayOfMonth') });
}
