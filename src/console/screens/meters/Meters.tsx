import { DeviceSheet } from '../../devices/DeviceSheet';
import { meters } from './meters-screen';

/** The energy meters: the power and energy at each of them today. */
export function Screen() {
  return <DeviceSheet screen={meters} />;
}
