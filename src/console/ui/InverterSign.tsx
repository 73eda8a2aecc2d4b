import { type AlarmFacts, AlarmSign } from './AlarmSign';
import { markWords } from './alarm-words';
import { Icon } from './Icon';
import { faultPriority, type InverterState, waveforms } from './inverter-words';

interface Props {
  readonly state: InverterState;
  /** Its gravest alarm, if it has any. */
  readonly alarm?: AlarmFacts | undefined;
}

/** The sign of an inverter's state: that of its gravest alarm, or its waveform. A fault is an alarm, told of or not. */
export function InverterSign({ state, alarm }: Props) {
  if (alarm) return <AlarmSign {...alarm} label={markWords(alarm)} />;
  return state === 'fault' ? <AlarmSign priority={faultPriority} /> : <Icon name={waveforms[state]} />;
}
