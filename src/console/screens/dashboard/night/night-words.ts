import { reportIndices } from '../../../../contract/report-figures';
import type { Report } from '../../../data/report';
import { formatCalendar } from '../../../i18n/calendar';
import { formatDifference, formatDuration, formatQuantity, formatTime } from '../../../i18n/format';
import { t } from '../../../i18n/translate';
import type { WordKey } from '../../../i18n/words';
import { energyText } from '../../../reporting/head-words';
import { isUncertain, marked, trustWords, whyWords } from '../../../reporting/trust';
import { causesOf, unexplainedKwh, verdictOf, worstOf } from './night';

/** A figure of the night's panel: a word or a number with one line beneath. */
export interface NightFact {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
  readonly note: string;
}

const need = reportIndices.epi[2];
const statisticsOf = ({ period }: Report) => `/stats&reports?periodo=${period}`;
const percent = (value: number | null, decimals = 1) => formatQuantity(value, decimals, '%');
const joined = (parts: readonly string[]) => parts.filter(part => part !== '').join(', ');

/** Whether the day was good, against expected energy; where too little was measured to be certain, why. */
export function verdictFact(report: Report): NightFact {
  const { index, period } = report;
  const verdict = verdictOf(report);
  const isShaky = isUncertain(report, 'epi', report);
  const epi = index('epi');
  const difference = epi === null ? '' : `${formatDifference(epi - 100, 1)}\u00a0%`;
  const facts = joined([
    marked(energyText(index('energia') ?? report.counted), isUncertain(report, 'energia', report)),
    epi === null ? '' : t('night.ofExpected', { percent: marked(percent(epi), isShaky) }),
    index('pr') === null ? '' : t('night.pr', { pr: marked(percent(index('pr')), isShaky) }),
  ]);
  return {
    label: t('night.day', { day: formatCalendar(period, 'dayOfMonth') }),
    value: verdict === 'apart' ? marked(difference, isShaky) : t(`night.verdict.${verdict}`),
    href: statisticsOf(report),
    note:
      verdict === 'unknown' || isShaky
        ? `${facts}. ${trustWords(report, 'epi', report) || whyWords(report, need, report)}`
        : facts,
  };
}

const mostCauses = 2;

const causeName = (code: string) => t(`reports.lossCause.${code}` as WordKey) || code;

export function worstFact(report: Report): NightFact | null {
  const worst = worstOf(report);
  if (!worst) return null;
  const { name, of } = worst;
  const covered = of('copertura');
  const isShaky = covered !== null && covered < report.coverageLimits.certain;
  return {
    label: t('night.worst'),
    value: name,
    href: `/impianto/inverters?dispositivo=${of('id')}`,
    note: joined([
      marked(t('night.fromMedian', { percent: formatDifference(of('scarto'), 1) }), isShaky),
      isShaky ? t('night.covered', { percent: percent(covered, 0) }) : '',
    ]),
  };
}

/** What standstills and limits cost, as the table of losses has it. */
export function lostFact(report: Report): NightFact {
  const { losses, money } = report;
  const lost = losses.of('persa');
  const isShaky = isUncertain(report, 'persa', report);
  const worth = money?.of('persa') ?? null;
  const others = unexplainedKwh(report);
  return {
    label: t('night.lost'),
    value: marked(energyText(lost), isShaky),
    href: statisticsOf(report),
    note: joined([
      lost === null ? '' : whyLost(report),
      worth === null || causesOf(report).length === 0 ? '' : formatQuantity(worth, 2, '€'),
      others === null ? '' : t('night.otherCauses', { energy: energyText(others) }),
      isShaky ? t('night.covered', { percent: percent(report.coverage.tempo, 0) }) : '',
    ]),
  };
}

/** The greatest causes, each with its energy where there are several; and whether nothing stood still where nothing was lost. */
function whyLost(report: Report): string {
  const causes = causesOf(report);
  const [only] = causes;
  if (only && causes.length === 1) return causeName(only.code);
  if (only)
    return causes
      .slice(0, mostCauses)
      .map(({ code, of }) => `${causeName(code)} ${energyText(of('persa'))}`)
      .join(', ');
  const { stops, limits, losses } = report;
  const isFree = stops.length === 0 && limits.length === 0 && (losses.of('fermo') ?? 0) === 0;
  return t(isFree ? 'night.nothingStood' : 'night.nothingLost');
}

export function sunriseFact(sunriseS: number | null, nowS: number, zone: string): NightFact | null {
  if (sunriseS === null) return null;
  return {
    label: t('night.sunrise'),
    value: t('night.inTime', { time: formatDuration(sunriseS - nowS) }),
    note: t('night.at', { time: formatTime(sunriseS, zone, 'minute') }),
  };
}
