import { DeviceSheet } from '../../device-screens/DeviceSheet';
import { signals } from './signals-screen';

/** The digital inputs: the state of each contact, its wiring, and its last change. */
export function Screen() {
  return <DeviceSheet screen={signals} />;
}
