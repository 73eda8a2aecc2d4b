import { DeviceSheet } from '../../devices/DeviceSheet';
import { meters } from './meters-screen';

/** The energy meters: what flows where, and how much of it today. */
export function Screen() {
  return <DeviceSheet screen={meters} />;
}
