import { aged } from '../../data/freshness';
import { isProducing } from '../../data/inverter-states';
import { t } from '../../i18n/translate';
import { allInvertersWords, type InverterState, inverterClause } from '../../ui/inverter-words';
import type { HeadWords } from '../../ui/panel-words';
import type { Inverter } from './inverter-list';

/**
 * States that the sentence names, the most serious first. States that depend on the sun are named only while other inverters produce.
 */
const exceptions = ['fault', 'silent', 'stopped', 'service', 'unknown', 'limited'] as const;
const bySun = ['starting', 'waiting'] as const;
/** If all inverters are in one of these states, the title says it and no sentence repeats it. */
const alike = ['producing', 'limited', 'waiting'] as const;

/** The state of the inverters, and those with a problem. */
export function headWords(inverters: readonly Inverter[]): HeadWords {
  const mentioned = inverters.some(isProducing) ? [...exceptions, ...bySun] : exceptions;
  const isAlike = inverters.every(({ kind }) => kind === 'limited');
  const clauses = mentioned
    .filter(state => state !== 'limited' || !isAlike)
    .map(state => inverterClause(state, aged(inverters.filter(({ kind }) => kind === state))))
    .filter(clause => clause !== '');
  return { title: titleWords(inverters), text: clauses.length > 0 ? `${clauses.join('; ')}.` : '' };
}

function titleWords(inverters: readonly Inverter[]): string {
  const total = inverters.length;
  const count = (...states: readonly InverterState[]) =>
    inverters.filter(({ kind }) => states.includes(kind)).length;
  const [full, limited] = [count('producing'), count('limited')];
  for (const state of alike) if (count(state) === total) return allInvertersWords(state, total);
  if (full > 0) return t('inverters.title.full', { count: full, total });
  if (limited > 0) return t('inverters.title.limited', { count: limited, total });
  if (count('silent', 'unknown') === total) return t('panel.unknown');
  return t('inverters.title.idle', { count: total });
}
