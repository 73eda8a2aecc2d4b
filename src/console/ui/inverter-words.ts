import { formatDuration } from '../i18n/format';
import { currentLanguage, t } from '../i18n/translate';
import type { AlarmPriority } from './AlarmSign';
import type { IconName } from './Icon';

/** Priority of the alarm of an inverter in fault (domain brief, section 3, INV01): its sign replaces the waveform. */
export const faultPriority = 2 satisfies AlarmPriority;

/** The waveform that stands for a state; a fault has the sign of its alarm instead. */
export const waveforms = {
  producing: 'prod',
  limited: 'lim',
  starting: 'start',
  waiting: 'att',
  stopped: 'stop',
  silent: 'nocom',
  service: 'tool',
  unknown: 'nocom',
} as const satisfies Record<string, IconName>;

export type InverterState = keyof typeof waveforms | 'fault';

/** The word that goes with the sign. */
export function inverterStateWord(state: InverterState): string {
  return t(`inverter.state.${state}`);
}

/** All inverters do the same: "Tutti i 10 inverter in produzione"; for two the languages have a word of its own. */
export function allInvertersWords(state: 'producing' | 'limited' | 'waiting', count: number): string {
  return count === 2 ? t(`inverter.both.${state}`) : t(`inverter.all.${state}`, { count });
}

/** More names than this are a number: "5 inverter in guasto". */
const namedAtMost = 3;

interface Named {
  readonly name: string;
  /** Age of its sample in s: since then a silent one is silent. */
  readonly ageS: number;
}

/** What the inverters of one state do, by name or by number: "INV 09 non comunica da 6 min"; empty for none. */
export function inverterClause(
  state: Exclude<InverterState, 'producing'>,
  inverters: readonly Named[],
): string {
  const count = inverters.length;
  if (count === 0) return '';
  const time = formatDuration(Math.min(...inverters.map(({ ageS }) => ageS)));
  if (count > namedAtMost) return t(`inverter.many.${state}`, { count, time });
  const names = new Intl.ListFormat(currentLanguage()).format(inverters.map(({ name }) => name));
  return t(`inverter.named.${state}`, { count, names, time });
}
