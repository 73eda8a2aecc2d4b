import { DeviceSheet } from '../../devices/DeviceSheet';
import { sensors } from './sensors-screen';

/** The weather station: what each sensor reads, and whether it is to be believed. */
export function Screen() {
  return <DeviceSheet screen={sensors} />;
}
