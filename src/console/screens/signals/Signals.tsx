import { DeviceSheet } from '../../devices/DeviceSheet';
import { signals } from './signals-screen';

/** The digital inputs: what each contact says, how it is wired, and when it changed. */
export function Screen() {
  return <DeviceSheet screen={signals} />;
}
