import { Lazy } from '../ui/Lazy';
import type { DrawerProps } from './DeviceDrawer';
import type { Device } from './device-list';

const load = () => import('./DeviceDrawer').then(module => module.DeviceDrawer);

/** The drawer of a device. It comes when one is opened: the list does without. */
export function OpenedDevice<D extends Device>(props: DrawerProps<D>) {
  return <Lazy<DrawerProps<D>> load={load} props={props} />;
}
