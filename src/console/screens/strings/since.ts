import { useMemo } from 'react';
import { everyCurrentAlarmOf, useCurrent } from '../../data/current-alarms';

/** Epoch seconds by string. */
export type Since = ReadonlyMap<string, number>;

/** The alarms of a string itself, which begin when it has been in its class for so long that it counts (domain brief, 3). */
const ofString = ['STR01', 'STR02', 'STR03'];
const stringAlarms = everyCurrentAlarmOf('stringhe');

/** Since when the strings that are in alarm have been. */
export function useSince(): Since {
  const { value: alarms } = useCurrent(stringAlarms);
  return useMemo(() => {
    const since = new Map<string, number>();
    for (const { code, device, beginS, isPresent } of alarms ?? []) {
      if (!isPresent || !ofString.includes(code)) continue;
      const id = String(device);
      since.set(id, Math.min(beginS, since.get(id) ?? beginS));
    }
    return since;
  }, [alarms]);
}
