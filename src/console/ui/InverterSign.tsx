import { AlarmSign } from './AlarmSign';
import { Icon } from './Icon';
import { faultPriority, type InverterState, waveforms } from './inverter-words';

/** The sign of an inverter's state: its waveform, or the sign of the alarm that a fault is. */
export function InverterSign({ state }: { readonly state: InverterState }) {
  return state === 'fault' ? <AlarmSign priority={faultPriority} /> : <Icon name={waveforms[state]} />;
}
