import { type AlarmFacts, AlarmSign } from './AlarmSign';
import { markWords } from './alarm-words';
import { Icon } from './Icon';
import { faultPriority, type InverterState, waveforms } from './inverter-words';

interface Props {
  readonly state: InverterState;
  /** Its most severe alarm, if it has any. */
  readonly alarm?: AlarmFacts | undefined;
}

/**
 * The sign for an inverter's state: the sign of its most severe alarm, otherwise its waveform. A fault always has an alarm sign, even if no
 * alarm was reported.
 */
export function InverterSign({ state, alarm }: Props) {
  if (alarm) return <AlarmSign {...alarm} label={markWords(alarm)} />;
  return state === 'fault' ? <AlarmSign priority={faultPriority} /> : <Icon name={waveforms[state]} />;
}
