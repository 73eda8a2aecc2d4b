import { Lazy } from '../ui/Lazy';
import type { DrawerProps } from './DeviceDrawer';
import type { Device } from './device-list';

const load = () => import('./DeviceDrawer').then(module => module.DeviceDrawer);

/** The drawer of a device. Its code is loaded when the first device is opened. */
export function OpenedDevice<D extends Device>(props: DrawerProps<D>) {
  return <Lazy<DrawerProps<D>> load={load} props={props} />;
}
