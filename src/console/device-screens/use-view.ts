import { useMemo } from 'react';
import { markOf } from '../data/alarm-counts';
import type { AlarmGroup } from '../data/alarm-rows';
import { useShownAlarms } from '../data/past';
import type { LiveData } from '../data/use-live-resource';
import type { View } from './descriptor';
import type { Device, DeviceList } from './device-list';
import type { Today } from './today';

const noDevices: readonly never[] = [];

/** The live devices of a group together with their alarm signs. */
export function useView<D extends Device>(
  group: AlarmGroup,
  { snapshot, zone, isStill }: LiveData<DeviceList<D>>,
  today?: Today,
): View<D> {
  const counts = useShownAlarms();
  const { value: list } = snapshot;
  return useMemo(
    () => ({
      list,
      devices: list?.devices ?? noDevices,
      today,
      markOf: ({ id }) => markOf(counts, group, Number(id)),
      zone,
      isStill,
    }),
    [list, today, counts, group, zone, isStill],
  );
}
