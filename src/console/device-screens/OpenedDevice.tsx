import { Lazy } from '../ui/Lazy';
import type { DrawerProps } from './DeviceDrawer';
import type { Device } from './device-list';

const load = () => import('./DeviceDrawer').then(module => module.DeviceDrawer);

/** The words of every drawer, its notes included. */
export const drawerParts = ['frame', 'drawer'] as const;

/** The drawer of a device. Its code is loaded when the first device is opened. */
export function OpenedDevice<D extends Device>(props: DrawerProps<D>) {
  return <Lazy<DrawerProps<D>> load={load} parts={drawerParts} props={props} />;
}
