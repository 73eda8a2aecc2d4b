import { DeviceSheet } from '../../device-screens/DeviceSheet';
import { sensors } from './sensors-screen';

/** The weather station: the reading of each sensor, and how reliable it is. */
export function Screen() {
  return <DeviceSheet screen={sensors} />;
}
