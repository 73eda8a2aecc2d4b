import { useMemo } from 'react';
import { useResource } from '../../data/use-resource';
import { DeviceSheet } from '../../device-screens/DeviceSheet';
import type { DeviceScreen } from '../../device-screens/descriptor';
import { type Device, type DeviceList, deviceList } from '../../device-screens/device-list';
import { headWords } from './head-words';
import { meters } from './meters-screen';

/** The states of the inverters, with which the meters are compared. */
const inverters = { ...deviceList('inverter', ['pn']), everyMs: 60_000 };
const none: DeviceList<Device>['devices'] = [];

/** The energy meters: the power and energy at each of them today. */
export function Screen() {
  const known = useResource(inverters).value?.devices ?? none;
  const screen = useMemo(
    (): DeviceScreen<Device> => ({ ...meters, headWords: view => headWords(view, known) }),
    [known],
  );
  return <DeviceSheet screen={screen} />;
}
