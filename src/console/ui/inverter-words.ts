import { formatDuration, formatList } from '../i18n/format';
import { t } from '../i18n/translate';
import type { AlarmPriority } from './AlarmSign';
import type { IconName } from './Icon';

/** Priority of the alarm of an inverter in fault (domain brief, section 3, INV01): its sign replaces the waveform. */
export const faultPriority = 2 satisfies AlarmPriority;

/** The waveform for each state. A fault has the sign of its alarm instead. */
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

/** The word for a state. */
export function inverterStateWord(state: InverterState): string {
  return t(`inverter.state.${state}`);
}

/**
 * A sentence for inverters that are all in one state: "Tutti e 10 gli inverter in produzione". For two inverters the languages have their own
 * words.
 */
export function allInvertersWords(state: 'producing' | 'limited' | 'waiting', count: number): string {
  return count === 2 ? t(`inverter.both.${state}`) : t(`inverter.all.${state}`, { count });
}

/** Up to this many inverters are listed by name; for more only their number is given: "5 inverter in guasto". */
const namedAtMost = 3;

interface Named {
  readonly name: string;
  /** Age of its sample in s: how long a silent inverter has been silent. */
  readonly ageS: number;
}

/** A clause about the inverters in one state, with names or a number: "INV 09 non comunica da 6 min"; empty for none. */
export function inverterClause(
  state: Exclude<InverterState, 'producing'>,
  inverters: readonly Named[],
): string {
  const count = inverters.length;
  if (count === 0) return '';
  const time = formatDuration(Math.min(...inverters.map(({ ageS }) => ageS)));
  if (count > namedAtMost) return t(`inverter.many.${state}`, { count, time });
  const names = formatList(inverters.map(({ name }) => name));
  return t(`inverter.named.${state}`, { count, names, time });
}
