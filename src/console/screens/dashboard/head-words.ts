import { aged } from '../../data/freshness';
import { formatNumber } from '../../i18n/format';
import { t } from '../../i18n/translate';
import { allInvertersWords, inverterClause } from '../../ui/inverter-words';
import { exceptions, type PlantSummary } from './plant-summary';

/** The title: the state of the plant. */
export function titleWords(summary: PlantSummary): string {
  const { title, limitPercent } = summary;
  if (title === 'empty') return t('inverter.none');
  if (title === 'unknown') return t('panel.unknown');
  if (title === 'night')
    return t('dashboard.title.night', { still: namedWords(summary) || t('dashboard.title.atRest') });
  return t(`dashboard.title.${title}`, { percent: formatNumber(limitPercent, 0) });
}

/** The sentences under the title: what is normal, and every exception by name. */
export function sentenceWords(summary: PlantSummary): string {
  const { total, producing, openBreaker, title } = summary;
  if (title === 'empty') return t('inverter.noneHint');
  // What stands still at night is in the title, and does not start again with the sun.
  if (title === 'night') return namedWords(summary) ? '' : t('dashboard.situation.night');
  const sentences: string[] = [];
  if (openBreaker) sentences.push(t(`dashboard.situation.${openBreaker}Open`));
  if (producing > 0) {
    sentences.push(producingWords(summary));
  } else if (title === 'stopped') {
    sentences.push(t('dashboard.situation.noneProducing', { count: total }));
  }
  const named = namedWords(summary);
  if (named) sentences.push(`${named}.`);
  return sentences.join(' ');
}

/** Every exception by name. */
function namedWords({ named }: PlantSummary): string {
  return exceptions
    .map(kind => inverterClause(kind, aged(named[kind] ?? [])))
    .filter(Boolean)
    .join('; ');
}

/** The number of producing inverters, and how many of them are limited. */
function producingWords({ total, producing, limited }: PlantSummary): string {
  if (limited === total) return `${allInvertersWords('limited', total)}.`;
  const head =
    producing === total
      ? allInvertersWords('producing', total)
      : t('dashboard.situation.someProducing', { count: producing, total });
  const tail = limited > 0 ? t('dashboard.situation.ofWhichLimited', { count: limited }) : '';
  return `${head}${tail}.`;
}
