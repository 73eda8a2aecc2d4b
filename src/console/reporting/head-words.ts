import { dayOf } from '../data/days';
import { firstDayOf, kindOf } from '../data/periods';
import type { Report } from '../data/report';
import { percentOf } from '../data/statistics';
import { formatCalendar } from '../i18n/calendar';
import { formatNumber, formatQuantity } from '../i18n/format';
import { t } from '../i18n/translate';
import type { HeadWords } from '../ui/panel-words';
import { periodTitle } from './period-words';
import { scaleOf } from './sheet';
import { whyWords } from './trust';

const percentText = (value: number) => formatQuantity(value, 1, '%');

/** An energy given in kWh as text, in MWh where it is large. */
export function energyText(kwh: number | null): string {
  const { factor, decimals, unit } = scaleOf('kWh', 1, [kwh]);
  return formatQuantity(kwh === null ? null : kwh * factor, decimals, unit);
}

/** The yield of the period, and its assessment. */
export function headWordsOf(report: Report): HeadWords {
  const { period: of, index, counted, dataFromS, zone } = report;
  const period = periodTitle(of);
  if (dataFromS === null) return { title: t('report.none', { period }), text: archiveWords(report) };
  const energy = index('energia');
  const key = isBelowCertain(report) ? 'report.atLeast' : 'report.title';
  const title = t(key, { period, energy: energyText(energy ?? counted) });
  const date = formatCalendar(dayOf(dataFromS * 1000, zone), 'day');
  const isYounger =
    dataFromS > report.fromS && dayOf(dataFromS * 1000, zone) !== dayOf(report.fromS * 1000, zone);
  const sentences = [
    goneWords(report),
    // All years are those of the archive: the counters of the meters may have begun long before.
    (isYounger || kindOf(of) === 'all') && t('report.younger', { date }),
    expectedWords(index('epi')),
    lostWords(report),
    isBelowCertain(report) && whyWords(report, 'tempo', report),
  ];
  return { title, text: sentences.filter(Boolean).join(' ') };
}

function archiveWords({ archiveFromS, zone }: Report): string {
  if (archiveFromS === null) return '';
  return t('report.noneHint', { date: formatCalendar(dayOf(archiveFromS * 1000, zone), 'day') });
}

const dayMs = 86_400_000;

function goneWords({ period, isRunning, days, dataToS, zone }: Report): string {
  if (!isRunning || kindOf(period) === 'all') return '';
  if (kindOf(period) === 'day') return t('report.running');
  // By the calendar, also where the archive begins within the period.
  const today = dayOf(((dataToS ?? 0) - 1) * 1000, zone);
  const gone = 1 + (Date.parse(today) - Date.parse(firstDayOf(period))) / dayMs;
  return t('report.daysGone', { gone: formatNumber(gone, 0), days: formatNumber(days, 0) });
}

/** Differences below this are not mentioned, in %. */
const negligible = 0.5;

function expectedWords(epi: number | null): string {
  if (epi === null) return '';
  const difference = epi - 100;
  if (Math.abs(difference) < negligible) return t('report.asExpected');
  return t(difference > 0 ? 'report.above' : 'report.below', { percent: percentText(Math.abs(difference)) });
}

function lostWords({ index }: Report): string {
  const [energy, lost] = [index('energia'), index('persa')];
  const percent = percentOf(lost, energy === null || lost === null ? null : energy + lost);
  return percent === null || percent < 0.05 ? '' : t('report.lost', { percent: percentText(percent) });
}

function isBelowCertain({ coverage: { tempo }, coverageLimits }: Report): boolean {
  return tempo !== null && tempo < coverageLimits.certain;
}

/** The text alternative of a chart: its highest value and the number of missing values. */
export function summaryOf(
  values: readonly (number | null)[],
  names: readonly string[],
  quantity: (value: number) => string,
): string {
  const known = values.flatMap((value, row) => (value === null ? [] : [{ value, name: names[row] ?? '' }]));
  const best = known.reduce<(typeof known)[number] | undefined>(
    (top, each) => (each.value > (top?.value ?? Number.NEGATIVE_INFINITY) ? each : top),
    undefined,
  );
  return best ? t('report.summary', { best: quantity(best.value), when: best.name }) : '';
}
