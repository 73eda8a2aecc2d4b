import { t } from '../../i18n/translate';
import type { AlarmPriority } from '../../ui/AlarmSign';
import type { IconName } from '../../ui/Icon';
import type { InverterKind } from './live';

/** Priority of the alarm of an inverter in fault (domain brief, section 3, INV01): its sign replaces the waveform. */
export const faultPriority = 2 satisfies AlarmPriority;

/** The waveform that stands for a state; a fault has the sign of its alarm instead. */
export const waveforms: Readonly<Record<Exclude<InverterKind, 'fault'>, IconName>> = {
  producing: 'prod',
  limited: 'lim',
  starting: 'start',
  waiting: 'att',
  stopped: 'stop',
  silent: 'nocom',
  service: 'tool',
  unknown: 'nocom',
};

/** The word that goes with the sign. */
export function wordOf(kind: InverterKind): string {
  return t(`dashboard.state.${kind}`);
}
