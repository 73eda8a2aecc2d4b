import { formatDuration, formatNumber } from '../../i18n/format';
import { currentLanguage, t } from '../../i18n/translate';
import type { Inverter } from './live';
import { type Exception, exceptions, type Situation } from './situation';

/** More names than this are a number: "5 inverter in guasto". */
const namedAtMost = 3;

/** The title: how the plant is doing. */
export function titleWords({ title, limitPercent }: Situation): string {
  return t(`dashboard.title.${title}`, { percent: formatNumber(limitPercent, 0) });
}

/** The sentences under the title: what is as it should be, and every exception by name. */
export function sentenceWords(situation: Situation): string {
  const { total, producing, limited, openBreaker, title } = situation;
  if (title === 'empty') return t('dashboard.situation.empty');
  const sentences: string[] = [];
  if (openBreaker) sentences.push(t(`dashboard.situation.${openBreaker}Open`));
  if (producing > 0) {
    const isAll = producing === total;
    const head = isAll
      ? t('dashboard.situation.allProducing', { count: total })
      : t('dashboard.situation.someProducing', { count: producing, total });
    const tail = limited > 0 ? t('dashboard.situation.ofWhichLimited', { count: limited }) : '';
    sentences.push(`${head}${tail}.`);
  } else if (title === 'night') {
    sentences.push(t('dashboard.situation.night'));
  } else if (title === 'stopped') {
    sentences.push(t('dashboard.situation.noneProducing', { count: total }));
  }
  const named = exceptions.flatMap(kind => exceptionWords(kind, situation.named[kind] ?? []));
  if (named.length > 0) sentences.push(`${named.join('; ')}.`);
  return sentences.join(' ');
}

function exceptionWords(kind: Exception, inverters: readonly Inverter[]): readonly string[] {
  if (inverters.length === 0) return [];
  const count = inverters.length;
  // A silent inverter is silent since its last sample.
  const time = formatDuration(Math.min(...inverters.map(({ ageS }) => ageS)));
  if (count > namedAtMost) return [t(`dashboard.many.${kind}`, { count, time })];
  const list = new Intl.ListFormat(currentLanguage()).format(inverters.map(({ name }) => name));
  return [t(`dashboard.named.${kind}`, { count, names: list, time })];
}
